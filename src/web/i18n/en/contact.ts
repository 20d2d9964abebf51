export const contact = {
  contact: {
    waiting: {
      EMAIL: 'Waiting for {{value}} to be confirmed',
      PHONE: 'Waiting for {{value}} to be confirmed',
    },
    waitingText: {
      EMAIL:
        'We sent a link to the new address. The current address stays in use until someone opens the link and confirms.',
      PHONE:
        'We sent a code to the new number. The current number stays in use until you enter the code.',
      OTHERS_PHONE:
        'The account owner enters the code in Settings. Until then, the current number stays in use.',
    },
    code: 'Code from the message',
    confirm: 'Confirm number',
    confirmed: 'The phone number is confirmed',
    resend: 'Send again',
    resent: { SMS: 'Sent again by SMS', EMAIL: 'Sent again by email' },
    withdraw: 'Cancel change',
    withdrawn: 'The change is cancelled',
    saved: 'Saved. Confirm the new contact details to start using them.',
    corrected: 'Saved. The earlier invitation no longer works: resend it.',
    notAllowed:
      'Only the owner of the account, or staff who may reset its password, can change this.',
  },
};
