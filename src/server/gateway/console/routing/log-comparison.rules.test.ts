import { expect, test } from 'vitest';
import type { ConfigRows } from '../../../core/dispatch/routing/config-version.store.ts';
import { compareLog, readLogLine } from './log-comparison.rules.ts';

const line = (cid: string, from: string, to: string, content: string, status = 'ESME_ROK') =>
  `2026-01-16 06:47:37 INFO     1 SMS-MT [cid:${cid}] [queue-msgid:56e8678c-f44e] [smpp-msgid:b'3ac2820d'] [status:${status}] [prio:0] [dlr:NO_SMSC_DELIVERY_RECEIPT_REQUESTED] [validity:none] [from:${from}] [to:${to}] [content:${content}]`;

test.each([
  [
    "b'SHOP'",
    "b'+254700000001'",
    "b'Ol\\xc3\\xa1 [1] \\'x\\''",
    ['SHOP', '254700000001', "Olá [1] 'x'"],
  ],
  ['SHOP', '254700000001', "'Hello'", ['SHOP', '254700000001', 'Hello']],
  ["b'SHOP'", "b'254700000001'", "b'\\xe1'", ['SHOP', '254700000001', 'á']],
])('a line of either release of Python: %s %s %s', (from, to, content, [sender, phone, text]) => {
  expect(readLogLine(line('east', from, to, content))).toEqual({
    cid: 'east',
    facts: {
      sender,
      destination: phone,
      text,
      userId: null,
      groupId: null,
      tags: [],
      at: new Date('2026-01-16T06:47:37Z'),
    },
  });
});

test.each([
  '',
  "2016-08-05 05:16:46 INFO 11696 DLR [cid:rx2] [smpp-msgid:12] [status:DELIVRD] [content:'']",
  "2016-08-05 05:16:41 INFO 11696 SMS-MO [cid:rx4] [from:919] [to:PD] [content:'x']",
  'ERROR 1 SMPPC [cid:east] is not bound: Discarding (#1)',
])('no sent message: %s', (other) => {
  expect(readLogLine(other)).toBeUndefined();
});

test('a line that repeats its own parts without end is read once', () => {
  const parts = ' SMS-MT [cid:a] [from:] [to:] [content:'.repeat(500);
  expect(readLogLine(`2026-01-16 06:47:37${parts}`)).toBeUndefined();
  expect(readLogLine(`2026-01-16 06:47:37${parts}]`)).toMatchObject({
    cid: 'a',
    facts: { sender: '', destination: '' },
  });
});

test('messages are the same where the log names a connector of their route', () => {
  const route = (
    id: number,
    order: number,
    type: string,
    connectorIds: number[],
    filterIds: number[],
  ) => ({
    id,
    direction: 'MT' as const,
    order,
    type,
    filterIds,
    connectorIds,
    targets: [],
    weights: null,
    enabled: true,
  });
  const connector = (id: number, cid: string) => ({
    id,
    cid,
    kind: 'SMPP' as const,
    carrierAccountId: id,
    settings: {},
    secret: null,
  });
  const config: ConfigRows = {
    connectors: [connector(1, 'east'), connector(2, 'west'), connector(3, 'rest')],
    filters: [
      {
        id: 1,
        fid: 'kenya',
        type: 'DestinationAddrFilter',
        parameters: { destination_addr: '^254' },
      },
    ],
    routes: [
      route(1, 10, 'RandomRoundrobinMTRoute', [1, 2], [1]),
      route(2, 0, 'DefaultRoute', [3], []),
    ],
  };
  expect(
    compareLog(config, [
      line('east', 'A', '254700000001', "'x'"),
      line('west', 'A', '254700000002', "'x'"),
      line('rest', 'A', '254700000003', "'x'"),
      line('old', 'A', '255700000004', "'x'"),
      'another line',
    ]),
  ).toEqual({
    read: 4,
    same: 2,
    undecided: 0,
    differing: [
      {
        cid: 'rest',
        route: { order: 10, type: 'RandomRoundrobinMTRoute', cids: ['east', 'west'] },
        messages: 1,
        examples: [{ destination: '254700000003', senderId: 'A' }],
      },
      {
        cid: 'old',
        route: { order: 0, type: 'DefaultRoute', cids: ['rest'] },
        messages: 1,
        examples: [{ destination: '255700000004', senderId: 'A' }],
      },
    ],
  });
  // A route for a user may have taken a message that its other filters let through, if it stands above.
  const users: ConfigRows = {
    ...config,
    filters: [
      ...config.filters,
      { id: 2, fid: 'bank', type: 'UserFilter', parameters: { uid: 'bank' } },
    ],
  };
  const ofUser = (order: number) =>
    compareLog(
      { ...users, routes: [...users.routes, route(3, order, 'StaticMTRoute', [3], [1, 2])] },
      [
        line('rest', 'A', '254700000003', "'x'"),
        line('east', 'A', '254700000003', "'x'"),
        line('west', 'A', '255700000003', "'x'"),
      ],
    );
  expect(ofUser(20)).toMatchObject({ same: 1, undecided: 1, differing: [{ cid: 'west' }] });
  expect(ofUser(5)).toMatchObject({
    same: 1,
    undecided: 0,
    differing: [{ cid: 'rest' }, { cid: 'west' }],
  });
  expect(compareLog({ ...config, routes: [] }, [line('east', 'A', '1', "'x'")])).toMatchObject({
    same: 0,
    differing: [{ cid: 'east', route: null }],
  });
});
