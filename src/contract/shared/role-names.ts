/** The eight access levels, from high to low: "equal or higher" compares places in this list. */
export const ROLES = [
  'ADMINISTRATOR',
  'IT_SUPPORT',
  'BD_CLIENT',
  'EBU_APPROVER',
  'RESELLER',
  'COMPANY',
  'EBU_CLIENT',
  'CLIENT',
] as const;
export type Role = (typeof ROLES)[number];

/** Roles of the people who run the platform. */
export const STAFF_ROLES = [
  'ADMINISTRATOR',
  'IT_SUPPORT',
  'BD_CLIENT',
  'EBU_APPROVER',
] as const satisfies readonly Role[];
