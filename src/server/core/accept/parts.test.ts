// Parts that a customer cut itself, judged by what a phone makes of them.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addRoute } from '../../../../test/harness/pipeline.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import type { Tx } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { idTime, newId } from '../../infra/ids.ts';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { publishConfig } from '../dispatch/routing/config-version.ts';
import { openAcceptor } from './accept.ts';
import type { MessageRequest, Submitter } from './accept.ts';
import { dropOldUnapproved } from './approval.store.ts';
import { fingerprintOf } from './fingerprint.rules.ts';
import { JOINED_MS } from './parts.rules.ts';
import { readParts } from './parts.store.ts';

const db = await createTestDatabase();
const portal = open(db);
const database = open(db, 'tuma_accept', 4);
const acceptor = openAcceptor({ database });
let rootId: string;

beforeAll(async () => {
  rootId = await addClient(portal, { parentId: null });
  await portal.run(systemScope(), async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      `insert into connector (cid, kind, carrier_account_id, settings) values ('carrier', 'SMPP', 1, '{"host":"x","username":"x"}') returning id`,
    );
    await addRoute(tx, 0, 'DefaultRoute', [rows[0]!.id]);
    await publishConfig(tx, null);
    for (const name of ['SHOP', 'DUKA'])
      await tx.query(
        `insert into sender (id, sender, client_id, kind, country, status, is_generic) values ($1, $2, $3, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING', true)`,
        [newId(), name, rootId],
      );
  });
});
beforeEach(() =>
  setRules({ words: ['loans', 'casino'], links: true }, { numbersPerText: 0, messagesPerDay: 200 }),
);

