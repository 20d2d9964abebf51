import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import type { Tx } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { NEXT } from './clients.rules.ts';
import type { ClientStatus } from './clients.rules.ts';
import { NEXT_CHANGE } from './contact-changes/contact-changes.rules.ts';
import type { ContactChangeStatus } from './contact-changes/contact-changes.rules.ts';
import {
  confirmChange,
  insertContactChange,
  lockPendingChange,
  undoChangesSince,
  withdrawChanges,
} from './contact-changes/contact-changes.store.ts';
import { moveStatus } from './move-status.ts';

const db = await createTestDatabase();
const database = open(db);
const scope = systemScope();
const clientId = await addClient(database, { parentId: null });

const number = await database.run(scope, async (tx) => {
  await insertContactChange(tx, {
    clientId,
    kind: 'EMAIL',
    oldValue: 'old@example.com',
    newValue: 'new@example.com',
    requestedBy: clientId,
    confirmHash: Buffer.alloc(32, 1),
    undoHash: Buffer.alloc(32, 2),
    seconds: 3600,
  });
  return (await lockPendingChange(tx, clientId, 'EMAIL'))!.number;
});

const VERBS: Record<string, [ContactChangeStatus, (tx: Tx) => Promise<unknown>]> = {
  confirm: ['CONFIRMED', (tx) => confirmChange(tx, number, 3600)],
  withdraw: ['WITHDRAWN', (tx) => withdrawChanges(tx, clientId, null)],
  undo: ['UNDONE', (tx) => undoChangesSince(tx, clientId, number)],
};

test.each(Object.keys(NEXT_CHANGE) as ContactChangeStatus[])(
  'a contact change that is %s moves only as its table allows',
  async (from) => {
    for (const [verb, [to, change]] of Object.entries(VERBS)) {
      await db.query('update contact_change set status = $2, undone_at = null where number = $1', [
        number,
        from,
      ]);
      await database.run(scope, change);
      const [row] = await db.query<{ status: string }>(
        'select status from contact_change where number = $1',
        [number],
      );
      expect(row!.status, verb).toBe(NEXT_CHANGE[from].includes(to) ? to : from);
    }
  },
);

const STATUSES = Object.keys(NEXT) as ClientStatus[];

test.each(STATUSES)('a client that is %s moves only as its table allows', async (from) => {
  for (const to of STATUSES) {
    await db.query('update client set client_status = $2 where id = $1', [clientId, from]);
    const moved = database.run(scope, (tx) => moveStatus(tx, { clientId, clientStatus: from }, to));
    if (NEXT[from].includes(to)) await moved;
    else await expect(moved).rejects.toMatchObject({ code: 'CONFLICT' });
    const [row] = await db.query<{ status: string }>(
      'select client_status as status from client where id = $1',
      [clientId],
    );
    expect(row!.status, to).toBe(NEXT[from].includes(to) ? to : from);
  }
});
