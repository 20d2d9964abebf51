import { expect, test } from 'vitest';
import { openConsole } from '../../../../../test/harness/console.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { loadConfigInForce } from '../../../core/dispatch/routing/config-version.ts';
import { systemScope } from '../../../infra/database/scope.ts';

const db = await createTestDatabase();
const { ask, ok, root, client, database } = await openConsole(db);
await ok('POST', 'jasmin/groups', { gid: 'retail' });
await ok('POST', 'jasmin/users', {
  uid: 'shop',
  gid: 'retail',
  username: 'shopsys',
  clientId: client.clientId,
});

test('filters are in natural order of their names, paged, each once', async () => {
  const wanted = ['page-1', 'page-1b', 'page-2', 'Page-10', 'page-010'];
  for (const fid of wanted.toReversed())
    await ok('POST', 'route-filters', { fid, type: 'TransparentFilter' });
  const seen: string[] = [];
  for (let pageToken = ''; seen.length < wanted.length;) {
    const page = (await ok('GET', 'route-filters', {
      'filter.query': 'page-',
      pageSize: 2,
      pageToken,
    })) as { filters: { fid: string }[]; nextPageToken: string };
    seen.push(...page.filters.map(({ fid }) => fid));
    if (page.nextPageToken === '') break;
    ({ nextPageToken: pageToken } = page);
  }
  expect(seen).toEqual(wanted);
  for (const fid of wanted) await ok('DELETE', `route-filters/${fid}`);
});

