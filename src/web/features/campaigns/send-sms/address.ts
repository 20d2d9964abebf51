/** The address of the composer. */
export const ADDRESS = '/dashboard/campaigns/send-sms';
