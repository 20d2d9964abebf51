// The facts that the access test needs about each endpoint: how to call it, and on whose object.
import { mtMessagingCred, smppsCred } from '../../src/contract/api/gateway-credentials.ts';
import { idTime, newId } from '../../src/server/infra/ids.ts';
import { encryptSecret } from '../../src/server/infra/secrets.ts';
import { RELATIONS, type Relation } from './table.ts';
import type { Body, Person } from '../harness/portal.ts';

let number = 0;
type Query = (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
/** Makes a thing that belongs to `owner` and gives its id. */
export type Make = (query: Query, owner: Person) => Promise<string>;

export type Fixture =
  /** Names no account's object: every caller with the permission gets `reached`. */
  | { kind: 'plain'; input: Record<string, unknown>; reached: number[]; form?: true }
  /** Names a thing by its id: within reach it answers `reached`, outside as if there were none. */
  | {
      kind: 'thing';
      make: Make;
      input: (id: string) => Record<string, unknown>;
      reached: number[];
      except: Partial<Record<Relation, number[]>>;
      headers: Record<string, string>;
      form?: true | undefined;
    }
  /** Lists things: exactly those within reach are in it, but for those of `without`. */
  | {
      kind: 'list';
      without?: readonly Relation[];
      make: Make;
      input: (owner: Person) => Record<string, unknown>;
      idsIn: (body: Body) => string[];
    };

const plain = (input: Record<string, unknown> = {}, reached = [200]): Fixture => ({
  kind: 'plain',
  input,
  reached,
});
const upload = (reached: number[]): Fixture => ({ kind: 'plain', input: {}, reached, form: true });
const thing = (
  make: Make,
  input: (id: string) => Record<string, unknown>,
  more: {
    reached?: number[];
    except?: Partial<Record<Relation, number[]>>;
    headers?: Record<string, string>;
    form?: true;
  } = {},
): Fixture => ({
  kind: 'thing',
  make,
  input,
  reached: more.reached ?? [200],
  except: more.except ?? {},
  headers: more.headers ?? {},
  form: more.form,
});
const list = (
  make: Make,
  items: string,
  id: string,
  more: { input?: (owner: Person) => Record<string, unknown> } = {},
): Fixture => ({
  kind: 'list',
  make,
  input: more.input ?? (() => ({ pageSize: 200 })),
  idsIn: (body) => body[items].map((item: Record<string, string>) => item[id]),
});

// ---- things, and how one of a given owner is made ----

/** The account itself, brought to a status first; one's own stays as it is. */
const account =
  (status = 'ACTIVE'): Make =>
  async (query, owner) => {
    await query(
      `update client set client_status = $2, status_before_block = 'ACTIVE' where id = $1 and client_name not like 'own %'`,
      [owner.clientId, status],
    );
    return owner.clientId;
  };
const verification: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into verification (id, client_id, destination, country, brand, language, length, code_hash, most_tries, sends, resend_seconds, resend_at, expires_at, status)
     values ($1, $2, '254700000000', 'KE', 'Door', 'en', 6, '\\x00', 5, 1, 60, now(), now() - interval '1 second', 'EXPIRED')`,
    [id, owner.clientId],
  );
  return id;
};
const guardRefusal: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into guard_refusal (client_id, rule_id, day, kind, refused, prefix) values ($1, $2, current_date, 'RANGE', 1, '254700')`,
    [owner.clientId, id],
  );
  return id;
};
const report: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into report (id, client_id, name, kind, format, filters, columns, language, timezone, reach, status, bytes) values ($1, $2, 'r', 'SENT_MESSAGES', 'CSV', '{}', '{destination}', 'en', 'Africa/Nairobi', 'own', 'READY_FOR_DOWNLOAD', 1)`,
    [id, owner.clientId],
  );
  await query(`insert into file_part (file_id, part, bytes) values ($1, 0, '\\x25')`, [id]);
  return id;
};
const reportSchedule: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into report_schedule (id, client_id, name, kind, format, filters, columns, language, timezone, every, hour, attach, next_at) values ($1, $2, 'r', 'SENT_MESSAGES', 'CSV', '{}', '{destination}', 'en', 'Africa/Nairobi', 'DAY', 7, false, now() + interval '1 hour')`,
    [id, owner.clientId],
  );
  return id;
};
const reportWish = {
  name: 'r',
  kind: 'SENT_MESSAGES',
  format: 'CSV',
  filters: {},
  columns: ['destination'],
};
const scheduleWish = {
  ...reportWish,
  every: 'DAY',
  hour: 7,
  timezone: 'Africa/Nairobi',
  attach: false,
  paused: false,
};
const byRequest = (requestId: string) => ({ requestId });
const session: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into session (id, client_id, access_hash, access_expires_at) values ($1, $2, sha256($3), now() + interval '1 hour')`,
    [id, owner.clientId, id],
  );
  return id;
};
const signIn: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into sign_in (id, client_id, way, outcome, address, user_agent, is_new_place)
    values ($1, $2, 'PASSWORD', 'SIGNED_IN', '192.0.2.1', 'test', false)`,
    [id, owner.clientId],
  );
  return id;
};
const apiKey: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into api_key (id, client_id, name, scopes, key_hash, prefix) values ($1, $2, 'k', '{send}', sha256($3), 'tuma_live_abcd')`,
    [id, owner.clientId, id],
  );
  return id;
};
const webhook: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into webhook (id, client_id, url, events, secret) values ($1, $2, 'http://127.0.0.1:9/', '{message.delivered}', $3)`,
    [id, owner.clientId, encryptSecret({ bytes: Buffer.alloc(32, 9) }, `webhook:${id}`, 'secret')],
  );
  return id;
};
const delivery: Make = async (query, owner) => {
  const [row] = await query(
    `insert into webhook_delivery (webhook_id, client_id, url, host, event_id, event, body, status, expires_at) values ($1, $2, 'http://127.0.0.1:9/', 'http://127.0.0.1:9', $3, 'message.delivered', '{}', 'FAILED', now()) returning id`,
    [await webhook(query, owner), owner.clientId, newId()],
  );
  return String(row!['id']);
};
const byWebhook = (webhookId: string) => ({ webhookId });
const byDelivery = (deliveryId: string) => ({ deliveryId });
const passkey: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into passkey (id, client_id, credential_id, public_key, counter, transports, rp_id, name, backed_up) values ($1, $2, $3, '\\x00', 0, '{}', 'sms.tuma.test', 'k', false)`,
    [id, owner.clientId, id],
  );
  return id;
};
/** The account itself, with an authenticator app that waits for no code. */
const strongAccount: Make = async (query, owner) => {
  await query(
    `insert into totp (client_id, secret, enabled_at) values ($1, '\\x00', now()) on conflict (client_id) do update set secret = excluded.secret`,
    [owner.clientId],
  );
  return owner.clientId;
};
const encodedNothing = { id: 'AA', rawId: 'AA', type: 'public-key' };
const picture: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into picture (id, client_id, purpose, bytes) values ($1, $2, 'PROFILE', '\\x00')`,
    [id, owner.clientId],
  );
  return id;
};
const task: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into task (id, client_id, kind, description, input) values ($1, $2, 'none', 'test', '{}')`,
    [id, owner.clientId],
  );
  return id;
};
const draft: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into campaign (id, client_id, campaign_name, sender, text, source, country, status) values ($1, $2, 'test', 'TEST', 'text', 'COMPOSE', 'KE', 'PENDING')`,
    [id, owner.clientId],
  );
  await query(
    `insert into campaign_audience (campaign_id, client_id, recipients, group_ids, contact_ids) values ($1, $2, '{0712345609}', '{}', '{}')`,
    [id, owner.clientId],
  );
  return id;
};
const campaign =
  (status = 'PENDING'): Make =>
  async (query, owner) => {
    const id = newId();
    await query(
      `insert into campaign (id, client_id, campaign_name, sender, text, source, country, status, waiting_since) values ($1, $2, 'test', 'TEST', 'text', 'FILE', 'KE', $3, now())`,
      [id, owner.clientId, status],
    );
    return id;
  };