const setRules = (
  content: { words: string[]; links: boolean },
  limits: { numbersPerText: number; messagesPerDay: number },
) =>
  db.query(
    `insert into setting (key, value) values ('contentRules', $1), ('approvalLimits', $2) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ ...content, mostRecipients: null }), JSON.stringify(limits)],
  );

/** A client; with `numbers` its texts need approval from so many on. */
async function addShop(numbers?: number): Promise<Submitter> {
  const clientId = await addClient(portal, { parentId: rootId, units: 100_000_000n });
  if (numbers !== undefined)
    await db.query(
      `update client set requires_campaign_approval = true, unapproved_numbers = $2 where id = $1`,
      [clientId, numbers],
    );
  return { source: 'SMPP', clientId, user: null, test: false };
}

const approve = async ({ clientId }: Submitter, text: string, isApproved = true) => {
  await db.query(
    `insert into text_decision (id, client_id, campaign_id, sender, text, fingerprint, is_approved, decided_by)
     values (gen_random_uuid(), $1, gen_random_uuid(), 'SHOP', $2, $3, $4, $1)`,
    [clientId, text, fingerprintOf(text), isApproved],
  );
};

type Place = { to?: string; reference?: number; isWide?: boolean; total?: number };
const header = ({ reference = 7, isWide = false, total = 2 }: Place, part: number) =>
  Buffer.from(
    isWide
      ? [6, 8, 4, reference >> 8, reference & 255, total, part]
      : [5, 0, 3, reference, total, part],
  );
function part(at: number, text: string, place: Place = {}): MessageRequest {
  return {
    from: 'SHOP',
    to: place.to ?? '0712345678',
    content: {
      octets: Buffer.concat([header(place, at), Buffer.from(text, 'latin1')]),
      dataCoding: 0,
      esmClass: 0x40,
      text,
    },
  };
}
/** Sends parts one call after another. @returns what became of each */
async function send(shop: Submitter, ...requests: MessageRequest[]) {
  const outcomes: string[] = [];
  for (const request of requests) outcomes.push(...(await sendTogether(shop, request)));
  return outcomes;
}
const sendTogether = async (shop: Submitter, ...requests: MessageRequest[]) =>
  (await acceptor.accept(shop, requests)).map((outcome) =>
    'refusal' in outcome ? outcome.refusal.code : outcome.waitsIn === null ? 'sent' : 'waits',
  );
const textsWaiting = async ({ clientId }: Submitter) =>
  (
    await db.query<{ text: string }>('select text from campaign where client_id = $1 order by id', [
      clientId,
    ])
  ).map(({ text }) => text);

describe('a rule that only the parts together meet', () => {
  test.each([
    ['a word', 'Take cheap lo', 'ans today'],
    ['a link', 'See bit.', 'ly/x for more'],
    ['a word with letters of another alphabet', 'Take cheap lо', 'аns today'],
  ])('holds back the last of them: %s', async (_what, first, second) => {
    const shop = await addShop();
    expect(await send(shop, part(1, first), part(2, second))).toEqual(['sent', 'waits']);
    expect(await textsWaiting(shop)).toEqual([first + second]);
  });

  test.each<[string, Place, Place]>([
    ['by 8 bits', {}, {}],
    ['by 16 bits', { isWide: true, reference: 700 }, { isWide: true, reference: 700 }],
    ['by 8 and 16 bits of one number', { isWide: true }, {}],
  ])('whatever refers to it: %s', async (_what, one, other) => {
    const shop = await addShop();
    expect(await send(shop, part(2, 'ans today', other), part(1, 'cheap lo', one))).toEqual([
      'sent',
      'waits',
    ]);
    expect(await textsWaiting(shop)).toEqual(['cheap loans today']);
  });

  test('in one call, and in calls at once', async () => {
    const [shop, other] = [await addShop(), await addShop()];
    expect(await sendTogether(shop, part(1, 'cheap lo'), part(2, 'ans today'))).toEqual([
      'sent',
      'waits',
    ]);
    const apart = openAcceptor({ database });
    const outcomes = await Promise.all([
      acceptor.accept(other, [part(1, 'cheap lo')]),
      apart.accept(other, [part(2, 'ans today')]),
    ]);
    expect(
      outcomes.flat().filter((outcome) => 'waitsIn' in outcome && outcome.waitsIn !== null),
    ).toHaveLength(1);
  });

  test('in three parts, in any order, with one that comes twice', async () => {
    const shop = await addShop();
    const cut = (at: number, text: string) => part(at, text, { total: 3 });
    expect(
      await send(shop, cut(3, 'no today'), cut(1, 'at the ca'), cut(1, 'at the ca'), cut(2, 'si')),
    ).toEqual(['sent', 'sent', 'sent', 'waits']);
    expect(await textsWaiting(shop)).toEqual(['at the casino today']);
  });

  test('with the first or the last text of a part that came twice', async () => {
    for (const texts of [
      ['cheap lo', 'cheap fa'],
      ['cheap fa', 'cheap lo'],
    ]) {
      const shop = await addShop();
      expect(await send(shop, ...texts.map((text) => part(1, text)), part(2, 'ans today'))).toEqual(
        ['sent', 'sent', 'waits'],
      );
    }
  });

  test('with a letter of 16 bits that the cut goes through', async () => {
    const shop = await addShop();
    const octets = Buffer.from('cheap lo𝐚ns', 'utf16le').swap16();
    const at = octets.indexOf(0xd8) + 2;
    const wide = (number: number, body: Buffer): MessageRequest => ({
      ...part(number, ''),
      content: {
        octets: Buffer.concat([header({}, number), body]),
        dataCoding: 8,
        esmClass: 0x40,
        text: Buffer.from(body).swap16().toString('utf16le'),
      },
    });
    expect(await send(shop, wide(1, octets.subarray(0, at)), wide(2, octets.subarray(at)))).toEqual(
      ['sent', 'waits'],
    );
  });

  test('not with parts of another receiver, reference, total, sender ID or client', async () => {
    const [shop, other] = [await addShop(), await addShop()];
    expect(await send(shop, part(1, 'cheap lo'))).toEqual(['sent']);
    expect(
      await send(
        shop,
        part(2, 'ans today', { to: '0712345679' }),
        part(2, 'ans today', { reference: 8 }),
        part(2, 'ans today', { total: 3 }),
        { ...part(2, 'ans today'), from: 'DUKA' },
      ),
    ).toEqual(['sent', 'sent', 'sent', 'sent']);
    expect(await send(other, part(2, 'ans today'))).toEqual(['sent']);
  });

  /** Lets the parts so far be accepted earlier, and where `delivered` arrive so many minutes later. */
  const age = async ({ clientId }: Submitter, minutes: number, delivered?: number) => {
    const rows = await db.query<{ id: string }>('select id from message where client_id = $1', [
      clientId,
    ]);
    for (const { id } of rows) {
      const accepted = idTime(id) - minutes * 60_000;
      await db.query(
        `update message set id = $2::uuid, status = coalesce($3, status), done_at = coalesce($4, done_at) where id = $1`,
        [
          id,
          id.replace(/^.{13}/, timeOf(accepted)),
          delivered === undefined ? null : MESSAGE_STATUS.DELIVERED,
          delivered === undefined ? null : new Date(accepted + delivered * 60_000),
        ],
      );
    }
  };

  test('hours later, because a phone waits as long; not after more than a day', async () => {
    for (const minutes of [11, 300, 23 * 60]) {
      const shop = await addShop();
      await send(shop, part(1, 'cheap lo'));
      await age(shop, minutes, 1);
      expect(await send(shop, part(2, 'ans today')), `${minutes}`).toEqual(['waits']);
    }
    const shop = await addShop();
    await send(shop, part(1, 'cheap lo'));
    await age(shop, 25 * 60);
    expect(await send(shop, part(2, 'ans today'))).toEqual(['sent']);
  });

  test('days later, where the first part was scheduled for the time of the second', async () => {
    const shop = await addShop();
    const days = 3 * 24 * 3_600_000;
    const scheduled = { ...part(1, 'cheap lo'), scheduleAt: new Date(Date.now() + days) };
    expect(await send(shop, scheduled, part(1, 'a cheap lo', { reference: 8 }))).toEqual([
      'sent',
      'sent',
    ]);
    await age(shop, 30 * 60);
    await db.query(`update scheduled_part s set sends_at = now(), message_id = m.id from message m
      where m.client_id = s.client_id and m.facts -> 'cut' ->> 'reference' = '7'`);
    expect(await send(shop, part(2, 'ans today'), part(2, 'ans today', { reference: 8 }))).toEqual([
      'waits',
      'sent',
    ]);
    await db.query(`update scheduled_part set sends_at = now() - interval '25 hours'`);
    await portal.run(systemScope(), dropOldUnapproved);
    expect(await db.query('select from scheduled_part')).toEqual([]);
  });

  test('not with a message that its phone has shown, whose reference comes again', async () => {
    const shop = await addShop();
    await send(shop, part(1, 'Take cheap lo'), part(2, 'ts of tea'));
    await age(shop, 30, 1);
    expect(await send(shop, part(2, 'ans today'))).toEqual(['sent']);
    expect(await send(shop, part(1, 'Your cheap lo'))).toEqual(['waits']);
  });

  test.each<[string, number[], number | undefined]>([
    ['that has not arrived', [1, 2], undefined],
    ['that arrived after the next part was accepted', [1, 2], 29.5],
    ['of which a part is missing', [1], 1],
    ['of which a part came twice', [1, 1, 2], 1],
  ])('with a message %s', async (_what, numbers, delivered) => {
    const shop = await addShop();
    await send(
      shop,
      ...numbers.map((number) => part(number, number === 1 ? 'Take cheap lo' : 'ts of tea')),
    );
    await age(shop, 30, delivered);
    expect(await send(shop, part(2, 'ans today'))).toEqual(['waits']);
  });

  test('is refused where the whole text was declined', async () => {
    const shop = await addShop();
    await approve(shop, 'Take cheap loans today', false);
    expect(await send(shop, part(1, 'Take cheap lo'), part(2, 'ans today'))).toEqual([
      'sent',
      'TEXT_DECLINED',
    ]);
  });
});
const timeOf = (at: number) => {
  const hex = at.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
};

test('parts of texts that meet no rule go out, and a part that meets one waits alone as before', async () => {
  const shop = await addShop();
  expect(await send(shop, part(1, 'Your order '), part(2, 'is ready'))).toEqual(['sent', 'sent']);
  expect(await send(shop, part(2, 'cheap loans', { reference: 9 }))).toEqual(['waits']);
  await setRules({ words: [], links: false }, { numbersPerText: 0, messagesPerDay: 200 });
  expect(await send(shop, part(1, 'cheap lo'), part(2, 'ans today'))).toEqual(['sent', 'sent']);
  expect(
    await db.query(
      `select count(*)::int as marked from message where client_id = $1 and facts ? 'cut'`,
      [shop.clientId],
    ),
  ).toEqual([{ marked: 3 }]);
});

test('a value of an approved text brings no word of the rules, whole or in parts', async () => {
  const shop = await addShop();
  await approve(shop, 'Loans for #casino#: see https://duka.example/t today');
  const textTo = (name: string) => `Loans for ${name}: see https://duka.example/t today`;
  const whole = (name: string): MessageRequest => ({
    from: 'SHOP',
    to: '0712345678',
    content: { text: textTo(name) },
  });
  expect(
    await send(
      shop,
      whole('Amina'),
      whole('the casino'),
      whole('cheap loans'),
      whole('our c\u00e0sino'),
    ),
  ).toEqual(['sent', 'waits', 'sent', 'waits']);
  const cut = (name: string, reference: number) => [
    part(1, textTo(name).slice(0, 13), { reference }),
    part(2, textTo(name).slice(13), { reference }),
  ];
  expect(await send(shop, ...cut('Amina', 21), ...cut('casino', 22))).toEqual([
    'sent',
    'sent',
    'sent',
    'waits',
  ]);
});