test('a draft of filters and routes: names, rules, order, moves, findings, and one reload', async () => {
  expect(await ask('POST', 'jasmin:reload')).toMatchObject({
    status: 200,
    body: { message: 'Jasmin reload request has been sent successfully.' },
  });
  await ok('POST', 'route-filters', {
    fid: 'kenya',
    type: 'DestinationAddrFilter',
    parameters: { destination_addr: '^254' },
  });
  expect(
    await ask('POST', 'route-filters', { fid: 'kenya', type: 'TransparentFilter' }),
  ).toMatchObject({ status: 409, body: { error: 'TAKEN' } });
  expect(
    await ask('POST', 'route-filters', {
      fid: 'bad',
      type: 'ExpressionFilter',
      parameters: { expression: 'text + 1' },
    }),
  ).toMatchObject({ status: 400, body: { details: [{ field: 'parameters.expression' }] } });
  await ok('POST', 'route-filters', {
    fid: 'safaricom',
    type: 'DestinationAddrFilter',
    parameters: { destination_addr: '^2547' },
  });
  await ok('POST', 'route-filters', {
    fid: 'from-north',
    type: 'ConnectorFilter',
    parameters: { cid: 'north' },
  });

  const fallback = await ok('POST', 'routes/mt', { type: 'DefaultRoute', connectors: ['north'] });
  expect(fallback).toMatchObject({
    order: 0,
    connectors: [{ cid: 'north', kind: 'SMPP', started: true, live: false, cost: 2 }],
  });
  expect(
    await ask('POST', 'routes/mt', { type: 'DefaultRoute', connectors: ['south'] }),
  ).toMatchObject({
    status: 409,
    body: {
      error: 'TAKEN',
      details: [
        {
          field: 'order',
          message:
            'There is already a default route of MT messages. Change that one, or delete it first.',
        },
      ],
    },
  });
  const narrow = await ok('POST', 'routes/mt', {
    type: 'FailoverMTRoute',
    filters: ['safaricom'],
    connectors: ['north', 'south'],
  });
  const wide = await ok('POST', 'routes/mt', {
    type: 'LeastCostMTRoute',
    filters: ['kenya'],
    connectors: ['north', 'south'],
  });
  expect([narrow['order'], wide['order']]).toEqual([10, 20]);
  const refused: [Record<string, unknown>, number, string][] = [
    [{ type: 'StaticMTRoute', order: 20, filters: ['kenya'], connectors: ['north'] }, 409, 'order'],
    [{ type: 'StaticMTRoute', order: 0, connectors: ['north'] }, 400, 'order'],
    [{ type: 'StaticMTRoute', connectors: ['north', 'south'] }, 400, 'connectors'],
    [{ type: 'FailoverMTRoute', connectors: ['north'] }, 400, 'connectors'],
    [{ type: 'StaticMTRoute', connectors: ['hook'] }, 400, 'connectors'],
    [{ type: 'StaticMTRoute', filters: ['from-north'], connectors: ['north'] }, 400, 'filters'],
    [{ type: 'StaticMTRoute', filters: ['nobodys'], connectors: ['north'] }, 400, 'filters'],
    [
      { type: 'RandomRoundrobinMTRoute', connectors: ['north', 'south'], weights: [1] },
      400,
      'weights',
    ],
    [{ type: 'FailoverMTRoute', connectors: ['north', 'south'], weights: [1, 2] }, 400, 'weights'],
  ];
  for (const [body, status, field] of refused)
    expect(await ask('POST', 'routes/mt', body), JSON.stringify(body)).toMatchObject({
      status,
      body: { details: [{ field }] },
    });

  const findings = (await ok('GET', 'jasmin:lint'))['findings'].map(
    ({ code, label }: Record<string, string>) => `${code} ${label}`,
  );
  expect(findings).toEqual(
    expect.arrayContaining([
      'UNREACHABLE 10 FailoverMTRoute',
      'FILTER_UNUSED from-north',
      'CONNECTOR_UNREACHED hook',
    ]),
  );
  expect(
    await ok('POST', 'routes/mt:move', { routeId: narrow['routeId'], direction: 'UP' }),
  ).toMatchObject({ order: 20, findings: [] });
  expect(
    (await ok('GET', 'routes/mt'))['routes'].map(
      ({ order, type }: Record<string, unknown>) => `${order} ${type}`,
    ),
  ).toEqual(['20 FailoverMTRoute', '10 LeastCostMTRoute', '0 DefaultRoute']);
  expect(
    await ask('POST', 'routes/mt:move', { routeId: fallback['routeId'], direction: 'UP' }),
  ).toMatchObject({ status: 409 });
  // Past several: a free order is taken, so that no other route changes.
  const past = (
    route: Record<string, unknown>,
    direction: string,
    other: Record<string, unknown>,
  ) =>
    ask('POST', 'routes/mt:move', {
      routeId: route['routeId'],
      direction,
      pastRouteId: other['routeId'],
    });
  expect(await past(wide, 'UP', narrow)).toMatchObject({ body: { order: 30 } });
  expect(await past(wide, 'DOWN', narrow)).toMatchObject({ body: { order: 10 } });
  for (const [route, direction, other] of [
    [wide, 'UP', fallback],
    [wide, 'DOWN', narrow],
    [fallback, 'UP', narrow],
  ] as const)
    expect(await past(route, direction, other)).toMatchObject({ status: 409 });
  expect(await ask('DELETE', 'route-filters/kenya')).toMatchObject({
    status: 409,
    body: { error: 'IN_USE', message: expect.stringContaining('MT route 10') },
  });

  const { changes, from, draft } = await ok('GET', 'jasmin:diff');
  expect(changes.find(({ id }: { id: string }) => id === 'kenya')).toMatchObject({
    entity: 'FILTER',
    change: 'ADDED',
    edits: [{ actorName: 'support' }],
  });
  expect(await ask('POST', 'jasmin:reload', { seenVersion: from + 5 })).toMatchObject({
    status: 409,
  });
  // Another operator edits after this one read the difference: nothing that nobody reviewed comes into force.
  await ok('PATCH', 'route-filters/kenya', { parameters: { destination_addr: '^256' } });
  expect(await ask('POST', 'jasmin:reload', { seenVersion: from, seenDraft: draft })).toMatchObject(
    { status: 409, body: { message: expect.stringContaining('edited') } },
  );
  await ok('PATCH', 'route-filters/kenya', { parameters: { destination_addr: '^254' } });
  const again = await ok('GET', 'jasmin:diff');
  const reloaded = await ok('POST', 'jasmin:reload', {
    seenVersion: from,
    seenDraft: again.draft,
  });
  expect(reloaded).toMatchObject({ version: from + 1, unchanged: false });
  expect(await ok('POST', 'jasmin:reload')).toMatchObject({ version: from + 1, unchanged: true });

  await ok('PATCH', 'route-filters/kenya', { parameters: { destination_addr: '^255' } });
  const sample = { to: '+254112345678', from: 'SHOP', text: 'Habari', uid: 'shop' };
  expect(await ok('POST', 'jasmin:simulate', { direction: 'MT', message: sample })).toMatchObject({
    version: from + 1,
    type: 'LeastCostMTRoute',
    tried: [
      {
        order: 20,
        refusedBy: 'safaricom',
        reason: expect.stringContaining('254112345678'),
        filter: { type: 'DestinationAddrFilter', parameters: { destination_addr: '^2547' } },
        value: '254112345678',
      },
      {
        order: 10,
        refusedBy: null,
        filter: null,
        value: null,
        matched: [
          { type: 'DestinationAddrFilter', parameters: { destination_addr: expect.any(String) } },
        ],
      },
    ],
    connectors: [{ cid: 'north' }, { cid: 'south' }],
  });
  expect(
    await ok('POST', 'jasmin:simulate', { direction: 'MT', message: sample, draft: true }),
  ).toMatchObject({ version: null, type: 'DefaultRoute' });
  // A number without its prefix is read as at the acceptance of a message.
  for (const uid of ['shop', undefined])
    expect(
      await ok('POST', 'jasmin:simulate', {
        direction: 'MT',
        message: { to: '0112 345 678', from: 'SHOP', text: 'Habari', ...(uid && { uid }) },
      }),
    ).toMatchObject({ tried: [{ value: '254112345678' }, { refusedBy: null }] });
  await ok('DELETE', `routes/mt/${wide['routeId']}`);
  await ok('POST', 'jasmin:reload');
  expect((await ok('GET', 'routes/mt'))['routes']).toHaveLength(2);
  const back = await ok('POST', 'jasmin:rollback', { version: from + 1 });
  expect(back).toMatchObject({ version: from + 3 });
  expect(
    (await ok('GET', 'routes/mt'))['routes'].map(({ routeId }: { routeId: number }) => routeId),
  ).toContain(wide['routeId']);
  expect(await ok('GET', 'jasmin:diff')).toMatchObject({ changes: [] });
  expect(
    (await database.run(systemScope(), (tx) => loadConfigInForce(tx)))!.filters.find(
      ({ fid }) => fid === 'kenya',
    )!.parameters,
  ).toEqual({ destination_addr: '^254' });
  expect((await ok('GET', 'jasmin/versions'))['versions'][0]).toMatchObject({
    version: from + 3,
    inForce: true,
    actorName: 'support',
    mtRouteCount: 3,
  });
});

