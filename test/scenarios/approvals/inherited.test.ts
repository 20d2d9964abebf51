// A reseller that needs approval has a company with a client under it: by none of the ways of sending, and by no decision of
// their own, does a text go round the approver.
import { expect, test } from 'vitest';
import { campaigns } from '../../../src/contract/api/campaigns.ts';
import { sms } from '../../../src/contract/api/campaign-sending.ts';
import { textDecisions } from '../../../src/contract/api/text-decisions.ts';
import { openAcceptor } from '../../../src/server/core/accept/accept.ts';
import { readUsers } from '../../../src/server/core/gateway-users/gateway-users.store.ts';
import { SoftwareCounter } from '../../../src/server/core/software-use/software-use.ts';
import { notifyApprovers } from '../../../src/server/features/campaigns/approval/approvers.jobs.ts';
import { campaignRoutes } from '../../../src/server/features/campaigns/campaigns.api.ts';
import { textDecisionRoutes } from '../../../src/server/features/campaigns/approval/text-decisions.api.ts';
import { restMessageRoutes } from '../../../src/server/features/messages/rest.api.ts';
import { openPageTokens } from '../../../src/server/infra/database/pages.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { Refusal } from '../../../src/server/infra/errors.ts';
import { newId } from '../../../src/server/infra/ids.ts';
import { call, messenger, type Caller } from '../../harness/campaigns.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { openShops } from '../../harness/shops.ts';
import { addClient, open } from '../../harness/wallets.ts';
import { openLocalSoftware } from './scenario.ts';
import { sendBy, WAYS } from './ways.ts';

const db = await createTestDatabase();
const shops = await openShops(db);
const database = shops.portal;
const tokens = openPageTokens(Buffer.alloc(32));
const acceptor = openAcceptor({ database: open(db, 'tuma_accept', 4) });
const portal = [
  ...campaignRoutes({ database, tokens, messenger }),
  ...textDecisionRoutes({ database, tokens }),
];

const clientId = await shops.addShop('child', { units: 100_000_000n });
const resellerId = await addClient(database, { parentId: shops.rootId });
const companyId = await addClient(database, { parentId: resellerId });
const levels = [
  [resellerId, 'RESELLER'],
  [companyId, 'COMPANY'],
  [clientId, 'CLIENT'],
];
for (const [id, level] of levels)
  await db.query('update client set access_level = $2 where id = $1', [id, level]);
await db.query(
  `update client c set parent_id = p.id, path = p.path || c.number || '.' from client p where c.id = $1 and p.id = $2`,
  [clientId, companyId],
);
await db.query(
  'update client set requires_campaign_approval = true, unapproved_numbers = 2 where id = $1',
  [resellerId],
);
const callerOf = async (id: string, accessLevel: Caller['accessLevel']): Promise<Caller> => ({
  clientId: id,
  accessLevel,
  path: (await db.query<{ path: string }>('select path from client where id = $1', [id]))[0]!.path,
});
const root = await callerOf(shops.rootId, 'ADMINISTRATOR');
const reseller = await callerOf(resellerId, 'RESELLER');
const company = await callerOf(companyId, 'COMPANY');
const client = await callerOf(clientId, 'CLIENT');

const decide = (by: Caller, campaignId: string, approved = true) =>
  call(portal, campaigns.approve, by, { campaignId, approved, ...(!approved && { reason: 'No' }) });
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return `${error.status} ${error.code}`;
      throw error;
    },
  );
const waiting = (by: Caller) =>
  call(portal, campaigns.approvals, by, { pageSize: 50, pageToken: '' });

