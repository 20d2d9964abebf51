// Days and times that calendars or the database do not have, at every call that takes them.
import { expect, test } from 'vitest';
import { createTestDatabase } from '../harness/database.ts';
import { openPortal } from '../harness/portal.ts';
import { listEndpoints } from './endpoints.ts';
import { FIXTURES } from './fixtures.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const root = await portal.add('root', 'ADMINISTRATOR', null);
const LAST_TIMESTAMP = 253_402_300_799;
const all = (await listEndpoints()).map(([name, endpoint]) => {
  const { shape = {} } = endpoint.input as unknown as { shape?: object };
  return { name, endpoint, fields: Object.keys(shape) };
});

test.each(
  all
    .filter(({ fields }) => fields.includes('checkedOn'))
    .map((each) => [each.name, each] as const),
)('%s refuses a day that is none, at its field', async (name, { endpoint }) => {
  const fixture = FIXTURES[name]!;
  if (fixture.kind !== 'plain') throw new Error(`${name} names a thing`);
  for (const checkedOn of ['2026-02-31', '0000-01-01', '9999-12-31', '2026-1-1', '']) {
    const path = endpoint.path.replaceAll(
      /\/:(\w+)/g,
      (_, field: string) => `/${String(fixture.input[field])}`,
    );
    const named = [...endpoint.path.matchAll(/\/:(\w+)/g)].map(([, field]) => field);
    const body = Object.fromEntries(
      Object.entries({ ...fixture.input, checkedOn }).filter(([field]) => !named.includes(field)),
    );
    const answer = await portal.call(endpoint.method, path, { token: root.token, body });
    expect([checkedOn, answer.status, answer.body['details']]).toMatchObject([
      checkedOn,
      400,
      [{ field: 'checkedOn' }],
    ]);
  }
});

test.each(
  all
    .filter(
      ({ fields }) =>
        fields.includes('filter.startTimestamp') && fields.includes('filter.endTimestamp'),
    )
    .filter(
      ({ endpoint: { method, key, path } }) => method === 'GET' && !key && !path.includes('/:'),
    )
    .map((each) => [each.name, each] as const),
)('%s answers for any time', async (_name, { endpoint }) => {
  for (const [start, end] of [
    [0, LAST_TIMESTAMP],
    [LAST_TIMESTAMP, 0],
    [LAST_TIMESTAMP, LAST_TIMESTAMP],
  ]) {
    const body = { 'filter.startTimestamp': start, 'filter.endTimestamp': end };
    const answer = await portal.call('GET', endpoint.path, { token: root.token, body });
    expect([start, end, answer.status]).not.toContain(500);
  }
});