const textDecision: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into text_decision (id, client_id, campaign_id, sender, text, fingerprint, is_approved, decided_by) values ($1, $2, $1, 'TEST', 'text', 'test', true, $2)`,
    [id, owner.clientId],
  );
  return id;
};
const message: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into message (id, client_id, destination, sender, text, encoding, segments, units, route_id, config_version, country) values ($1, $2, '254700000000', 'TEST', 'text', 0, 1, 10000, 1, 1, 'KE')`,
    [id, owner.clientId],
  );
  // Accepting a message counts it, and lists look where something was counted.
  await query(
    `insert into campaign_delta (hour, client_id, sender, country, network, messages) values ($1, $2, 'TEST', 'KE', 0, 1)`,
    [new Date(Math.floor(idTime(id) / 3_600_000) * 3_600_000), owner.clientId],
  );
  return id;
};
const counted: Make = async (query, owner) => {
  const [key] = await query(
    `insert into rollup_key (client_id, kind, sender, country, network, slot) values ($1, 'OWN', '', '', 0, 0) on conflict (client_id, kind, sender, country, network, slot) do update set slot = 0 returning id`,
    [owner.clientId],
  );
  await query(
    `insert into rollup_day (key_id, day, client_id, messages, segments, units, submitted, delivered, undeliverable, rejected, expired, failed, unknown, cancelled)
    values ($1, current_date, $2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0) on conflict do nothing`,
    [key!['id'], owner.clientId],
  );
  return owner.clientId;
};
const incoming: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into incoming_message (id, client_id, carrier_account_id, connector_id, source, destination, text, encoding, hash) values ($1, $2, 1, 1, '254700000000', '22456', 'text', 0, '')`,
    [id, owner.clientId],
  );
  return id;
};
const campaignWaiting: Make = async (query, owner) => {
  const id = await campaign('SCHEDULED')(query, owner);
  await query(
    `insert into recipient (campaign_id, row_no, client_id, destination, segments, units, country) values ($1, 1, $2, '254700000000', 1, 10000, 'KE')`,
    [id, owner.clientId],
  );
  return id;
};
const sender: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into sender (id, sender, client_id, kind, country, status) values ($1, $2, $3, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING')`,
    [id, id.slice(-11), owner.clientId],
  );
  return id;
};
const senderAs =
  (status: string): Make =>
  async (query, owner) => {
    const id = newId();
    await query(
      `insert into sender (id, sender, client_id, kind, country, status) values ($1, $2, $3, 'TRANSACTIONAL', 'KE', $4)`,
      [id, id.slice(-11), owner.clientId, status],
    );
    return id;
  };
/** A sender ID that an operator has to approve. */
const registered: Make = async (query, owner) => {
  const id = await sender(query, owner);
  await query(
    `insert into sender_registration (sender_id, client_id, network, status) values ($1, $2, 1, 'NOT_SUBMITTED')`,
    [id, owner.clientId],
  );
  return id;
};
/** A document of a sender ID that waits for it, with its bytes; its own id and its file's are one. */
const senderDocument =
  (status = 'PENDING_APPROVAL'): Make =>
  async (query, owner) => {
    const id = newId();
    await query(
      `insert into sender_document (id, sender_id, client_id, kind, status, file_id, file_name, content_type, bytes) values ($1, $2, $3, 'CERTIFICATE', $4, $1, 'a.pdf', 'application/pdf', 1)`,
      [id, await senderAs('PENDING_DOCUMENTS_APPROVAL')(query, owner), owner.clientId, status],
    );
    await query(`insert into file_part (file_id, part, bytes) values ($1, 0, '\\x25')`, [id]);
    return id;
  };
const bySender = (senderIdId: string) => ({ senderIdId });
const byDocument = (documentId: string) => ({ documentId });
const recipients: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into upload (id, client_id, purpose, file_name, whole, info, expires_at) values ($1, $2, 'RECIPIENTS', 'a.csv', true, '{"layout":{"columns":["phone"]},"preview":[],"suggestedPhoneColumn":null,"rowCount":1}', now() + interval '1 hour')`,
    [id, owner.clientId],
  );
  return id;
};
const contactGroup: Make = async (query, owner) => {
  const id = newId();
  await query(`insert into contact_group (id, client_id, group_name) values ($1, $2, $3)`, [
    id,
    owner.clientId,
    id,
  ]);
  return id;
};
const contact: Make = async (query, owner) => {
  const id = newId();
  await query(`insert into contact (id, client_id, phone) values ($1, $2, $3)`, [
    id,
    owner.clientId,
    `254${700_000_000 + ++number}`,
  ]);
  return id;
};
const contactImport =
  (status: string): Make =>
  async (query, owner) => {
    const id = newId();
    await query(
      `insert into contact_import (id, client_id, kind, upload_id, file_name, status, mapping, existing, row_count) values ($1, $2, 'CONTACTS', $1, 'a.csv', $3, '[{"column":"phone","field":"phone"}]', 'KEEP', 1)`,
      [id, owner.clientId, status],
    );
    return id;
  };
const playsmsImport: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into upload (id, client_id, purpose, file_name, whole, expires_at) values ($1, $2, 'PLAYSMS', 'a.sql', true, now() + interval '1 hour')`,
    [id, owner.clientId],
  );
  await query(
    `insert into playsms_import (id, client_id, upload_id, step_count, file_name, status, preview) values ($1, $2, $1, 0, 'a.sql', 'READY', $3)`,
    [
      id,
      owner.clientId,
      JSON.stringify({
        users: [],
        templates: [],
        entries: [],
        entryCount: 0,
        ownerlessCount: 0,
        losses: [],
        otherTables: [],
      }),
    ],
  );
  return id;
};
const optOut: Make = async (query, owner) => {
  const phone = `254${700_000_000 + ++number}`;
  await query(`insert into opt_out (client_id, destination, source) values ($1, $2, 'PORTAL')`, [
    owner.clientId,
    phone,
  ]);
  return `+${phone}`;
};
const consent: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into consent (id, client_id, destination, purpose, source, wording, given_at) values ($1, $2, $3, 'PROMOTIONS', 'PAPER', 'Yes', now())`,
    [id, owner.clientId, `254${700_000_000 + ++number}`],
  );
  return id;
};
const entry: Make = async (query, owner) => {
  const id = newId();
  await query(`insert into audit_entry (id, action, client_id) values ($1, 'SIGNED_IN', $2)`, [
    id,
    owner.clientId,
  ]);
  return id;
};
const hostOf = (clientId: string) => `${clientId}.example`;
const brand: Make = async (query, owner) => {
  await query(
    `insert into brand (client_id, client_path, brand_name) select id, path, 'test' from client where id = $1 on conflict do nothing`,
    [owner.clientId],
  );
  await query(`insert into brand_host (host, client_id) values ($2, $1) on conflict do nothing`, [
    owner.clientId,
    hostOf(owner.clientId),
  ]);
  return owner.clientId;
};

const proposedHost: Make = async (query, owner) => {
  await brand(query, owner);
  await query(
    `insert into host_proposal (host, client_id, token, expires_at) values ($2, $1, 'token', now() + interval '1 day') on conflict do nothing`,
    [owner.clientId, `proposed.${hostOf(owner.clientId)}`],
  );
  return owner.clientId;
};

const template: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into message_template (id, client_id, name, text) values ($1, $2, $3, 'text')`,
    [id, owner.clientId, id],
  );
  return id;
};
const byTemplate = (templateId: string) => ({ templateId });

