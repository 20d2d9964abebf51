import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  addRoute,
  addSender,
  call,
  messenger,
  startTasks,
} from '../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../test/harness/campaigns.ts';
import { answerWith, claimSome, receiptsFor, takeOver } from '../../../../test/harness/carrier.ts';
import { withinOneHour } from '../../../../test/harness/clock.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { CAMPAIGN_STATUSES, campaigns } from '../../../contract/api/campaigns.ts';
import { sms } from '../../../contract/api/campaign-sending.ts';
import type { CampaignStatus } from '../../../contract/api/campaigns.ts';
import { platform } from '../../../contract/api/platform-settings.ts';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { reachOf, ROLES } from '../../../contract/shared/roles.ts';
import type { Role } from '../../../contract/shared/roles.ts';
import { Refusal } from '../../infra/errors.ts';
import type { Download } from '../../infra/http/http.ts';
import { newId } from '../../infra/ids.ts';
import { checkLedger } from '../../core/ledger/verify-ledger.ts';
import { openPageTokens } from '../../infra/database/pages.ts';
import { platformRoutes } from '../platform-settings/platform-settings.api.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { campaignRoutes } from './campaigns.api.ts';
import { ALLOWED_FROM } from './campaigns.rules.ts';
import { aggregate, dropEnded } from './progress/aggregate.jobs.ts';
import { startDue } from './send/schedule.jobs.ts';
import { keepSendingHours } from './send/sending-hours.jobs.ts';

const db = await createTestDatabase();
const database = open(db, 'tuma_portal', 12);
const rootId = await addClient(database, { parentId: null });
await addRoute(database);
const lease = await takeOver(database, 1);
const routes = [
  ...campaignRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)), messenger }),
  ...platformRoutes({ database }),
];
const runner = startTasks(database);
afterAll(() => runner.stop());
const root: Caller = { clientId: rootId, accessLevel: 'ADMINISTRATOR', path: '1.' };

beforeEach(async () => {
  await db.query('delete from sending_window');
  await db.query('delete from setting');
});

type Owner = Caller & { sender: string };
let made = 0;

async function add(
  accessLevel: Role,
  parentId = rootId,
  kind: 'TRANSACTIONAL' | 'PROMOTIONAL' = 'TRANSACTIONAL',
): Promise<Owner> {
  const clientId = await addClient(database, { parentId, units: 1_000_000_000n });
  const sender = `LIFE${++made}`;
  await addSender(database, clientId, sender, kind);
  const [row] = await db.query<{ path: string }>(
    'update client set access_level = $2 where id = $1 returning path',
    [clientId, accessLevel],
  );
  return { clientId, accessLevel, path: row!.path, sender };
}

/** A campaign that stands there, with one recipient. */
async function place(
  owner: Owner,
  status: CampaignStatus,
  more: { text?: string; fields?: string[]; scheduleAt?: string; held?: bigint } = {},
): Promise<string> {
  const id = newId();
  const live = ['QUEUED', 'RUNNING', 'COMPLETED'].includes(status);
  await db.query(
    `insert into campaign (id, client_id, campaign_name, sender_id, sender, text, columns, source, country, status, prepared_at, summary, total, segments, scheduled_at, units_held, waiting_since, created_by, ended_at, started_at, expanded_at)
     select $1, $2, 'Test', id, sender, $3, '{phone,name}', 'FILE', 'KE', $4, now(), '{"units":"10000","rows":1,"valid":1,"segments":1,"gsm":1,"ucs2":0,"refused":{},"regions":{"Kenya":{"country":"KE","messages":1,"segments":1,"units":"10000"}}}', 1, 1, $5, $6, now(), $2,
       case when $4 = any ('{COMPLETED,CANCELLED,DECLINED,FAILED}') then now() end, case when $7 then now() end, case when $7 then now() end
     from sender where client_id = $2`,
    [
      id,
      owner.clientId,
      more.text ?? 'Hello',
      status,
      more.scheduleAt ?? null,
      more.held ?? (live ? 10_000n : 0n),
      live,
    ],
  );
  await db.query(
    `insert into recipient (campaign_id, row_no, client_id, destination, fields, segments, units, country, network) values ($1, 1, $2, '254711000001', $3, 1, 10000, 'KE', 1)`,
    [id, owner.clientId, more.fields ? JSON.stringify(more.fields) : null],
  );
  return id;
}

