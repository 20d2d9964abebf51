import { afterAll, describe, expect, test } from 'vitest';
import { accountSidOf } from '../../../src/contract/shared/http-dialects.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { openShops, PASSWORD } from '../../harness/shops.ts';
import { openPortal } from '../../harness/portal.ts';
import { addKinds } from './kinds.ts';

const db = await createTestDatabase();
const shops = await openShops(db);
const app = await shops.mountHttpDialects();
afterAll(() => app.close());
const portal = await openPortal(db);
const clientId = await shops.addShop('shop', { units: 100_000_000n });
const key = await portal.keyOf(clientId);
const kinds = await addKinds(db, clientId, 'D');

type Sent = { from: string; to: string };
const query = (path: string, values: Record<string, string>) =>
  `${path}?${new URLSearchParams(values).toString()}`;
const basic = (user: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${PASSWORD}`).toString('base64')}`,
});
const form = (values: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: 'POST' as const,
  payload: new URLSearchParams(values).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
});

/** Sends one message by an API of customers; returns its answer. */
const APIS: Record<string, (message: Sent) => Promise<string>> = {
  REST: async ({ from, to }) =>
    (
      await portal.call('POST', '/v1/messages', {
        token: key,
        body: { from, to: `+${to}`, text: 'Habari' },
      })
    ).text,
  Jasmin: async ({ from, to }) =>
    (
      await app.inject(
        query('/send', { username: 'shop', password: PASSWORD, from, to, content: 'Habari' }),
      )
    ).body,
  Kannel: async ({ from, to }) =>
    (
      await app.inject(
        query('/cgi-bin/sendsms', {
          username: 'shop',
          password: PASSWORD,
          from,
          to,
          text: 'Habari',
        }),
      )
    ).body,
  "Africa's Talking": async ({ from, to }) =>
    (
      await app.inject({
        url: '/version1/messaging',
        ...form(
          { username: 'shop', from, to: `+${to}`, message: 'Habari' },
          { apikey: PASSWORD, accept: 'application/json' },
        ),
      })
    ).body,
  sendsms: async ({ from, to }) =>
    (
      await app.inject({
        url: '/api/services/sendsms/',
        method: 'POST',
        payload: {
          apikey: PASSWORD,
          partnerID: 'shop',
          message: 'Habari',
          shortcode: from,
          mobile: to,
        },
      })
    ).body,
  Twilio: async ({ from, to }) =>
    (
      await app.inject({
        url: `/2010-04-01/Accounts/${accountSidOf('shop')}/Messages.json`,
        ...form({ To: `+${to}`, From: from, Body: 'Habari' }, basic(accountSidOf('shop'))),
      })
    ).body,
  Beem: async ({ from, to }) =>
    (
      await app.inject({
        url: '/v1/send',
        method: 'POST',
        headers: basic('shop'),
        payload: {
          source_addr: from,
          schedule_time: '',
          encoding: 0,
          message: 'Habari',
          recipients: [{ recipient_id: '1', dest_addr: to }],
        },
      })
    ).body,
};
/** The answer of an API to a message whose sender ID the operator has not approved. */
const REFUSALS: Record<keyof typeof APIS, RegExp> = {
  REST: /"error":"SENDER_NOT_REGISTERED"/,
  Jasmin: /Argument \[from\] has an invalid value/,
  Kannel: /Sender not allowed/,
  "Africa's Talking": /InvalidSenderId/,
  sendsms: /1001/,
  Twilio: /21606/,
  Beem: /111/,
};

describe.each(Object.keys(APIS))('through %s', (name) => {
  test.each(kinds)('$name: from $sentAs', async ({ from, to, sentAs }) => {
    const before = await db.query('select id from message');
    const answer = await APIS[name]!({ from, to });
    const sent = await db.query<{ sender: string; destination: string; units: bigint }>(
      'select sender, destination, units from message where id <> all ($1)',
      [before.map(({ id }) => id)],
    );
    if (sentAs === null) {
      expect(sent, answer).toEqual([]);
      expect(answer).toMatch(REFUSALS[name]!);
    } else
      expect(
        sent.map(({ sender, destination }) => ({ sender, destination })),
        answer,
      ).toEqual([{ sender: sentAs, destination: to }]);
  });
});