const payment: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into payment (id, client_id, purpose, units, amount, currency, provider, phone, secret, after_seq) values ($1, $2, 'UNITS', 10000, 1, 'KES', 'MPESA_KE', '+254700000000', 'secret', 0)`,
    [id, owner.clientId],
  );
  return id;
};
const ownRate: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into rate (id, client_id, region_name, region_filters, cost_price, currency) values ($1, $2, $3, '{254}', 1, 'KES')`,
    [id, owner.clientId, id],
  );
  return id;
};
const invoice: Make = async (query, owner) => {
  const id = newId();
  await query(
    `insert into invoice (id, seller_id, number, payment_id, client_id, seller, buyer, purpose, units, net, tax, total, currency)
    values ($1, (select id from client where parent_id is null), (select count(*) + 1 from invoice), $2, $3, '{"name":"seller"}', '{"name":"buyer"}', 'UNITS', 10000, 1, 0, 1, 'KES')`,
    [id, await payment(query, owner), owner.clientId],
  );
  return id;
};
const byPurchase = (purchaseId: string) => ({ purchaseId });
const once = () => ({ 'idempotency-key': `door ${++number}` });

const byClient = (clientId: string) => ({ clientId });
const byCampaign = (campaignId: string) => ({ campaignId });
const others = (answers: number[]) =>
  Object.fromEntries(
    RELATIONS.filter((relation) => relation !== 'own').map((relation) => [relation, answers]),
  );
/** Visible to the accounts above, and changed by its owner alone. */
const onlyOwn = others([403]);
/** As `onlyOwn`, but for administrators. */
const othersOwn = others([200, 403]);
/** Nobody does this to itself. */
const notToOneself = { except: { own: [403] } };
const fresh = () => `door${++number}@example.com`;

let things = 0;
const named = (letter: string) => `${letter}${++things}`;
const addGatewayUser = async (query: Query, owner: Person, uid: string): Promise<string> => {
  await query(`insert into gateway_group (gid) values ('doors') on conflict do nothing`);
  await query(
    `insert into gateway_user (uid, gid, client_id, username, mt_messaging_cred, smpps_cred) values ($1, 'doors', $2, $1, $3, $4)`,
    [
      uid,
      owner.clientId,
      JSON.stringify(mtMessagingCred.parse({})),
      JSON.stringify(smppsCred.parse({})),
    ],
  );
  return uid;
};
const gatewayUser: Make = (query, owner) => addGatewayUser(query, owner, named('u'));
/** The gateway user of a bind has the end of the bind's id for its own. */
const userOfBind = (bindId: string) => bindId.slice(-12);
const gatewayBind: Make = async (query, owner) => {
  const bindId = newId();
  const uid = await addGatewayUser(query, owner, userOfBind(bindId));
  await query(
    `insert into smpp_bind (id, holder, client_id, gateway_user_id, kind, address, tls)
     select $1, 'elsewhere', client_id, id, 'TRANSCEIVER', '127.0.0.1', false from gateway_user where uid = $2`,
    [bindId, uid],
  );
  return bindId;
};
/** The account, with a gateway user of its own. */
const withUser: Make = async (query, owner) => {
  await gatewayUser(query, owner);
  return owner.clientId;
};
const gatewayGroup: Make = async (query) => {
  const gid = named('g');
  await query(`insert into gateway_group (gid) values ($1)`, [gid]);
  return gid;
};
const routeFilter: Make = async (query) => {
  const fid = named('f');
  await query(`insert into filter (fid, type) values ($1, 'TransparentFilter')`, [fid]);
  return fid;
};
/** A route to a connector of its own, or of messages from phones to its owner's inbox. */
const gatewayRoute =
  (direction: 'MT' | 'MO'): Make =>
  async (query, owner) => {
    const [carrier] =
      direction === 'MT'
        ? await query(
            `insert into connector (cid, kind, carrier_account_id, settings) values ($1, 'SMPP', 1, '{}') returning id`,
            [named('carrier')],
          )
        : [];
    const [row] = await query(
      `insert into route (direction, "order", type, connector_ids, targets) values ($1, $2, $3, $4, $5) returning id`,
      [
        direction,
        ++things,
        `Static${direction}Route`,
        carrier ? [carrier['id']] : [],
        direction === 'MO' ? JSON.stringify([{ kind: 'INBOX', clientId: owner.clientId }]) : '[]',
      ],
    );
    return String(row!['id']);
  };
const configVersion: Make = async (query) => {
  const [row] = await query(
    `insert into config_version (config) values ('{"connectors":[],"filters":[],"routes":[]}') returning version`,
  );
  return String(row!['version']);
};
/** A message and the configuration that it was routed by. */
const routed: Make = async (query, owner) => {
  const id = await message(query, owner);
  await query(`update message set config_version = $2 where id = $1`, [
    id,
    Number(await configVersion(query, owner)),
  ]);
  return id;
};

