/** Paths of the contact screens. */
export const GROUPS = '/dashboard/contact-groups';
export const CONTACTS = '/dashboard/contacts';
export const OPT_OUTS = '/dashboard/contacts/opt-outs';
export const IMPORT = '/dashboard/contacts/import';

export const groupAddress = (groupId: string) => `/dashboard/manage-contact-group/${groupId}`;
export const importAddress = (importId: string) => `${IMPORT}?import=${importId}`;

/** The composer with this group chosen. */
export const sendAddress = (groupId: string) => `/dashboard/campaigns/send-sms?group=${groupId}`;