test('half a word of an approved text is no word of the rules', async () => {
  await setRules(
    { words: ['loans', 'cas'], links: false },
    { numbersPerText: 0, messagesPerDay: 200 },
  );
  const shop = await addShop();
  await approve(shop, 'Loans at the cash desk');
  const [one, two] = ['Loans at the cas', 'h desk'];
  expect(await send(shop, part(1, one), part(2, two))).toEqual(['sent', 'sent']);
  const again = { reference: 8 };
  expect(await send(shop, part(2, two, again), part(1, one, again))).toEqual(['sent', 'sent']);
});

describe('an account that needs approval', () => {
  const [one, two] = ['Our great offer of the day: tea, ', 'coffee and sugar for half the price'];
  const whole = one + two;
  const to = (number: number) => ({ to: `07123456${10 + number}`, reference: number });
  const both = (number: number) => [part(1, one, to(number)), part(2, two, to(number))];

  test('sends a text in parts to as many numbers as one in a piece, whose counts are the same', async () => {
    const shop = await addShop(2);
    expect(await send(shop, ...both(1), ...both(2), ...both(3))).toEqual([
      'sent',
      'sent',
      'sent',
      'sent',
      'waits',
      'waits',
    ]);
    expect(await textsWaiting(shop)).toEqual([one, whole]);
    expect(
      await sendTogether(shop, { from: 'SHOP', to: '0712345699', content: { text: whole } }),
    ).toEqual(['waits']);
    expect(await textsWaiting(shop)).toEqual([one, whole]);
  });

  test('counts a text in parts as one message of a day', async () => {
    await setRules({ words: [], links: false }, { numbersPerText: 0, messagesPerDay: 2 });
    const shop = await addShop(50);
    expect(await send(shop, ...both(1), ...both(2), part(1, one, to(3)))).toEqual([
      'sent',
      'sent',
      'sent',
      'sent',
      'UNAPPROVED_LIMIT',
    ]);
    const other = await addShop(50);
    expect(await sendTogether(other, ...both(1), ...both(2), ...both(3))).toEqual([
      'sent',
      'sent',
      'sent',
      'sent',
      'UNAPPROVED_LIMIT',
      'UNAPPROVED_LIMIT',
    ]);
    // A number that comes again is another message.
    const third = await addShop(50);
    expect(await send(third, ...both(1), ...both(1))).toEqual([
      'sent',
      'sent',
      'sent',
      'UNAPPROVED_LIMIT',
    ]);
  });

  test('cannot hide a text behind first parts that differ', async () => {
    const shop = await addShop(2);
    const outcomes: string[] = [];
    for (let at = 1; at < 5; at++)
      outcomes.push(
        ...(await send(
          shop,
          part(1, `Habari ${'uvwxycdf'[at]!.repeat(9)} `, to(at)),
          part(2, two, to(at)),
        )),
      );
    expect(outcomes.filter((outcome) => outcome === 'waits')).toHaveLength(2);
  });

  test('lets the parts of an approved text pass, in any order, and no other whole', async () => {
    const shop = await addShop(0);
    await approve(shop, whole);
    const [first, second] = both(1) as [MessageRequest, MessageRequest];
    expect(await send(shop, first, second)).toEqual(['sent', 'sent']);
    const [early, late] = both(2) as [MessageRequest, MessageRequest];
    expect(await send(shop, late, early)).toEqual(['sent', 'sent']);
    expect(await send(shop, part(1, one, to(3)), part(2, 'coffee', to(3)))).toEqual([
      'sent',
      'waits',
    ]);
    expect(await send(shop, part(1, 'Loans', to(4)))).toEqual(['waits']);
    expect(
      await db.query('select from unapproved_message where client_id = $1', [shop.clientId]),
    ).toEqual([]);
  });

  test('lets the parts of a template pass, wherever they are cut', async () => {
    const shop = await addShop(0);
    await approve(
      shop,
      'Dear #name#, order 4711 is ready at https://Duka.example/t/aB12?x. Call 254700123456, #shop#',
    );
    const text =
      'Dear Amina, order 99 is ready at https://duka.example/t/aB12?x. Call 254700123456, Mama Pima';
    const failed: number[] = [];
    for (let at = 1; at < text.length; at++) {
      const place = { to: `07220${10000 + at}` };
      const outcomes = await sendTogether(
        shop,
        part(1, text.slice(0, at), place),
        part(2, text.slice(at), place),
      );
      if (outcomes.some((outcome) => outcome !== 'sent')) failed.push(at);
    }
    expect(failed).toEqual([]);
  });
});

