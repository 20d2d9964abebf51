// The ways by which a person's opt-out reaches a client's list, as the transaction of each.
import { addLinks } from '../../../src/server/core/opt-outs/links.store.ts';
import { optOut, optOutByLink } from '../../../src/server/core/opt-outs/opt-outs.ts';
import { addWritten } from '../../../src/server/features/contacts/opt-outs/opt-outs.ts';
import type { Database, Tx } from '../../../src/server/infra/database/db.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { newId } from '../../../src/server/infra/ids.ts';

/** Those that the portal's side writes; a keyword comes over a link, and a carrier's in a receipt. */
export const WRITTEN_WAYS = ['link', 'portal', 'import', 'API'] as const;
export type WrittenWay = (typeof WRITTEN_WAYS)[number];

/** A client with a sender ID for promotions and one for the rest. */
export async function addSenders(
  portal: Database,
  clientId: string,
  { promotional, transactional }: { promotional: string; transactional: string },
): Promise<void> {
  await portal.run(systemScope(), async (tx) => {
    for (const [name, kind] of [
      [promotional, 'PROMOTIONAL'],
      [transactional, 'TRANSACTIONAL'],
    ])
      await tx.query(
        `insert into sender (id, sender, client_id, kind, country, status) values ($1, $2, $3, $4, 'KE', 'READY_FOR_SENDING')`,
        [newId(), name, clientId, kind],
      );
  });
}

/** The transaction of an opt-out of promotions that the portal's side writes. */
export async function writtenOptOut(
  portal: Database,
  way: WrittenWay,
  { clientId, sender, number }: Record<'clientId' | 'sender' | 'number', string>,
): Promise<(tx: Tx) => Promise<unknown>> {
  const destinations = [number];
  switch (way) {
    case 'link': {
      const [token] = await portal.run(systemScope(), (tx) =>
        addLinks(tx, { clientId, sender, length: 6 }, destinations),
      );
      return (tx) => optOutByLink(tx, token!, 'PROMOTIONAL');
    }
    case 'portal':
    case 'API':
      return (tx) =>
        addWritten(tx, clientId, {
          phones: [`+${number}`],
          language: 'en',
          note: '',
          source: way === 'API' ? 'API' : 'PORTAL',
          scope: 'PROMOTIONAL',
        });
    case 'import':
      return (tx) =>
        optOut(tx, {
          clientId,
          destinations,
          source: 'IMPORT',
          notes: [''],
          scope: 'PROMOTIONAL',
        });
  }
}

export const isOptedOut = (database: Database, clientId: string, number: string) =>
  database.run(systemScope(), async (tx) => {
    const { rowCount } = await tx.query(
      'select from opt_out where client_id = $1 and destination = $2',
      [clientId, number],
    );
    return rowCount > 0;
  });

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
