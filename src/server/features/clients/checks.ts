import { passwordFault } from '../../core/auth/passwords/passwords.rules.ts';
import type { Tx } from '../../infra/database/db.ts';
import { alreadyRegistered, badInput } from '../../infra/errors.ts';
import { isContactHeld } from './contact-changes/contact-changes.store.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';

/** @throws Refusal BAD_INPUT for a password that is easy to guess */
export function passwordOrRefuse(
  password: string,
  about: readonly (string | null | undefined)[],
  language: Language,
  field: string,
): void {
  const fault = passwordFault(password, about);
  if (fault) throw badInput([{ field, message: sentence(language, fault) }]);
}

/** @throws Refusal BAD_INPUT for a company without its name */
export function companyOrRefuse(
  account: { accountType: 'INDIVIDUAL' | 'COMPANY'; companyName?: string | null | undefined },
  language: Language,
): void {
  if (account.accountType === 'COMPANY' && !account.companyName)
    throw badInput([{ field: 'companyName', message: sentence(language, 'COMPANY_NAME_MISSING') }]);
}

/** @throws Refusal ALREADY_REGISTERED for an address or number that another account can still have back */
export async function orHeld(
  tx: Tx,
  contact: { email?: string | null; phone?: string | null },
  exceptClientId: string | null,
): Promise<void> {
  for (const field of ['email', 'phone'] as const) {
    const value = contact[field];
    if (value && (await isContactHeld(tx, [value], exceptClientId))) throw alreadyRegistered(field);
  }
}

/** Two accounts cannot have one address: says which, where the database refused it. */
export function takenContact(error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code !== '23505') return error;
  if (constraint === 'client_email') return alreadyRegistered('email');
  if (constraint === 'client_phone') return alreadyRegistered('phone');
  return error;
}