const standing = async (id: string) =>
  (await db.query('select status, reason from campaign where id = $1', [id]))[0];
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
const settled = (id: string) =>
  vi.waitFor(
    async () => {
      runner.wake();
      expect(
        await db.query('select from campaign where id = $1 and prepared_at is not null', [id]),
      ).toHaveLength(1);
    },
    { timeout: 180_000, interval: 20 },
  );

describe('actions on a campaign by role and status', async () => {
  const reseller = await add('RESELLER');
  const owner = await add('CLIENT', reseller.clientId);
  const ebu = await add('EBU_CLIENT');
  const stranger = await add('RESELLER');
  const people: Record<string, Caller> = Object.fromEntries(
    ROLES.map((role) => [role, { clientId: rootId, accessLevel: role, path: '1.' }]),
  );
  const outside = { clientId: stranger.clientId, path: stranger.path };
  people['RESELLER'] = reseller;
  people['COMPANY'] = { ...outside, accessLevel: 'COMPANY' };
  people['CLIENT'] = owner;
  people['EBU_CLIENT'] = ebu;

  const acts = {
    approve: { endpoint: campaigns.approve, input: { approved: true }, from: ALLOWED_FROM.approve },
    decline: {
      endpoint: campaigns.approve,
      input: { approved: false, reason: 'No' },
      from: ALLOWED_FROM.decline,
    },
    pause: { endpoint: campaigns.pause, input: {}, from: ALLOWED_FROM.pause },
    resume: { endpoint: campaigns.resume, input: {}, from: ALLOWED_FROM.resume },
    reschedule: {
      endpoint: campaigns.reschedule,
      input: { scheduleTimestamp: 4_000_000_000 },
      from: ALLOWED_FROM.reschedule,
    },
    cancel: { endpoint: sms.cancelCampaign, input: {}, from: ALLOWED_FROM.cancel },
  } as const;

  test.each(Object.entries(acts))('%s', async (name, { endpoint, input, from }) => {
    const wrong: string[] = [];
    for (const role of ROLES) {
      const caller = people[role]!;
      const reach = reachOf(role, (endpoint as Endpoint).who as 'campaigns.cancel');
      for (const [whose, thing] of [
        ['client', owner],
        ['ebu', ebu],
      ] as const) {
        const within =
          reach === 'all' ||
          (reach === 'tree' && thing.path.startsWith(caller.path)) ||
          (reach === 'ebu' && whose === 'ebu') ||
          (reach === 'own' && caller.clientId === thing.clientId);
        const own =
          caller.clientId === thing.clientId && (name === 'approve' || name === 'decline');
        // A campaign out of reach is not found, in any status.
        for (const status of within ? CAMPAIGN_STATUSES : from.slice(0, 1)) {
          if (reach === undefined) continue; // refused with 403: the access tests
          const id = await place(thing, status);
          const answer = await code(
            call(routes, endpoint as never, caller, { campaignId: id, ...input } as never),
          );
          const may = (from as readonly CampaignStatus[]).includes(status);
          const expected = !within ? 'NOT_FOUND' : !may ? 'CONFLICT' : own ? 'FOUR_EYES' : 'done';
          if (answer !== expected)
            wrong.push(`${role} ${name} ${whose}'s ${status}: ${answer} instead of ${expected}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('approval', async () => {
  const company = await add('COMPANY');
  const child = await add('CLIENT', company.clientId);
  const send = (caller: Caller, campaignId: string) =>
    call(routes, sms.sendCampaign, caller, { campaignId });
  const decide = (caller: Caller, campaignId: string, approved: boolean, reason?: string) =>
    call(routes, campaigns.approve, caller, { campaignId, approved, reason });

  test.each([
    [
      'a word in the text',
      { text: 'Win at the CASINO now' },
      { words: ['casino'] },
      [{ rule: 'WORD', found: 'CASINO' }],
    ],
    [
      'a word in a column',
      { text: 'Dear #name#', fields: ['free money'] },
      { words: ['free money'] },
      [{ rule: 'WORD', found: 'free money' }],
    ],
    [
      'a word of text and column',
      { text: 'cas#name#', fields: ['ino'] },
      { words: ['casino'] },
      [{ rule: 'WORD', found: 'casino' }],
    ],
    [
      'a word with signs',
      { text: 'get a.b* now' },
      { words: ['a.b*'] },
      [{ rule: 'WORD', found: 'a.b*' }],
    ],
    ['a word within another', { text: 'casinos are aXb' }, { words: ['casino', 'a.b'] }, []],
    [
      'a link',
      { text: 'See https://example.com/x?y=1 today' },
      { links: true },
      [{ rule: 'LINK', found: 'https://example.com/x?y=1' }],
    ],
    [
      'a bare link in a column',
      { text: 'See #name#', fields: ['bit.ly/abc'] },
      { links: true },
      [{ rule: 'LINK', found: 'bit.ly/abc' }],
    ],
    [
      'a bare link with any ending',
      { text: 'See claim.bet now' },
      { links: true },
      [{ rule: 'LINK', found: 'claim.bet' }],
    ],
    [
      'a word in letters of another alphabet',
      { text: 'Win at the саsinо now' },
      { words: ['casino'] },
      [{ rule: 'WORD', found: 'casino' }],
    ],
    [
      'a word without the accents of the rule',
      { text: 'Crédito e credito rapido' },
      { words: ['rápido'] },
      [{ rule: 'WORD', found: 'rapido' }],
    ],
    [
      'a word with accents and what no reader sees, in a column',
      { text: 'Dear #name#', fields: ['frée mo\u200bney'] },
      { words: ['free móney'] },
      [{ rule: 'WORD', found: 'free money' }],
    ],
    [
      'an email address and a full stop',
      { text: 'Write to me@example.com. Come. Home' },
      { links: true },
      [],
    ],
    ['nothing', { text: 'Hello' }, { words: ['casino'], links: true, mostRecipients: 1 }, []],
  ])('content rules: %s', async (_what, more, rules, reasons) => {
    await call(routes, platform.update, root, {
      contentRules: { words: [], links: false, mostRecipients: null, ...rules },
    });
    const id = await place(child, 'PENDING', more);
    expect((await call(routes, sms.fromFilePreview, child, { campaignId: id })).needsApproval).toBe(
      reasons.length > 0,
    );
    expect((await send(child, id)).status).toBe(
      reasons.length === 0 ? 'QUEUED' : 'WAITING_APPROVAL',
    );
    if (reasons.length === 0) return;
    expect(
      (await call(routes, campaigns.get, company, { campaignId: id })).approvalReasons,
    ).toEqual(reasons);
    expect((await call(routes, campaigns.get, child, { campaignId: id })).approvalReasons).toEqual(
      [],
    );
  });

  test("the queue of approvals is oldest first, paged, and excludes one's own", async () => {
    const approver: Caller = { clientId: rootId, accessLevel: 'EBU_APPROVER', path: '1.' };
    const ebu = await add('EBU_CLIENT');
    await db.query(`update campaign set status = 'CANCELLED' where status = 'WAITING_APPROVAL'`);
    const ids = [];
    for (let n = 0; n < 5; n++) {
      const id = await place(ebu, 'PENDING');
      await send(ebu, id);
      await db.query(
        `update campaign set waiting_since = now() - $2 * interval '1 hour' where id = $1`,
        [id, n],
      );
      ids.unshift(id);
    }
    await place(child, 'WAITING_APPROVAL');
    const first = await call(routes, campaigns.approvals, approver, { pageSize: 3 });
    const second = await call(routes, campaigns.approvals, approver, {
      pageSize: 3,
      pageToken: first.nextPageToken,
    });
    expect([...first.campaigns, ...second.campaigns].map(({ campaignId }) => campaignId)).toEqual(
      ids,
    );
    expect([first.collectionCount, second.nextPageToken]).toEqual([5, '']);
    expect(
      (await call(routes, campaigns.approvals, { ...ebu, accessLevel: 'RESELLER' }, {})).campaigns,
    ).toEqual([]);
  });

  test('an approved campaign is sent, its owner notified, and the approver recorded', async () => {
    const ebu = await add('EBU_CLIENT');
    const id = await place(ebu, 'PENDING');
    await send(ebu, id);
    expect(await decide(root, id, true, 'Fine')).toMatchObject({
      status: 'APPROVED',
      approvedBy: 'client',
    });
    expect(
      await db.query(`select from outbox where client_id = $1 and kind = 'MAIL'`, [ebu.clientId]),
    ).toHaveLength(1);
    await startDue(database);
    expect((await standing(id))?.['status']).not.toBe('APPROVED');
    expect(
      (await call(routes, campaigns.history, ebu, { campaignId: id })).events.map(
        ({ kind, reason, actorName }) => [kind, reason, actorName],
      ),
    ).toEqual([
      ['APPROVED', 'Fine', 'client'],
      ['SENT', null, 'client'],
    ]);
  });

  test('a declined campaign needs a reason, notifies its owner and no longer waits', async () => {
    const id = await place(child, 'WAITING_APPROVAL');
    expect(await code(decide(company, id, false))).toBe('BAD_INPUT');
    expect(await decide(company, id, false, 'Too loud')).toMatchObject({
      status: 'DECLINED',
      reason: 'Too loud',
      counts: { queued: 0, cancelled: 1 },
    });
    expect(await code(decide(company, id, true))).toBe('CONFLICT');
  });

  test('an account that acted for the owner can never approve', async () => {
    const asChild = async (impersonatorId: string | null, endpoint: Endpoint, input: unknown) => {
      const route = routes.find((each) => each.endpoint === endpoint)!;
      const { scopeOf } = await import('../../infra/database/scope.ts');
      const session = { ...child, sessionId: newId(), clientStatus: 'ACTIVE', impersonatorId };
      return (route.handler as (input: unknown, call: unknown) => Promise<unknown>)(input, {
        scope: scopeOf(child, 'own'),
        own: scopeOf(child, 'own'),
        session,
        language: 'en',
        address: '',
        userAgent: '',
        idempotency: { key: newId(), bodyHash: Buffer.alloc(1) },
      });
    };
    await call(routes, platform.update, root, {
      contentRules: { words: ['hello'], links: false, mostRecipients: null },
    });
    const id = await place(child, 'PENDING');
    await asChild(company.clientId, sms.sendCampaign, { campaignId: id });
    expect(await code(decide(company, id, true))).toBe('FOUR_EYES');
    expect(await code(decide(root, id, true))).toBe('done');
  });

  test('a scheduled campaign without enough units fails with the reason', async () => {
    const poor = await add('EBU_CLIENT');
    await db.query(`update ledger_account set balance = 0 where client_id = $1`, [poor.clientId]);
    const id = await place(poor, 'APPROVED');
    await startDue(database, messenger);
    expect(await standing(id)).toEqual({ status: 'FAILED', reason: 'NO_UNITS' });
    expect(
      await db.query(`select from outbox where client_id = $1 and kind = 'MAIL'`, [poor.clientId]),
    ).toHaveLength(1);
  });

  test("a time that passed while it waited needs the owner's decision", async () => {
    const id = await place(child, 'WAITING_APPROVAL', {
      scheduleAt: new Date(Date.now() - 61 * 60_000).toISOString(),
    });
    expect(await decide(company, id, true)).toMatchObject({ status: 'PAUSED', reason: 'TOO_LATE' });
    expect(
      await call(routes, campaigns.reschedule, child, {
        campaignId: id,
        scheduleTimestamp: 4_000_000_000,
      }),
    ).toMatchObject({ status: 'SCHEDULED', scheduleTimestamp: 4_000_000_000 });
    const other = await place(child, 'WAITING_APPROVAL', {
      scheduleAt: new Date(Date.now() - 61 * 60_000).toISOString(),
    });
    await call(routes, platform.update, root, { tooLateMinutes: 120 });
    expect(await decide(company, other, true)).toMatchObject({ status: 'APPROVED' });
  });
});

test("a blocked client's campaign can be neither resumed nor rescheduled", async () => {
  const owner = await add('CLIENT');
  const id = await place(owner, 'PAUSED');
  await db.query(`update client set client_status = 'BLOCKED' where id = $1`, [owner.clientId]);
  expect(await code(call(routes, campaigns.resume, root, { campaignId: id }))).toBe('CONFLICT');
  expect(
    await code(
      call(routes, campaigns.reschedule, root, {
        campaignId: id,
        scheduleTimestamp: 4_000_000_000,
      }),
    ),
  ).toBe('CONFLICT');
});

test('the root, whose wallet has no floor, sees its balance', async () => {
  await addSender(database, rootId, 'ROOT');
  const id = await place({ ...root, sender: 'ROOT' }, 'PENDING');
  expect((await call(routes, sms.fromFilePreview, root, { campaignId: id })).summary).toMatchObject(
    { units: 1, balance: 0, balanceAfter: -1, short: false },
  );
});

test('a time that has passed is refused', async () => {
  const owner = await add('CLIENT');
  const id = await place(owner, 'SCHEDULED', { scheduleAt: '2100-01-01' });
  expect(
    await code(
      call(routes, campaigns.reschedule, owner, { campaignId: id, scheduleTimestamp: 1000 }),
    ),
  ).toBe('BAD_INPUT');
});

describe('sending windows', async () => {
  beforeEach(() => withinOneHour(30));
  const owner = await add('CLIENT', rootId, 'PROMOTIONAL');
  /** Open from `from` to `to` hours from now, by a clock in a zone of which only the minutes are asked; closed else. */
  async function setWindow(state: 'open' | 'closed') {
    const now = new Date();
    const today = now.getUTCDay() === 0 ? 7 : now.getUTCDay();
    // A whole day, so that no test hangs on the hour: today's where it is open, the day after tomorrow where it is closed.
    const days = state === 'open' ? [1, 2, 3, 4, 5, 6, 7] : [((today + 1) % 7) + 1];
    await call(routes, platform.putWindow, root, {
      country: 'KE',
      kind: 'PROMOTIONAL',
      opens: '00:00',
      closes: '24:00',
      days,
      timezone: 'UTC',
      source: 'test',
      checkedOn: '2026-01-01',
    });
  }

  test('outside sending hours it is refused with the next opening, which can be chosen', async () => {
    await setWindow('closed');
    const id = await place(owner, 'PENDING');
    expect(await code(call(routes, sms.sendCampaign, owner, { campaignId: id }))).toBe(
      'OUTSIDE_WINDOW',
    );
    expect(
      await code(
        call(routes, campaigns.reschedule, owner, {
          campaignId: id,
          scheduleTimestamp: Date.now() / 1000 + 60,
        }),
      ),
    ).toBe('OUTSIDE_WINDOW');
    const { window } = await call(routes, campaigns.forecast, owner, { campaignId: id });
    expect(window).toMatchObject({ open: false, countries: ['KE'] });
    await call(routes, campaigns.reschedule, owner, {
      campaignId: id,
      scheduleTimestamp: window!.opensTimestamp!,
    });
    expect(await call(routes, sms.sendCampaign, owner, { campaignId: id })).toMatchObject({
      status: 'SCHEDULED',
      scheduleTimestamp: window!.opensTimestamp,
    });
  });

  test('one that is scheduled is offered the opening after its own time', async () => {
    await setWindow('open');
    const now = Date.now() / 1000;
    const today = new Date().getUTCDay() || 7;
    await db.query(`update sending_window set days = array[$1::smallint]`, [today]);
    const wanted = now + 3 * 86_400;
    const id = await place(owner, 'PENDING', {
      scheduleAt: new Date(wanted * 1000).toISOString(),
    });
    expect(await code(call(routes, sms.sendCampaign, owner, { campaignId: id }))).toBe(
      'OUTSIDE_WINDOW',
    );
    const { window } = await call(routes, campaigns.forecast, owner, { campaignId: id });
    expect(window).toMatchObject({ open: false });
    expect(window!.opensTimestamp).toBeGreaterThan(wanted);
    // A paused one goes on at once, so what counts for it is the present hour.
    await db.query(`update campaign set status = 'PAUSED' where id = $1`, [id]);
    expect(
      (await call(routes, campaigns.forecast, owner, { campaignId: id })).window,
    ).toMatchObject({ open: true });
  });

  test('a campaign due outside its hours waits for the opening and resumes by itself', async () => {
    await setWindow('closed');
    const id = await place(owner, 'APPROVED');
    await startDue(database);
    expect(await standing(id)).toEqual({ status: 'PAUSED', reason: 'WINDOW' });
    expect(await code(call(routes, campaigns.resume, owner, { campaignId: id }))).toBe(
      'OUTSIDE_WINDOW',
    );
    await keepSendingHours(database);
    expect(await standing(id)).toEqual({ status: 'PAUSED', reason: 'WINDOW' });
    await setWindow('open');
    await db.query(`update campaign set resume_at = now() where id = $1`, [id]);
    await keepSendingHours(database);
    expect(['QUEUED', 'RUNNING']).toContain((await standing(id))?.['status']);
  });

  test('a campaign running at closing time is paused, keeps its validity, and a second run changes nothing', async () => {
    await setWindow('open');
    const id = await place(owner, 'PENDING');
    await call(routes, sms.sendCampaign, owner, { campaignId: id });
    await vi.waitFor(
      async () => {
        runner.wake();
        expect(
          await db.query('select from campaign where id = $1 and expanded_at is not null', [id]),
        ).toHaveLength(1);
      },
      { timeout: 180_000, interval: 20 },
    );
    const expiry = async () =>
      (
        await db.query<{ stopped: boolean; hours: number }>(
          `select stopped, extract(epoch from expires_at - now())::float8 / 3600 as hours from chunk where campaign_id = $1`,
          [id],
        )
      )[0]!;
    const before = await expiry();
    await setWindow('closed');
    await Promise.all([keepSendingHours(database), keepSendingHours(database)]);
    expect(await standing(id)).toEqual({ status: 'PAUSED', reason: 'WINDOW' });
    const [{ wait }] = (await db.query<{ wait: number }>(
      'select extract(epoch from resume_at - now())::float8 / 3600 as wait from campaign where id = $1',
      [id],
    )) as [{ wait: number }];
    const paused = await expiry();
    expect(paused.stopped).toBe(true);
    expect(paused.hours - before.hours).toBeCloseTo(wait, 1);
    await setWindow('open');
    await db.query(`update campaign set resume_at = now() where id = $1`, [id]);
    await Promise.all([keepSendingHours(database), keepSendingHours(database)]);
    expect(await standing(id)).toEqual({ status: 'RUNNING', reason: null });
    expect((await expiry()).stopped).toBe(false);
    expect(
      (await call(routes, campaigns.history, owner, { campaignId: id })).events.map(
        ({ kind, actorName }) => [kind, actorName],
      ),
    ).toEqual([
      ['RESUMED', null],
      ['PAUSED', null],
      ['SENT', 'client'],
    ]);
  });

  test('another kind of sender ID is not limited', async () => {
    await setWindow('closed');
    const other = await add('CLIENT');
    expect(
      (await call(routes, sms.sendCampaign, other, { campaignId: await place(other, 'PENDING') }))
        .status,
    ).toBe('QUEUED');
  });
});

describe('copies', async () => {
  const owner = await add('COMPANY');
  const csv = `phone,name\n0711000001,Asha\n0711000002,=Bob\n0711000003,Chidi\n0711000004,Dina\n`;

  async function sent(): Promise<string> {
    const { uploadId } = await call(
      routes,
      sms.fromFileStep1,
      owner,
      {},
      { file: { fileName: 'list.csv', stream: Readable.from([Buffer.from(csv)]) } },
    );
    const { campaignId } = await call(routes, sms.fromFileStep2, owner, {
      uploadId,
      phoneColumn: 'phone',
      campaignName: 'First',
      senderId: owner.sender,
      text: 'Dear #name#',
    });
    await settled(campaignId);
    await call(routes, sms.sendCampaign, owner, { campaignId });
    await vi.waitFor(
      async () => {
        runner.wake();
        expect(
          await db.query('select from campaign where id = $1 and expanded_at is not null', [
            campaignId,
          ]),
        ).toHaveLength(1);
      },
      { timeout: 180_000, interval: 20 },
    );
    const parts = await claimSome(database, lease, [1], 500);
    await answerWith(
      database,
      lease,
      parts.map((part) => ({
        part,
        outcome: 'accepted' as const,
        carrierId: part.messageId.slice(-12),
      })),
    );
    await receiptsFor(
      database,
      parts.map((part) => ({
        carrierId: part.messageId.slice(-12),
        status: part.destination.endsWith('1')
          ? MESSAGE_STATUS.UNDELIVERABLE
          : part.destination.endsWith('2')
            ? MESSAGE_STATUS.REJECTED
            : MESSAGE_STATUS.DELIVERED,
        carrierStatus: 'X',
        errorCode: null,
        destination: part.destination,
      })),
    );
    await aggregate(database);
    return campaignId;
  }

  test('a duplicate keeps text, sender and people at new prices; a resend has only the chosen outcomes', async () => {
    const campaignId = await sent();
    expect(await call(routes, campaigns.get, owner, { campaignId })).toMatchObject({
      status: 'COMPLETED',
      counts: { delivered: 2, undeliverable: 1, rejected: 1 },
    });
    // Dearer since: a copy costs what things cost now.
    await db
      .query(
        `insert into rate (id, client_id, region_name, region_filters, cost_price, currency) select $1, $2, 'Kenya', '{2547}', cost_price * 2, currency from rate where region_name = 'Kenya' limit 1`,
        [newId(), owner.clientId],
      )
      .catch(() => undefined);
    const copy = await call(routes, campaigns.duplicate, owner, {
      campaignId,
      campaignName: 'Second',
    });
    await settled(copy.campaignId);
    expect(await call(routes, campaigns.get, owner, { campaignId: copy.campaignId })).toMatchObject(
      {
        campaignName: 'Second',
        status: 'PENDING',
        recipientCount: 4,
        text: 'Dear #name#',
        senderId: owner.sender,
        copiedFrom: campaignId,
        unitsReserved: 0,
      },
    );
    expect(
      (
        await call(routes, sms.fromFilePreview, owner, { campaignId: copy.campaignId })
      ).messages.map(({ text }) => text),
    ).toEqual(['Dear Asha', 'Dear =Bob', 'Dear Chidi']);

    const again = await call(routes, campaigns.resend, owner, {
      campaignId,
      outcomes: ['UNDELIVERABLE', 'EXPIRED'],
    });
    await settled(again.campaignId);
    expect(
      await db.query('select destination from recipient where campaign_id = $1', [
        again.campaignId,
      ]),
    ).toEqual([{ destination: '254711000001' }]);
    expect(
      await call(routes, campaigns.get, owner, { campaignId: again.campaignId }),
    ).toMatchObject({ status: 'PENDING', unitsReserved: 0, recipientCount: 1 });

    // Retention takes what was known of its people: no copy goes out with the bare name of a placeholder.
    await db.query('update recipient set fields = null where campaign_id = $1', [campaignId]);
    const late = await call(routes, campaigns.duplicate, owner, { campaignId });
    await vi.waitFor(
      async () => {
        runner.wake();
        expect(await standing(late.campaignId)).toEqual({
          status: 'FAILED',
          reason: 'UNKNOWN_PLACEHOLDER',
        });
      },
      { timeout: 60_000, interval: 20 },
    );

    const nobody = await call(routes, campaigns.resend, owner, {
      campaignId,
      outcomes: ['FAILED'],
    });
    await vi.waitFor(
      async () => {
        runner.wake();
        expect(await standing(nobody.campaignId)).toEqual({
          status: 'FAILED',
          reason: 'NO_RECIPIENTS',
        });
      },
      { timeout: 180_000, interval: 20 },
    );
  });

  test("only one's own finished campaigns can be resent", async () => {
    expect(
      await code(
        call(routes, campaigns.resend, owner, {
          campaignId: await place(owner, 'RUNNING'),
          outcomes: ['EXPIRED'],
        }),
      ),
    ).toBe('CONFLICT');
    const other = await add('CLIENT', owner.clientId);
    expect(
      await code(
        call(routes, campaigns.duplicate, owner, { campaignId: await place(other, 'COMPLETED') }),
      ),
    ).toBe('NOT_FOUND');
  });

  test('the file has every message once with neutralised texts, the same counts as the progress, and the kept forecast', async () => {
    const campaignId = await sent();
    const { stream } = (await call(routes, campaigns.download, owner, {
      campaignId,
    })) as unknown as Download;
    const lines = (await buffer(stream)).toString().trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^\ufeffMessage ID,Number,Text,Status/);
    expect(
      lines
        .slice(1)
        .map((line) => line.split(',').slice(1, 4).join(','))
        .sort(),
    ).toEqual([
      '+254711000001,Dear Asha,UNDELIVERABLE',
      '+254711000002,Dear =Bob,REJECTED',
      '+254711000003,Dear Chidi,DELIVERED',
      '+254711000004,Dear Dina,DELIVERED',
    ]);
    const support = (await call(
      routes,
      campaigns.download,
      { ...root, accessLevel: 'BD_CLIENT' },
      { campaignId },
    )) as unknown as Download;
    expect((await buffer(support.stream)).toString()).not.toContain('Asha');

    const progress = await call(routes, campaigns.progress, owner, { campaignId });
    expect(progress.networks).toMatchObject([
      {
        country: 'KE',
        messages: 4,
        submitted: 4,
        delivered: 2,
        undeliverable: 1,
        rejected: 1,
        units: 4,
      },
    ]);
    expect(progress.steps.reduce((sum, { submitted }) => sum + submitted, 0)).toBe(4);
    const { forecast } = await call(routes, campaigns.forecast, owner, { campaignId });
    expect(forecast).toMatchObject({
      messages: 4,
      units: 4,
      withoutRoute: 0,
      sampled: false,
      routes: [{ connectors: [], routeId: null, messages: 4, units: 4 }],
    });
    const operators = await call(routes, campaigns.forecast, root, { campaignId });
    expect(operators.forecast?.routes).toMatchObject([{ connectors: ['carrier'], messages: 4 }]);
  });

  test('the file of a cancelled campaign lists its unsent recipients', async () => {
    const id = await place(owner, 'PENDING', { text: '=1+1' });
    await call(routes, sms.cancelCampaign, owner, { campaignId: id });
    const { stream } = (await call(routes, campaigns.download, owner, {
      campaignId: id,
    })) as unknown as Download;
    expect((await buffer(stream)).toString().split('\r\n')[1]).toMatch(
      /^,\+254711000001,'=1\+1,CANCELLED,/,
    );
  });
});

test('platform settings are changed by name and audited', async () => {
  const window = {
    country: 'UG',
    kind: 'PROMOTIONAL',
    opens: '09:00',
    closes: '20:00',
    days: [5, 1, 1],
    timezone: 'Africa/Kampala',
    source: 'test',
    checkedOn: '2026-01-01',
  } as const;
  expect(
    await code(
      call(routes, platform.putWindow, root, {
        ...window,
        days: [...window.days],
        timezone: 'Nowhere/Else',
      }),
    ),
  ).toBe('BAD_INPUT');
  expect(
    await code(
      call(routes, platform.putWindow, root, {
        ...window,
        days: [...window.days],
        closes: '09:00',
      }),
    ),
  ).toBe('BAD_INPUT');
  expect(
    await call(routes, platform.putWindow, root, { ...window, days: [...window.days] }),
  ).toEqual({ ...window, days: [1, 5] });
  await call(routes, platform.update, root, { tooLateMinutes: 30, inboxClientId: rootId });
  expect(await code(call(routes, platform.update, root, { inboxClientId: newId() }))).toBe(
    'NOT_FOUND',
  );
  expect(await call(routes, platform.get, root, {})).toMatchObject({
    inbox: { clientId: rootId },
    tooLateMinutes: 30,
    contentRules: { words: [] },
    windows: [{ country: 'UG' }],
  });
  await call(routes, platform.deleteWindow, root, { country: 'UG', kind: 'PROMOTIONAL' });
  const log = await db.query<{ action: string }>(
    `select action from audit_entry where action like 'SENDING%' or action = 'PLATFORM_UPDATED' order by id desc limit 3`,
  );
  expect(log.map(({ action }) => action)).toEqual([
    'SENDING_WINDOW_REMOVED',
    'PLATFORM_UPDATED',
    'SENDING_WINDOW_SET',
  ]);
});

afterAll(async () => {
  await dropEnded(database);
  expect(await database.run(systemScope(), checkLedger)).toBeDefined();
});
