export const ADDRESS = '/dashboard/campaigns/send-sms';
