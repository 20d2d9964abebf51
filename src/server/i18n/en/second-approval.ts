/** Changes that a second administrator approves. */
export const secondApproval = {
  errors: {
    SECOND_PERSON_NEEDED:
      "Above {above} units in 24 hours the platform's wallet gives nothing without a second administrator. Correct the client's balance instead: another administrator then approves it.",
    TWO_ADMINISTRATORS_NEEDED:
      'At least two active administrators are needed for second approval. Add one, or turn second approval off first.',
    TOO_NEW_TO_APPROVE:
      'This account became an administrator, or was changed by another person, less than {hours} hours ago. Another administrator has to decide.',
    AUTHOR_NOT_ADMINISTRATOR:
      'The author of this request is no longer an active administrator, so it cannot be approved. Refuse it.',
  },
  mail: {
    SECOND_APPROVAL_REQUESTED: {
      subject: 'A change waits for your approval',
      paragraphs: [
        'Another administrator of {brand} asks for a change that needs a second administrator. Look at it, and approve or refuse it within 72 hours:',
        '>{link}',
        'If you do not expect it, ask the author before you approve.',
      ],
      sms: 'A change at {brand} waits for your approval: {link}',
    },
    SECOND_APPROVAL_APPROVED: {
      subject: 'Your change was approved',
      paragraphs: [
        'Another administrator of {brand} has approved the change that you asked for, and it was made.',
        '>{link}',
      ],
      sms: 'Your change at {brand} was approved: {link}',
    },
    SECOND_APPROVAL_REFUSED: {
      subject: 'Your change was refused',
      paragraphs: [
        'Another administrator of {brand} has refused the change that you asked for: {reason}',
        '>{link}',
      ],
      sms: 'Your change at {brand} was refused: {link}',
    },
  },
} as const;