test('an invalid draft is not applied, and nothing changes', async () => {
  const before = (await ok('GET', 'jasmin/versions'))['versions'][0].version;
  await db.query(
    `insert into filter (fid, type, parameters) values ('broken', 'DestinationAddrFilter', '{"destination_addr": "("}')`,
  );
  expect(await ask('POST', 'jasmin:reload')).toMatchObject({
    status: 422,
    body: { error: 'DRAFT_INVALID', message: expect.stringContaining('broken') },
  });
  expect((await ok('GET', 'jasmin/versions'))['versions'][0].version).toBe(before);
  await db.query(`delete from filter where fid = 'broken'`);
});

test('messages from phones: keywords, inboxes and connectors, simulated', async () => {
  await ok('POST', 'routes/mo', {
    type: 'DefaultRoute',
    targets: [{ kind: 'INBOX', clientId: root.clientId }],
  });
  await ok('POST', 'routes/mo', {
    type: 'StaticMORoute',
    filters: ['from-north'],
    targets: [{ kind: 'HTTP', cid: 'hook' }],
  });
  await ok('POST', 'routes/mo', {
    type: 'StaticMORoute',
    targets: [{ kind: 'KEYWORD', keyword: 'Info', clientId: client.clientId }],
  });
  expect(
    await ask('POST', 'routes/mo', {
      type: 'FailoverMORoute',
      targets: [
        { kind: 'HTTP', cid: 'hook' },
        { kind: 'SMPP_USER', username: 'shopsys' },
      ],
    }),
  ).toMatchObject({ status: 400, body: { details: [{ field: 'targets' }] } });
  expect(
    await ask('POST', 'routes/mo', {
      type: 'StaticMORoute',
      targets: [{ kind: 'HTTP', cid: 'north' }],
    }),
  ).toMatchObject({ status: 400 });
  await ok('POST', 'jasmin:reload');
  const where = async (text: string, cid: string) =>
    (
      await ok('POST', 'jasmin:simulate', {
        direction: 'MO',
        message: { from: '254700000001', to: '22141', text, cid },
      })
    ).targets;
  expect(await where('  INFO please', 'north')).toMatchObject([
    { kind: 'KEYWORD', clientId: client.clientId },
  ]);
  expect(await where('Information', 'north')).toMatchObject([{ kind: 'HTTP', cid: 'hook' }]);
  expect(await where('Hello', 'south')).toMatchObject([{ kind: 'INBOX', clientId: root.clientId }]);
});

test('a finding that the configuration in force has too is told from one that an edit caused', async () => {
  const findings = async (label: string) => {
    const { findings: all } = await ok('GET', 'jasmin:lint');
    return (all as { label: string; message: string; already: boolean }[])
      .filter((each) => each.label === label)
      .map(({ message, already }) => ({ message, already }));
  };
  await ok('POST', 'jasmin/smpp-connectors', { cid: 'spare', host: 'smpp.example', port: 2775 });
  const unreached = 'No route leads to this connector.';
  expect(await findings('spare')).toEqual([{ message: unreached, already: false }]);
  await ok('POST', 'jasmin:reload');
  expect(await findings('spare')).toEqual([{ message: unreached, already: true }]);

  await ok('POST', 'jasmin/smpp-connectors', {
    cid: 'later',
    host: 'smpp.example',
    port: 2775,
    started: false,
  });
  await ok('POST', 'route-filters', { fid: 'tagged', type: 'TagFilter', parameters: { tag: '7' } });
  const route = { type: 'StaticMTRoute', order: 900, filters: ['tagged'], connectors: ['later'] };
  await ok('POST', 'routes/mt', route);
  expect(await findings('900 StaticMTRoute')).toEqual([
    {
      message: 'Connector later is a draft that is not started: messages wait.',
      already: false,
    },
  ]);
  await ok('POST', 'jasmin:reload');
  expect(await findings('900 StaticMTRoute')).toEqual([
    { message: 'Connector later is stopped: messages wait.', already: true },
  ]);
});