/** By the name of the endpoint: its group and its own. One that is missing here fails the test. */
export const FIXTURES: Record<string, Fixture> = {
  'reports.list': list(report, 'requests', 'requestId'),
  'reports.request': plain(reportWish),
  'reports.get': thing(report, byRequest),
  'reports.remove': thing(report, byRequest, { except: othersOwn }),
  'reports.download': thing(report, (reportId) => ({ reportId })),
  'reports.schedules': list(reportSchedule, 'schedules', 'scheduleId'),
  'reports.getSchedule': thing(reportSchedule, (scheduleId) => ({ scheduleId })),
  'reports.schedule': plain(scheduleWish),
  'reports.reschedule': thing(reportSchedule, (scheduleId) => ({ scheduleId, ...scheduleWish }), {
    except: onlyOwn,
  }),
  'reports.unschedule': thing(reportSchedule, (scheduleId) => ({ scheduleId }), {
    except: othersOwn,
  }),
  'apikeys.list': list(apiKey, 'apiKeys', 'apiKeyId'),
  'apikeys.create': plain({ name: 'k', scopes: ['send'] }),
  'apikeys.revoke': thing(apiKey, (apiKeyId) => ({ apiKeyId })),
  'audit.chain': plain(),
  'audit.check': plain(),
  'audit.export': plain(),
  'audit.list': list(entry, 'auditEntries', 'auditEntryId'),
  'auth.signOut': plain(),
  'auth.reportActivity': plain({ idleSeconds: 0 }),
  'auth.me': plain(),
  'auth.sessions': list(session, 'sessions', 'sessionId'),
  'auth.endSession': thing(session, (sessionId) => ({ sessionId })),
  // A passkey's own signature is made in `src/server/core/auth/second-step/strong.test.ts` and in the journeys.
  'security.state': plain(),
  'security.startTotp': plain(),
  'security.confirmTotp': plain({ otp: '000000' }, [404, 422]),
  'security.removeTotp': plain({}, [200, 404, 409]),
  'security.passkeyOptions': plain({}, [422]), // the test's own host is none of passkeys
  'security.addPasskey': plain(
    {
      name: 'k',
      response: { ...encodedNothing, response: { clientDataJSON: 'AA', attestationObject: 'AA' } },
    },
    [422],
  ),
  'security.renamePasskey': thing(passkey, (passkeyId) => ({ passkeyId, name: 'n' })),
  'security.removePasskey': thing(passkey, (passkeyId) => ({ passkeyId }), { reached: [200, 409] }),
  'security.renewRecoveryCodes': plain({}, [200, 404]),
  'security.removeOf': thing(strongAccount, (clientId) => ({ clientId }), {
    except: { own: [403] },
  }),
  'auth.endOtherSessions': plain(),
  'auth.signIns': list(signIn, 'signIns', 'signInId'),
  'branding.get': thing(brand, byClient),
  'branding.update': thing(brand, (clientId) => ({
    clientId,
    brandName: 'test',
    themeName: 'ruby',
  })),
  'branding.addHost': thing(brand, (clientId) => ({ clientId, host: `new.${hostOf(clientId)}` })),
  'branding.removeHost': thing(brand, (clientId) => ({ clientId, host: hostOf(clientId) })),
  'brandHosts.check': thing(proposedHost, (clientId) => ({
    clientId,
    host: `proposed.${hostOf(clientId)}`,
  })),
  'brandHosts.proposed': plain(),
  'brandHosts.release': thing(proposedHost, (clientId) => ({
    clientId,
    host: `proposed.${hostOf(clientId)}`,
  })),
  'brandHosts.refuse': thing(proposedHost, (clientId) => ({
    clientId,
    host: `proposed.${hostOf(clientId)}`,
    reason: 'test',
  })),
  'branding.uploadLogo': thing(brand, byClient, { reached: [422], form: true }),
  'branding.removeLogo': thing(brand, byClient),
  'branding.uploadPicture': thing(brand, (clientId) => ({ clientId, picture: 'FAVICON' }), {
    reached: [422],
    form: true,
  }),
  'branding.removePicture': thing(brand, (clientId) => ({ clientId, picture: 'FAVICON' })),
  'restMessages.send': plain({ from: 'DOORS', to: '+254700000000', text: 'text' }, [422]),
  'restMessages.get': thing(message, (messageId) => ({ messageId })),
  'restMessages.list': list(message, 'messages', 'messageId'),
  'restMessages.cancel': thing(message, (messageId) => ({ messageId }), { reached: [200, 409] }),
  'restIncoming.list': list(incoming, 'incoming', 'messageId'),
  'restIncoming.get': thing(incoming, (messageId) => ({ messageId })),
  'restAccount.balance': plain(),
  'restAccount.statement': list(payment, 'transactions', 'purchaseId'),
  'restSenders.list': list(sender, 'senderIds', 'senderIdId'),
  'restTemplates.list': list(template, 'messageTemplates', 'templateId'),
  'restTemplates.get': thing(template, byTemplate),
  'restTemplates.create': plain({ name: 'door', text: 'text' }, [200, 409]),
  'restTemplates.update': thing(template, (templateId) => ({ templateId, text: 'other' })),
  'restTemplates.remove': thing(template, byTemplate),
  'restConsents.list': list(consent, 'consents', 'consentId'),
  'restConsents.record': plain({
    phones: ['0712345678'],
    purpose: 'PROMOTIONS',
    source: 'PAPER',
    wording: 'Yes',
  }),
  'restConsents.withdraw': plain({ phones: ['0712345678'] }),
  'verifications.list': list(verification, 'verifications', 'verificationId'),
  'verifications.summary': plain(),
  'verifications.texts': plain(),
  'verifications.putText': plain({ language: 'en', text: '#code#' }),
  'verifications.removeText': plain({ language: 'en' }),
  'guard.rules': plain(),
  'guard.setCountries': plain({ countries: ['KE', 'TZ'] }),
  'guard.allRules': plain(),
  'guard.setRule': plain({ clientId: null, rule: { kind: 'RANGE', prefix: '+25499' } }),
  'guard.removeRule': plain({ ruleId: newId() }, [404]),
  'guard.refusals': list(guardRefusal, 'refusals', 'ruleId'),
  'restVerifications.start': plain({ to: '+254700000000' }, [422]),
  'restVerifications.check': thing(verification, (verificationId) => ({
    verificationId,
    code: '123456',
  })),
  'restOptOuts.list': list(optOut, 'optOuts', 'phone'),
  'restOptOuts.add': plain({ phones: ['0712345678'] }),
  'restOptOuts.remove': plain({ phones: ['0712345678'] }),
  'restCampaigns.list': list(campaign(), 'campaigns', 'campaignId'),
  'restCampaigns.create': plain(
    { from: 'DOORS', text: 'text', recipients: ['+254700000000'] },
    [422],
  ),
  'restCampaigns.launch': thing(campaign(), byCampaign, { reached: [422] }),
  'restCampaigns.get': thing(campaign(), byCampaign),
  'restContacts.list': list(contact, 'contacts', 'contactId'),
  'restContacts.create': plain({ phone: '0712345679' }),
  'restContacts.get': thing(contact, (contactId) => ({ contactId })),
  'restContacts.update': thing(contact, (contactId) => ({ contactId, firstName: 'A' })),
  'restContacts.remove': thing(contact, (contactId) => ({ contactId })),
  'restContactGroups.list': list(contactGroup, 'groups', 'groupId'),
  'restContactGroups.create': plain({ groupName: 'door of software' }),
  'restContactGroups.remove': thing(contactGroup, (groupId) => ({ groupId })),
  'restCampaigns.cancel': thing(campaign('SCHEDULED'), byCampaign),
  'campaigns.list': list(campaign(), 'campaigns', 'campaignId'),
  'campaigns.get': thing(campaign(), byCampaign),
  'campaigns.approvals': {
    ...(list(campaign('WAITING_APPROVAL'), 'campaigns', 'campaignId') as Extract<
      Fixture,
      { kind: 'list' }
    >),
    without: ['own'],
  },
  'senderImports.read': upload([200, 422]),
  'senderImports.preview': plain({
    kind: 'TRANSACTIONAL',
    rows: [{ line: 2, account: 'nobody@example.com', senderId: 'DOORS' }],
  }),
  'senderImports.enter': thing(
    // A key of its own for each call, since it succeeds.
    async () => newId(),
    () => ({
      kind: 'TRANSACTIONAL',
      rows: [{ line: 2, account: 'nobody@example.com', senderId: 'DOORS' }],
    }),
    { headers: once() },
  ),
  'textDecisions.list': {
    ...(list(textDecision, 'textDecisions', 'decisionId') as Extract<Fixture, { kind: 'list' }>),
    without: ['own'],
  },
  'textDecisions.revoke': thing(textDecision, (decisionId) => ({ decisionId }), {
    except: { own: [403] },
  }),
  // Nobody decides on what is their own.
  'campaigns.approve': thing(
    campaign('WAITING_APPROVAL'),
    (campaignId) => ({ campaignId, approved: false, reason: 'test' }),
    { except: { own: [403] }, headers: { 'idempotency-key': 'door' } },
  ),
  'campaigns.reschedule': thing(campaign('SCHEDULED'), (campaignId) => ({
    campaignId,
    scheduleTimestamp: 4_000_000_000,
  })),
  'campaigns.duplicate': thing(campaign(), byCampaign, { reached: [422] }),
  'campaigns.resend': thing(
    campaign('COMPLETED'),
    (campaignId) => ({ campaignId, outcomes: ['EXPIRED'] }),
    { reached: [422] },
  ),
  'campaigns.download': thing(campaign('COMPLETED'), byCampaign),
  'campaigns.progress': thing(campaign(), byCampaign),
  'campaigns.forecast': thing(campaign(), byCampaign),
  'campaigns.history': thing(campaign(), byCampaign),
  'campaigns.examples': thing(campaign(), byCampaign),
  'campaigns.pause': thing(campaign('RUNNING'), byCampaign),
  'campaigns.resume': thing(campaign('PAUSED'), byCampaign, { reached: [200, 409, 422] }),
  'compose.compose': plain(
    { senderId: 'NOBODYS', text: 'text', recipients: ['0712345678'] },
    [422],
  ),
  'testMessages.send': plain({ senderId: 'NOBODYS', text: 'text' }, [400, 422]),
  'compose.draft': thing(draft, byCampaign),
  'compose.audience': plain({ recipients: ['0712345678'] }),
  'compose.price': plain({ recipients: ['0712345678'], text: 'text' }),
  'templates.list': list(template, 'messageTemplates', 'templateId'),
  'templates.get': thing(template, byTemplate),
  'templates.create': plain({ name: 'door', text: 'text' }, [200, 409]),
  'templates.update': thing(template, (templateId) => ({ templateId, text: 'other' })),
  'templates.remove': thing(template, byTemplate),
  'personal.find': plain({ phone: '+254712345678' }),
  'personal.export': plain({ phone: '+254712345678' }),
  'personal.erase': plain({ phone: '+254712345678', confirm: '0712345678' }),
  'retention.get': plain(),
  'retention.update': plain({ messageDays: 400 }),
  'status.get': plain(),
  'status.history': plain({ hours: 6 }),
  'status.settings': plain(),
  'status.update': plain({ recipients: ['on.call@example.com'] }),
  'status.test': plain(),
  'status.acknowledge': plain({ kind: 'AUDIT_BROKEN', note: 'mine' }, [404]),
  'restorations.get': plain(),
  'restorations.release': plain({ restorationId: '00000000-0000-7000-8000-000000000000' }, [404]),
  'platform.get': plain(),
  'secondApprovals.list': plain(),
  'secondApprovals.approve': plain({ approvalId: '00000000-0000-7000-8000-000000000000' }, [404]),
  'secondApprovals.refuse': plain(
    { approvalId: '00000000-0000-7000-8000-000000000000', reason: 'test' },
    [404],
  ),
  'secondApprovals.cancel': plain({ approvalId: '00000000-0000-7000-8000-000000000000' }, [404]),
  'secondApprovals.setAmount': plain({ amount: null }),
  'platform.update': plain({ tooLateMinutes: 60 }),
  'platform.putWindow': plain({
    country: 'RW',
    kind: 'PROMOTIONAL',
    opens: '08:00',
    closes: '20:00',
    days: [1],
    timezone: 'Africa/Kigali',
    source: 'test',
    checkedOn: '2026-01-01',
  }),
  'stopClauses.list': plain(),
  'stopClauses.put': plain({
    country: 'RW',
    network: 0,
    kind: 'KEYWORD',
    text: 'STOP',
    source: 'test',
    checkedOn: '2026-01-01',
  }),
  'optOutWords.list': plain(),
  'optOutWords.tryText': plain({ text: 'STOP', country: 'KE' }),
  'optOutWords.putKeyword': plain({ word: 'HAPANA', country: '', language: 'sw', asks: 'STOP' }),
  'optOutWords.removeKeyword': plain({ word: 'HAPANA', country: '' }, [200, 404]),
  'optOutWords.putCode': plain({
    code: 'blacklisted',
    applies: 'ALL',
    source: 'Test',
    checkedOn: '2026-11-27',
  }),
  'optOutWords.removeCode': plain({ code: 'blacklisted' }, [200, 404]),
  'optOutWords.putAnswer': plain({ country: 'RW', language: 'en', asks: 'STOP', text: 'Done.' }),
  'optOutWords.removeAnswer': plain({ country: 'RW', language: 'en', asks: 'STOP' }, [200, 404]),
  'stopClauses.remove': plain({ country: 'RW', network: 0 }, [200, 404]),
  'platform.deleteWindow': plain({ country: 'RW', kind: 'PROMOTIONAL' }, [200, 404]),
  'sms.fromFileStep1': upload([200, 422]),
  'sms.upload': thing(recipients, (uploadId) => ({ uploadId })),
  'sms.setHeader': thing(recipients, (uploadId) => ({ uploadId, headerRow: 0 }), {
    reached: [422],
  }),
  'sms.fromFileStep2': thing(
    recipients,
    (uploadId) => ({
      uploadId,
      phoneColumn: 'phone',
      campaignName: 'test',
      senderId: 'NOBODYS',
      text: 'text',
    }),
    { reached: [422] },
  ),
  'sms.fromFilePreview': thing(campaign(), byCampaign, { reached: [422] }),
  'sms.sendCampaign': thing(campaign(), byCampaign, {
    reached: [422],
    headers: { 'idempotency-key': 'door' },
  }),
  'sms.cancelCampaign': thing(campaign(), byCampaign),
  'sms.refusedRows': thing(campaign(), byCampaign),
  'accounts.updatePassword': plain(
    { oldPassword: 'not this', newPassword: 'a long good one' },
    [422],
  ),
  'clients.list': list(account(), 'clients', 'clientId'),
  'clients.search': list(account(), 'clients', 'clientId', {
    input: (owner) => ({ query: owner.email.split('@')[0]!.replace(/^[a-z]+ /, '') }),
  }),
  'clients.get': thing(account(), byClient),
  'clients.activity': thing(account(), byClient),
  'clients.update': thing(account(), (clientId) => ({ clientId, otherNames: 'Other' })),
  'clients.limits': thing(
    account(),
    (clientId) => ({ clientId, dailyLimitMessages: 5 }),
    notToOneself,
  ),
  'clients.changeLevel': thing(account(), (clientId) => ({ clientId, accessLevel: 'CLIENT' }), {
    ...notToOneself,
    reached: [200, 403, 422],
  }),
  'clients.move': thing(account(), (clientId) => ({ clientId, parentId: clientId }), {
    ...notToOneself,
    reached: [422],
  }),
  'clients.changeCredit': thing(
    account(),
    (clientId) => ({ clientId, creditLimitUnits: 5 }),
    notToOneself,
  ),
  'clients.invite': thing(
    account(),
    (parentId) => ({ parentId, email: fresh(), accessLevel: 'CLIENT' }),
    {
      // Only some of the accounts within reach have a level that may have clients.
      reached: [200, 403],
    },
  ),
  'clients.create': thing(
    account(),
    (parentId) => ({
      parentId,
      email: fresh(),
      phone: `07${90_000_000 + ++number}`,
      firstName: 'A',
      lastName: 'B',
      companyName: 'C',
      country: 'KE',
      accessLevel: 'CLIENT',
    }),
    { reached: [200, 403] },
  ),
  'clients.resendInvitation': thing(account('INVITED'), byClient, {
    ...notToOneself,
    reached: [200, 429],
  }),
  'clients.activate': thing(account('PENDING_ACTIVATION'), byClient, notToOneself),
  'clients.resetPassword': thing(account(), byClient, notToOneself),
  'clients.block': thing(account(), byClient, notToOneself),
  'clients.unblock': thing(account('BLOCKED'), byClient, notToOneself),
  'clients.tree': thing(account(), (ownerId) => ({ ownerId })),
  'clients.impersonate': thing(account(), byClient, notToOneself),
  'clients.testSmtp': plain({ to: 'probe@example.com' }),
  'clients.uploadPicture': upload([422]),
  'clients.picture': thing(picture, (uploadId) => ({ uploadId })),
  'clientCredentials.get': thing(account(), byClient),
  'blockedNumbers.list': plain(),
  'blockedNumbers.add': plain({ phones: ['+254700000001'], reason: 'test' }),
  'blockedNumbers.remove': plain({ phones: ['+254700000001'] }),
  'contactGroups.list': list(contactGroup, 'groups', 'groupId'),
  'contactGroups.get': thing(contactGroup, (groupId) => ({ groupId })),
  'contactGroups.create': plain({ groupName: 'door' }),
  'contactGroups.update': thing(contactGroup, (groupId) => ({ groupId, description: 'test' })),
  'contactGroups.remove': thing(contactGroup, (groupId) => ({ groupId })),
  'contactGroups.clear': thing(contactGroup, (groupId) => ({ groupId })),
  'contactGroups.addContacts': thing(contactGroup, (groupId) => ({
    groupId,
    contactIds: [newId()],
  })),
  'contactGroups.removeContacts': thing(contactGroup, (groupId) => ({
    groupId,
    contactIds: [newId()],
  })),
  'contactImports.upload': upload([200, 422]),
  'contactImports.setHeader': thing(recipients, (uploadId) => ({ uploadId, headerRow: 0 }), {
    reached: [422],
  }),
  'contactImports.check': thing(recipients, (uploadId) => ({
    uploadId,
    mapping: [{ column: 'phone', field: 'phone' }],
  })),
  'contactImports.start': thing(contactImport('READY'), (importId) => ({ importId })),
  'contactImports.list': list(contactImport('READY'), 'imports', 'importId'),
  'contactImports.get': thing(contactImport('READY'), (importId) => ({ importId })),
  'contactImports.refusedRows': thing(contactImport('COMPLETED'), (importId) => ({ importId })),
  'contacts.list': list(contact, 'contacts', 'contactId'),
  'contacts.get': thing(contact, (contactId) => ({ contactId })),
  'contacts.create': plain({ phone: '0712345678' }),
  'contacts.update': thing(contact, (contactId) => ({ contactId, firstName: 'A' })),
  'contacts.remove': thing(contact, (contactId) => ({ contactId })),
  'contacts.removeMany': plain({ contactIds: [newId()] }),
  'contacts.download': plain(),
  'consents.list': list(consent, 'consents', 'consentId'),
  'consents.record': plain({
    phones: ['0712345678'],
    purpose: 'PROMOTIONS',
    source: 'PAPER',
    wording: 'Yes',
  }),
  'consents.withdraw': plain({ phones: ['0712345678'] }),
  'consents.proof': plain({ phone: '0712345678' }),
  'optOuts.list': list(optOut, 'optOuts', 'phone'),
  'optOuts.add': plain({ phones: ['0712345678'] }),
  'optOuts.remove': plain({ phones: ['0712345678'] }),
  'optOuts.answers': plain(),
  'optOuts.setAnswers': plain({ isAnswered: true }),
  'optOuts.download': plain(),
  'connectors.listSmpp': plain(),
  'connectors.getSmpp': plain({ cid: 'nobodys' }, [404]),
  'connectors.createSmpp': plain({ cid: 'door-smpp' }, [200, 409]),
  'connectors.updateSmpp': plain({ cid: 'door-smpp', window: 20 }),
  'connectors.removeSmpp': plain({ cid: 'nobodys' }, [404]),
  'connectors.listHttp': plain(),
  'connectors.getHttp': plain({ cid: 'nobodys' }, [404]),
  'connectors.createHttp': plain(
    { cid: 'door-http', url: 'https://customer.example/mo' },
    [200, 409],
  ),
  'connectors.updateHttp': plain({ cid: 'nobodys' }, [404]),
  'connectors.removeHttp': plain({ cid: 'nobodys' }, [404]),
  'connectors.listGeneric': plain(),
  'connectors.getGeneric': plain({ cid: 'nobodys' }, [404]),
  'connectors.createGeneric': plain(
    { cid: 'door-generic', url: 'https://provider.example/send' },
    [200, 409],
  ),
  'connectors.updateGeneric': plain({ cid: 'nobodys' }, [404]),
  'connectors.removeGeneric': plain({ cid: 'nobodys' }, [404]),
  'connectors.start': plain({ cid: 'nobodys' }, [404]),
  'connectors.stop': plain({ cid: 'nobodys' }, [404]),
  'connectors.restart': plain({ cid: 'nobodys' }, [404]),
  'carrierErrors.list': plain(),
  'connectors.live': plain({ cid: 'nobodys' }, [404]),
  'connectors.pdus': plain({ cid: 'nobodys' }, [404]),
  'connectors.testSend': plain({ cid: 'nobodys', to: '+254712345678', text: 'Test' }, [404]),
  'connectors.testPost': plain({ cid: 'nobodys' }, [404]),
  'unconfirmed.list': plain(),
  'unconfirmed.sendAgain': plain({ messageIds: [newId()] }),
  'unconfirmed.writeOff': plain({ messageIds: [newId()] }),
  'healing.list': plain(),
  'healing.get': plain({ incidentId: newId() }, [404]),
  'healing.moveBack': plain({ incidentId: newId() }, [404]),
  'healing.keep': plain({ incidentId: newId(), isKept: true }, [404]),
  'healing.acknowledge': plain({ incidentId: newId() }, [404]),
  'healing.limits': plain(),
  'healing.setLimit': plain({ mode: 'WATCH', leastPercent: 10, mostPercent: 100 }),
  'healing.dropLimit': plain({ cid: 'nobodys' }, [404]),
  'softwareUses.list': plain(),
  'unmatchedReceipts.list': plain(),
  'unmatchedReceipts.matchAgain': plain(),
  'connectorTests.smpp': plain({ host: '169.254.0.1' }, [400]),
  'connectorTests.http': plain({ url: 'http://169.254.0.1/' }, [400]),
  'connectorTests.generic': plain({ url: 'http://169.254.0.1/' }, [400]),
  'clientCredentials.reset': thing(withUser, byClient),
  'gatewayGroups.list': plain(),
  'gatewayGroups.create': plain({ gid: 'made' }, [200, 409]),
  'gatewayGroups.update': thing(gatewayGroup, (gid) => ({ gid, enabled: false })),
  'gatewayGroups.remove': thing(gatewayGroup, (gid) => ({ gid })),
  'gatewayUsers.list': list(gatewayUser, 'smppUsers', 'uid'),
  'gatewayUsers.create': plain(
    { uid: 'made', gid: 'nobodys', username: 'made', clientId: newId() },
    [400],
  ),
  'gatewayUsers.unbind': thing(gatewayBind, (bindId) => ({ uid: userOfBind(bindId), bindId })),
  'gatewayUsers.update': thing(gatewayUser, (uid) => ({ uid, enabled: false })),
  'gatewayUsers.resetPassword': thing(gatewayUser, (uid) => ({ uid })),
  'gatewayUsers.remove': thing(gatewayUser, (uid) => ({ uid })),
  'gatewayUsers.rectify': plain({ dryRun: true }),
  'routeFilters.types': plain(),
  'routeFilters.list': plain(),
  'routeFilters.create': plain({ fid: 'made', type: 'TransparentFilter' }, [200, 409]),
  'routeFilters.update': thing(routeFilter, (fid) => ({
    fid,
    type: 'TagFilter',
    parameters: { tag: 'vip' },
  })),
  'routeFilters.remove': thing(routeFilter, (fid) => ({ fid })),
  'routeFilters.test': plain({ type: 'TransparentFilter', sample: {} }),
  'mtRoutes.list': plain(),
  'mtRoutes.create': plain({ type: 'StaticMTRoute', connectors: ['nobodys'] }, [400]),
  'mtRoutes.update': thing(gatewayRoute('MT'), (routeId) => ({ routeId, enabled: false })),
  'mtRoutes.remove': thing(gatewayRoute('MT'), (routeId) => ({ routeId })),
  'mtRoutes.move': thing(gatewayRoute('MT'), (routeId) => ({ routeId, direction: 'UP' }), {
    reached: [200, 409],
  }),
  'moRoutes.list': plain(),
  'moRoutes.create': plain(
    { type: 'StaticMORoute', targets: [{ kind: 'HTTP', cid: 'nobodys' }] },
    [400],
  ),
  'moRoutes.update': thing(gatewayRoute('MO'), (routeId) => ({ routeId, enabled: false })),
  'moRoutes.remove': thing(gatewayRoute('MO'), (routeId) => ({ routeId })),
  'moRoutes.move': thing(gatewayRoute('MO'), (routeId) => ({ routeId, direction: 'DOWN' }), {
    reached: [200, 409],
  }),
  'gatewayConfig.reload': plain({}, [200, 422]),
  'gatewayConfig.versions': plain(),
  'gatewayConfig.version': thing(configVersion, (version) => ({ version })),
  'gatewayConfig.diff': plain(),
  'gatewayConfig.rollback': thing(configVersion, (version) => ({ version })),
  'gatewayConfig.lint': plain(),
  'logComparison.compare': plain({ lines: ['a line of a log'] }),
  'routeComparison.compare': plain(),
  'gatewayConfig.simulate': plain({ direction: 'MT', message: { to: '254712345678' } }),
  'gatewayConfig.explain': thing(routed, (messageId) => ({ messageId })),
  'gatewayConfig.import': plain({ text: '#Group id\n#made' }),
  'messages.sent': list(message, 'mtMessages', 'messageId'),
  'messages.get': thing(message, (messageId) => ({ messageId })),
  'messages.exportSent': plain(),
  'messages.received': list(incoming, 'moMessages', 'messageId'),
  'messages.getReceived': thing(incoming, (messageId) => ({ messageId })),
  'messages.exportReceived': plain(),
  'threads.list': list(incoming, 'threads', 'messageId'),
  'threads.get': thing(incoming, (messageId) => ({ messageId })),
  'threads.messages': thing(incoming, (messageId) => ({ messageId })),
  'threads.read': thing(incoming, (messageId) => ({ messageId })),
  'messages.toDeliver': list(campaignWaiting, 'messages', 'campaignId'),
  'stats.dlr': plain(),
  'stats.network': plain(),
  'stats.country': plain(),
  'stats.senderids': plain(),
  'stats.rankings': plain(),
  'stats.failures': plain(),
  'stats.hours': plain({ timezone: 'Africa/Nairobi' }),
  'stats.reports': list(counted, 'rows', 'key'),
  'stats.exportReport': plain(),
  'senders.list': list(sender, 'senderIds', 'senderIdId'),
  'senders.search': plain(),
  'senders.get': thing(sender, bySender),
  'senders.review': list(senderAs('WAITING_SETUP'), 'senderIds', 'senderIdId'),
  'senders.rules': plain(),
  'senders.setRule': plain({
    country: 'RW',
    kind: 'SHORTCODE',
    offered: true,
    shortest: 3,
    longest: 6,
    spaces: false,
    symbols: false,
    documents: [],
    sample: false,
    fee: null,
    currency: null,
    daysLeast: 1,
    daysMost: 2,
    source: 'doors',
    checkedOn: '2026-01-01',
  }),
  'senders.protectedNames': plain(),
  'senders.protect': plain(
    { country: 'KE', name: 'DOORSBANK', kind: 'BRAND', reason: 'doors' },
    [200, 409],
  ),
  'senders.unprotect': plain({ country: 'KE', name: 'NOSUCHNAME', reason: 'doors' }, [404]),
  'senders.check': plain({ senderId: 'DOORS', country: 'KE', kind: 'TRANSACTIONAL' }),
  'senders.request': plain(
    { senderId: 'DOORS', country: 'KE', kind: 'TRANSACTIONAL', documents: [] },
    [422],
  ),
  'senders.addGeneric': plain({ senderId: 'DOORS', country: 'KE', kind: 'SHORTCODE' }, [422]),
  // Nobody decides on what is their own.
  'senders.approve': thing(
    senderAs('DOCUMENTS_APPROVED'),
    (senderIdId) => ({ senderIdId, approved: true }),
    { except: { own: [403] } },
  ),
  'senders.markReady': thing(senderAs('WAITING_SETUP'), bySender, { except: { own: [403] } }),
  'senders.update': thing(sender, (senderIdId) => ({
    senderIdId,
    senderId: { status: 'INACTIVE' },
  })),
  'senders.delegate': thing(
    sender,
    (senderIdId) => ({ senderIdId, clientId: '018f0000-0000-7000-8000-00000000beef' }),
    { reached: [404] },
  ),
  'senderRegistrations.put': thing(
    sender,
    (senderIdId) => ({ senderIdId, network: 1, status: 'PENDING' }),
    { except: { own: [403] } },
  ),
  'senderRegistrations.remove': thing(registered, (senderIdId) => ({ senderIdId, network: 1 }), {
    except: { own: [403] },
  }),
  'senderRegistrations.standIns': thing(sender, bySender),
  'senderRegistrations.setStandIn': thing(sender, (senderIdId) => ({
    senderIdId,
    standInId: null,
  })),
  'senderDocuments.upload': upload([422]),
  'senderDocuments.uploadSeveral': upload([422]),
  'senderDocuments.list': list(senderDocument(), 'documents', 'documentId'),
  'senderDocuments.download': thing(senderDocument(), (uploadId) => ({ uploadId })),
  'senderDocuments.approve': thing(senderDocument(), byDocument, { except: { own: [403] } }),
  'senderDocuments.reject': thing(
    senderDocument(),
    (documentId) => ({ documentId, reason: 'test' }),
    { except: { own: [403] } },
  ),
  'senderDocuments.replace': thing(
    senderDocument('DOCUMENT_REJECTED'),
    (documentId) => ({ documentId, uploadId: '018f0000-0000-7000-8000-00000000beef' }),
    { reached: [404] },
  ),
  'purchases.list': list(payment, 'purchases', 'purchaseId'),
  'purchases.months': thing(account(), (clientId) => ({ clientId })),
  'purchases.offer': plain(),
  'purchases.create': plain({ units: 1, phone: '0712345678' }, [400, 422]),
  'purchases.get': thing(payment, byPurchase),
  'purchases.retrySync': thing(payment, byPurchase),
  'purchases.transferUnits': thing(account(), (clientId) => ({ clientId, units: 1 }), {
    except: { own: [403] },
    reached: [422],
    headers: once(),
  }),
  'purchases.previewTransfer': thing(account(), (clientId) => ({ clientId, units: 1 }), {
    except: { own: [403] },
    reached: [422],
  }),
  'purchases.adjust': thing(account(), (clientId) => ({ clientId, units: -1e9, note: 'test' }), {
    reached: [200, 422],
    headers: once(),
  }),
  'openingBalances.read': upload([200, 422]),
  'openingBalances.preview': plain({
    reference: 'Former portal',
    rows: [{ line: 2, account: 'nobody@example.com', units: '1' }],
  }),
  'openingBalances.enter': thing(
    // A key of its own for each call, since it succeeds.
    async () => newId(),
    () => ({
      reference: 'Former portal',
      rows: [{ line: 2, account: 'nobody@example.com', units: '1' }],
    }),
    { headers: once() },
  ),
  'playsmsImports.read': upload([200, 422]),
  'playsmsImports.get': thing(playsmsImport, (importId) => ({ importId })),
  'playsmsImports.start': thing(playsmsImport, (importId) => ({
    importId,
    sendInvitations: false,
  })),
  'purchases.receipt': thing(payment, byPurchase, { reached: [409] }),
  'purchases.export': plain(),
  'purchases.statement': thing(account(), (clientId) => ({ clientId, month: '2026-01' })),
  'purchases.reminder': plain(),
  'purchases.setReminder': plain({ every: null, units: null }),
  'payments.sendStk': thing(payment, (purchaseId) => ({ purchaseId, phone: '0712345678' }), {
    reached: [422],
  }),
  'payments.list': list(payment, 'payments', 'purchaseId'),
  'payments.events': thing(payment, byPurchase),
  'payments.days': plain(),
  'payments.orphans': plain(),
  'payments.claim': thing(payment, (purchaseId) => ({ purchaseId, eventId: '1' }), {
    reached: [404],
  }),
  'payments.ledger': plain(),
  'invoices.list': list(invoice, 'invoices', 'invoiceId'),
  'invoices.pdf': thing(invoice, (invoiceId) => ({ invoiceId })),
  'invoices.details': plain(),
  'invoices.setDetails': plain({
    legalName: null,
    address: null,
    taxNumber: null,
    taxName: null,
    taxPercent: null,
  }),
  'rates.list': plain(),
  'rates.update': thing(ownRate, (rateId) => ({ rateId, costPrice: '0.5' }), notToOneself),
  'rates.add': thing(
    account(),
    (clientId) => ({
      clientId,
      regionName: `Region ${++number}`,
      regionFilters: ['2549'],
      costPrice: '100',
      currency: 'KES',
    }),
    notToOneself,
  ),
  'rates.remove': thing(ownRate, (rateId) => ({ rateId }), notToOneself),
  'rates.floor': thing(
    account(),
    (clientId) => ({ clientId, regionName: 'Region', regionFilters: ['2549'] }),
    notToOneself,
  ),
  'rates.previewImport': upload([200, 422]),
  'rates.import': thing(
    account(),
    (clientId) => ({
      clientId,
      dryRun: true,
      rows: [{ regionName: 'Kenya', regionFilters: ['254'], costPrice: '1', currency: 'KES' }],
    }),
    notToOneself,
  ),
  // Nothing waits, so there is nothing to send again.
  'contactChanges.resend': thing(account(), (clientId) => ({ clientId, kind: 'EMAIL' }), {
    reached: [404],
  }),
  'contactChanges.withdraw': thing(account(), (clientId) => ({ clientId, kind: 'PHONE' }), {
    reached: [404],
  }),
  'contactChanges.confirmPhone': plain({ code: '123456' }, [422]),
  'stepUps.stepUp': plain({ password: 'wrong' }, [422]),
  'stepUps.requestCode': plain(),
  'stepUps.passkeyOptions': plain({}, [422]),
  'dashboard.get': plain(),
  'dashboard.figures': plain(),
  'dashboard.clients': plain(),
  'dashboard.hideFirstSteps': plain({ hidden: true }),
  'tasks.list': list(task, 'operations', 'operationId'),
  'tasks.get': thing(task, (operationId) => ({ operationId })),
  'tasks.cancel': thing(task, (operationId) => ({ operationId })),
  'webhooks.list': list(webhook, 'webhooks', 'webhookId'),
  'webhooks.create': plain({ url: 'https://customer.example/', events: ['message.delivered'] }),
  'webhooks.createCallbacks': plain({}, [200, 409]),
  'webhooks.update': thing(webhook, (webhookId) => ({ webhookId, enabled: false })),
  'webhooks.remove': thing(webhook, byWebhook),
  'webhooks.rotateSecret': thing(webhook, byWebhook),
  'webhooks.sendTest': thing(webhook, byWebhook),
  'webhooks.deliveries': list(delivery, 'deliveries', 'deliveryId'),
  'webhooks.delivery': thing(delivery, byDelivery),
  'webhooks.replay': thing(delivery, byDelivery),
  'webhooks.replayFailed': thing(webhook, (webhookId) => ({ webhookId, sinceTimestamp: 0 })),
};
