/** Changes that a second administrator approves. */
export const secondApproval = {
  errors: {
    SECOND_PERSON_NEEDED:
      "Above {above} units in 24 hours, transfers from the platform's wallet need a second administrator. Adjust the client's balance instead: another administrator then approves it.",
    TWO_ADMINISTRATORS_NEEDED:
      'At least two active administrators are needed for second approval. Add one, or turn second approval off first.',
    TOO_NEW_TO_APPROVE:
      'This account became an administrator, or was changed by another person, less than {hours} hours ago. Another administrator has to decide.',
    AUTHOR_NOT_ADMINISTRATOR:
      'The author of this request is no longer an active administrator, so it cannot be approved. Refuse it.',
  },
  mail: {
    SECOND_APPROVAL_REQUESTED: {
      subject: 'A change is waiting for your approval',
      paragraphs: [
        'Another administrator of {brand} requested a change that needs a second administrator. Review it, and approve or refuse it within 72 hours:',
        '>{link}',
        'If you do not expect it, ask the author before you approve.',
      ],
      sms: 'A change at {brand} is waiting for your approval: {link}',
    },
    SECOND_APPROVAL_APPROVED: {
      subject: 'Your change was approved',
      paragraphs: [
        'Another administrator of {brand} approved the change that you requested, and it was made.',
        '>{link}',
      ],
      sms: 'Your change at {brand} was approved: {link}',
    },
    SECOND_APPROVAL_REFUSED: {
      subject: 'Your change was refused',
      paragraphs: [
        'Another administrator of {brand} refused the change that you requested: {reason}',
        '>{link}',
      ],
      sms: 'Your change at {brand} was refused: {link}',
    },
  },
} as const;
