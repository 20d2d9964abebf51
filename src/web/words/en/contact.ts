export const contact = {
  contact: {
    waiting: {
      EMAIL: 'Waiting for {{value}} to be confirmed',
      PHONE: 'Waiting for {{value}} to be confirmed',
    },
    waitingText: {
      EMAIL:
        'We mailed a link to the new address. Until it is followed, the present address stays in use.',
      PHONE: 'Until the code is entered, the present number stays in use.',
      OTHERS_PHONE:
        'The owner of the account enters the code under Settings. Until then, the present number stays in use.',
    },
    code: 'Code from the message',
    confirm: 'Confirm number',
    confirmed: 'The phone number is confirmed',
    resend: 'Send again',
    resent: { SMS: 'Sent again by SMS', EMAIL: 'Sent again by e-mail' },
    withdraw: 'Withdraw',
    withdrawn: 'The change is withdrawn',
    saved: 'Saved. The new contact details count once they are confirmed.',
    corrected: 'Saved. The earlier invitation no longer works: resend it.',
    notAllowed:
      'Only the owner of the account, or staff who may reset its password, can change this.',
  },
};
