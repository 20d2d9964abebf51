import { normalizePhone } from '../../../contract/shared/phone.ts';
import type { Tx } from '../../infra/database/db.ts';
import { listNamedClients } from './named-clients.store.ts';
import type { NamedClient } from './named-clients.store.ts';

/** The client that a text of a file names, or why it names none. */
export type Found = { client: NamedClient } | { problem: 'NOBODY' | 'SEVERAL' };

/**
 * Finds the clients that the rows of a file name by email address, phone or whole name, all at once.
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
    const [client, ...others] =
      // An address or a number names one account; a name may be that of several.
      [
        candidates.filter(({ email }) => email === name),
        candidates.filter((each) => phone !== undefined && each.phone === phone),
        candidates.filter(({ clientName }) => clientName.toLowerCase() === name),
      ].find((list) => list.length > 0) ?? [];
    if (client === undefined) return { problem: 'NOBODY' };
    return others.length > 0 ? { problem: 'SEVERAL' } : { client };
  };
}
