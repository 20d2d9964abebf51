import { normalizePhone } from '../../../contract/shared/phone.ts';
import type { Tx } from '../../infra/database/db.ts';
import { listNamedClients } from './named-clients.store.ts';
import type { NamedClient } from './named-clients.store.ts';
import { isOwnAddress } from './own-address.rules.ts';

/** The client that a text of a file names, or why it names none. */
export type Found = { client: NamedClient } | { problem: 'NOBODY' | 'SEVERAL' | 'UNPROVED' };

/**
 * Finds the clients that the rows of a file name by email address, phone or whole name, all at once.
 * A text that reads as an address or a number is no name: everybody chooses the name of its account.
 * @param country of phones without their calling code
 */
export async function findNamedClients(
  tx: Tx,
  texts: readonly string[],
  country: string,
): Promise<(text: string) => Found> {
  const phoneOf = (text: string) => {
    const phone = normalizePhone(text, country);
    return phone.ok ? phone.e164 : undefined;
  };
  const candidates = await listNamedClients(
    tx,
    texts.map((text) => text.trim().toLowerCase()),
    texts.flatMap((text) => phoneOf(text) ?? []),
  );
  return (text) => {
    const name = text.trim().toLowerCase();
    const phone = phoneOf(text);
    const isEmail = name.includes('@');
    const [client, ...others] = candidates.filter((each) => {
      if (isEmail) return each.email === name;
      return phone === undefined ? each.clientName.toLowerCase() === name : each.phone === phone;
    });
    if (client === undefined) return { problem: 'NOBODY' };
    if (isEmail && !isOwnAddress(client)) return { problem: 'UNPROVED' };
    return others.length > 0 ? { problem: 'SEVERAL' } : { client };
  };
}