async function mustWaitForAnAdministrator(campaignId: string) {
  for (const by of [reseller, company]) {
    expect(await refusalOf(decide(by, campaignId))).toBe('403 FOUR_EYES');
    expect(await refusalOf(decide(by, campaignId, false))).toBe('403 FOUR_EYES');
    expect((await waiting(by)).campaigns).toEqual([]);
    const seen = await call(portal, campaigns.get, by, { campaignId });
    expect(seen.approvalReasons).toEqual([]);
  }
  const found = (await waiting(root)).campaigns.find((each) => each.campaignId === campaignId);
  expect(found).toMatchObject({ approvalReasons: [{ rule: 'CLIENT', found: null }] });
  expect(await refusalOf(decide(root, campaignId))).toBe('done');
}

test.each(WAYS)(
  'what a grandchild sends by %s waits, and an administrator decides',
  async (way) => {
    const users = await database.run(systemScope(), async (tx) => {
      const { rows } = await tx.query<{ id: number }>(
        `select id from gateway_user where username = 'child'`,
      );
      return readUsers(tx, [rows[0]!.id]);
    });
    const software = openLocalSoftware(
      {
        apps: [await shops.mountHttpDialects()],
        acceptors: [acceptor],
        rest: [restMessageRoutes({ database, tokens, acceptor, counter: new SoftwareCounter() })],
        portal,
        database,
      },
      0,
      { username: 'child', clientId, user: [...users.values()][0]! },
    );
    const numbers = Array.from({ length: 5 }, (_, at) => `25471230000${at}`);
    const text = `Cheap credit of the kind that ${way.replace(' ', ' and ')} brings to everybody`;
    expect(await sendBy(software, 'child', numbers, () => text, way)).toEqual(numbers);
    const stored = await db.query<{ campaign: string | null; count: number }>(
      `select campaign_id as campaign, count(*)::int as count from message where client_id = $1 and text = $2 group by campaign_id order by count`,
      [clientId, text],
    );
    expect(stored).toEqual([
      { campaign: null, count: 2 },
      { campaign: expect.any(String), count: 3 },
    ]);
    await mustWaitForAnAdministrator(stored[1]!.campaign!);
  },
);

test('a campaign of a grandchild waits; those above who need approval are not asked, and an administrator decides', async () => {
  const id = newId();
  await db.query(
    `insert into campaign (id, client_id, campaign_name, sender_id, sender, text, columns, source, country, status, prepared_at, summary, total, segments, created_by)
     select $1, $2, 'Test', id, sender, 'Hello', '{phone}', 'FILE', 'KE', 'PENDING', now(), '{"units":"10000","rows":1,"valid":1,"segments":1,"gsm":1,"ucs2":0,"refused":{},"regions":{"Kenya":{"country":"KE","messages":1,"segments":1,"units":"10000"}}}', 1, 1, $2
     from sender where sender = 'SHOP'`,
    [id, clientId],
  );
  await call(portal, sms.sendCampaign, client, { campaignId: id });
  expect((await call(portal, campaigns.get, client, { campaignId: id })).status).toBe(
    'WAITING_APPROVAL',
  );
  await db.query(`delete from outbox where kind = 'MAIL'`);
  await db.query(
    `update campaign set approvers_notified_at = now() where status = 'WAITING_APPROVAL' and id <> $1`,
    [id],
  );
  await notifyApprovers(database, messenger);
  expect(await db.query(`select client_id as "clientId" from outbox where kind = 'MAIL'`)).toEqual([
    { clientId: shops.rootId },
  ]);
  await mustWaitForAnAdministrator(id);
});

test('a decision on a text of a grandchild is not theirs to revoke; once the rule is gone, it is', async () => {
  const list = () => call(portal, textDecisions.list, company, { pageSize: 10, pageToken: '' });
  const { decisionId } = (await list()).textDecisions[0]!;
  const revoke = (by: Caller) => refusalOf(call(portal, textDecisions.revoke, by, { decisionId }));
  expect(await revoke(company)).toBe('403 FOUR_EYES');
  expect(await revoke(reseller)).toBe('403 FOUR_EYES');
  await db.query('update client set requires_campaign_approval = false where id = $1', [
    resellerId,
  ]);
  expect(await revoke(company)).toBe('done');
});
