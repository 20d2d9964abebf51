import type { Tx } from '../db.ts';
import { addOptOuts, removeAskedOptOuts, removeOptOuts } from '../opt-outs.store.ts';
import { wishOf } from './mo.rules.ts';
import type { NewMo } from './mo.rules.ts';
import { listWriters, storeMo } from './mo.store.ts';

/**
 * Takes a message from a phone: stored once, and its wish to be left alone, or to be written to again, followed in the same
 * transaction. A number of one client's own speaks for that client alone. By a number that several share nobody knows whom the
 * person means: STOP is for all who wrote under it within a week (else for whoever wrote last), START for all that it stopped.
 */
export async function takeMo(tx: Tx, mo: NewMo): Promise<void> {
  const stored = await storeMo(tx, mo);
  const wish = stored && wishOf(stored.text);
  if (!wish) return;
  if (wish === 'STOP') {
    const writers = stored.owned || stored.clientId === null ? [] : await listWriters(tx, mo.source, mo.destination);
    const clients = writers.length > 0 ? writers : stored.clientId === null ? [] : [stored.clientId];
    for (const clientId of clients) await addOptOuts(tx, { clientId, destinations: [mo.source], source: 'MO', notes: [mo.destination] });
  } else if (stored.owned && stored.clientId !== null) {
    await removeOptOuts(tx, stored.clientId, [mo.source]);
  } else {
    await removeAskedOptOuts(tx, mo.source, mo.destination);
  }
}
