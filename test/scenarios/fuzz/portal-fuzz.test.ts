import { expect, test } from 'vitest';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { ROLES, type Role } from '../../../src/contract/shared/roles.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { fuzzPortal } from './portal-fuzz.ts';
import { openPortal, type Person } from '../../harness/portal.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);

// `npm run check -- fuzz --part portal` sends a hundred thousand to the whole product.
test('answers malformed requests to every call of the portal without a fault on our side', async () => {
  const people = new Map<Role, Person>();
  const root = await portal.add('root', 'ADMINISTRATOR', null);
  for (const role of ROLES)
    people.set(
      role,
      role === 'ADMINISTRATOR' ? root : await portal.add(role.toLowerCase(), role, root),
    );
  const port = Number(new URL(await portal.listen()).port);
  const { faults, statuses, endpoints } = await fuzzPortal(
    {
      port,
      enter: (role) => portal.enter(people.get(role)!.clientId),
      async mend() {
        await portal.database.run(systemScope(), (tx) => tx.query('delete from rate_limit'));
        for (const [role, { clientId }] of people) {
          await db.query(
            `update client set client_status = 'ACTIVE', access_level = $2 where id = $1`,
            [clientId, role],
          );
        }
      },
    },
    { requests: 1500, seed: 1 },
  );
  const told = [
    ...faults.map(({ status, call }) => `${status} ${call}`),
    ...portal.faults.map((fault) => (fault instanceof Error ? fault.stack : String(fault))),
  ];
  expect(told.join('\n')).toBe('');
  expect(endpoints).toBeGreaterThan(290);
  expect(Object.keys(statuses)).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '404']),
  );
});
