import type { Role } from '../../../../contract/shared/roles.ts';

/** Invitations that one account may send within 24 hours. */
export type InvitationBudget = { standard: number; newcomer: number };

export const BUDGET_SECONDS = 86_400;
const NEWCOMER_DAYS = 30;
const STAFF: readonly Role[] = ['ADMINISTRATOR', 'IT_SUPPORT', 'BD_CLIENT'];

/**
 * A COMPANY counts as a newcomer at any age: anybody can register as one, and a mail in the
 * platform's name is worth waiting a month for.
 */
export function budgetOf(
  { accessLevel, createdAt }: { accessLevel: Role; createdAt: Date },
  { standard, newcomer }: InvitationBudget,
  now: Date,
): number {
  if (STAFF.includes(accessLevel)) return standard;
  const isNew = now.getTime() - createdAt.getTime() < NEWCOMER_DAYS * 86_400_000;
  return accessLevel === 'COMPANY' || isNew ? newcomer : standard;
}
