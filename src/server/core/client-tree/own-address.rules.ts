import type { CLIENT_STATUSES } from '../../../contract/api/auth.ts';
import type { Role } from '../../../contract/shared/roles.ts';

/** The facts of an account that show whose its email address is. */
export type AddressFacts = {
  isEmailUnproved: boolean;
  clientStatus: (typeof CLIENT_STATUSES)[number];
  /** The level of the account that invited it; null once its owner has got in. */
  inviterLevel: Role | null;
};

/**
 * True where a file that names an email address may mean the account that has it: its owner has
 * shown to read the mail, or an administrator invited that address. Anybody can register somebody
 * else's address, and a reseller can invite it.
 */
export function isOwnAddress({
  isEmailUnproved,
  clientStatus,
  inviterLevel,
}: AddressFacts): boolean {
  return !isEmailUnproved || (clientStatus === 'INVITED' && inviterLevel === 'ADMINISTRATOR');
}
