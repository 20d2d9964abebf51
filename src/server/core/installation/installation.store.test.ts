import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { open } from '../../../../test/harness/wallets.ts';
import type { KeyState } from '../../infra/secrets.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { NEXT_KEY_PHASE } from './installation.rules.ts';
import type { KeyPhase } from './installation.rules.ts';
import { putKeyState, putSetting, readKeyState } from './installation.store.ts';

const database = open(await createTestDatabase());
const phases = Object.keys(NEXT_KEY_PHASE) as KeyPhase[];
const stateAt = (phase: KeyPhase): KeyState => ({
  writing: 'one',
  rotation:
    phase === 'NONE' ? undefined : { from: 'one', to: 'two', phase, since: '2026-01-01T00:00:00Z' },
  retired: [],
});

test.each(phases.flatMap((from) => phases.map((to) => [from, to] as const)))(
  'a key rotation moves from %s to %s only if the table allows it',
  async (from, to) => {
    await database.run(systemScope(), async (tx) => {
      await tx.query(`delete from setting where key like 'secretKey%'`);
      const { writing, rotation } = stateAt(from);
      await putSetting(tx, 'secretKeyFingerprint', writing);
      if (rotation) await putSetting(tx, 'secretKeyRotation', rotation);
      const moved = putKeyState(tx, stateAt(from), stateAt(to));
      if (NEXT_KEY_PHASE[from].includes(to)) expect(await moved).toBe(true);
      else await expect(moved).rejects.toThrow(`from ${from} to ${to}`);
      const reached = NEXT_KEY_PHASE[from].includes(to) ? to : from;
      expect((await readKeyState(tx)).rotation?.phase).toBe(stateAt(reached).rotation?.phase);
    });
  },
);
