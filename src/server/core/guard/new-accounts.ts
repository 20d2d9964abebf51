/** The limit of accounts that are new, for messages that are accepted one by one and for campaigns. */
import { lockWindows, readWindow } from '../auth/limits/rate-limits.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import { compileGuard } from './guard.rules.ts';
import type { NewAccountUse } from './guard.rules.ts';
import { readGuardRules } from './guard.store.ts';

/** The key of the messages that a new account has sent in the time of its rule. */
export const windowOf = (clientId: string) => `new account ${clientId}`;

/** The rule of an account that is new, and its use; undefined where none limits it. Reads only. */
export async function readNewAccountUse(
  tx: Tx,
  clientId: string,
): Promise<NewAccountUse | undefined> {
  const { newAccount } = compileGuard(await readGuardRules(tx, [clientId]));
  if (!newAccount || newAccount.until <= new Date()) return undefined;
  return { ...newAccount, ...(await readWindow(tx, windowOf(clientId))) };
}

/** As `readNewAccountUse`, and locks the use: other senders for this client wait until the transaction ends. */
export async function lockNewAccountUse(
  tx: Tx,
  clientId: string,
): Promise<NewAccountUse | undefined> {
  const use = await readNewAccountUse(tx, clientId);
  if (!use) return undefined;
  const key = windowOf(clientId);
  return { ...use, ...(await lockWindows(tx, [{ key, seconds: use.seconds }])).get(key)! };
}