test('a number that gets very many messages makes the next part no dearer', async () => {
  const shop = await addShop();
  const to = '0712777777';
  await send(shop, part(1, 'Your order ', { to }));
  const ids = Array.from({ length: 6_000 }, () => newId());
  await db.query(
    `insert into message (id, client_id, destination, sender, text, payload, data_coding, encoding, segments, units, route_id, config_version, status, facts)
     select t.id, m.client_id, m.destination, m.sender, m.text, m.payload, m.data_coding, m.encoding, m.segments, m.units, m.route_id, m.config_version, 10, m.facts
     from unnest($2::uuid[]) t (id), (select * from message where client_id = $1) m`,
    [shop.clientId, ids],
  );
  expect(await send(shop, part(1, 'cheap lo', { to }))).toEqual(['sent']);
  const plan: string[] = [];
  await database.run(systemScope(), (tx) => {
    const group = { sender: 'SHOP', destination: '254712777777', reference: 7, total: 2 };
    const explaining: Pick<Tx, 'query'> = {
      async query(text, values) {
        const { rows } = await tx.query<{ 'QUERY PLAN': string }>(
          `explain (analyze, costs off, timing off, summary off, buffers off) ${text}`,
          values,
        );
        plan.push(...rows.map((row) => row['QUERY PLAN']));
        return { rows: [], rowCount: 0 };
      },
    };
    return readParts(
      { ...tx, ...explaining },
      [{ allowanceOf: shop.clientId, isShared: true, clientIds: [shop.clientId], ...group }],
      Date.now() - JOINED_MS,
    );
  });
  const read = plan.flatMap((line) => /Scan .* on message.*rows=([\d.]+)/.exec(line)?.[1] ?? []);
  expect(read.length, plan.join('\n')).toBeGreaterThan(0);
  expect(Math.max(...read.map(Number)), plan.join('\n')).toBeLessThanOrEqual(2_000);
  expect(await send(shop, part(2, 'ans today', { to }))).toEqual(['waits']);
});
