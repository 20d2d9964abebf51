// Data that a day's use seldom makes: an incident of a connector, refusals of the guard, codes, and decisions about texts.
import type { Product } from '../../test/harness/product.ts';

type Call = (name: string, method: string, path: string, body?: object) => Promise<unknown>;
type Ids = { client: string; company: string; administrator: string };

// About the share of the messages that the sandbox delivers, so that all screens say the same of the connector.
const FIGURES = {
  sent: 312,
  onTime: 289,
  medianSeconds: 0.5,
  dueSeconds: 10,
  usual: 0.984,
  floor: 0.951,
  usualSeconds: 0.4,
  seconds: 240,
};

/** Makes all of it, and returns the id of the incident. */
export async function makeSeldom(sql: Product['sql'], call: Call, ids: Ids): Promise<string> {
  await makeCodes(sql, call, ids);
  await makeGuard(sql, call, ids);
  await call('client', 'POST', 'consents', {
    phones: ['+254722104020', '+254722914753'],
    purpose: 'PROMOTIONS',
    source: 'WEBSITE',
    wording: 'I agree to offers by SMS, at most two a week.',
    evidence: 'Form of the shop, November',
  });
  await sql(
    `insert into text_decision (id, client_id, campaign_id, sender, text, fingerprint, is_approved, decided_by, expires_at)
     select gen_random_uuid(), $1, gen_random_uuid(), 'KILIMO', v.text, md5(v.text), v.yes, $2, v.ends
     from (values ('Your delivery of seed arrives on #day#.', true, null::timestamptz),
       ('Win a tractor! Reply YES to 22456.', false, now() + interval '20 days')) v (text, yes, ends)`,
    [ids.company, ids.administrator],
  );
  // Hours of traffic and a carrier that loses a network, on a route without another connector to move to.
  const [incident] = await sql(
    `with found as (
       insert into healing_incident (id, connector_id, route_id, network, status, keep, hold_seconds, shifts, figures)
       select gen_random_uuid(), c.id, r.id, 1, 'NOTICED', 1, 300, 0, $1::jsonb
       from connector c join route r on c.id = any (r.connector_ids) and r.direction = 'MT' where c.kind = 'SMPP' limit 1 returning id),
     step as (insert into healing_step (incident_id, kind, reason, keep, figures) select id, 'NOTICED', 'NO_OTHER', 1, $1::jsonb from found)
     select id from found`,
    [JSON.stringify(FIGURES)],
  );
  // 13 parts each ten seconds; in the last four minutes, one of each slot fails or comes late more often than before.
  await sql(
    `insert into connector_slot (connector_id, route_id, network, slot, outcome, seconds, parts)
     select i.connector_id, i.route_id, i.network, date_bin('10 seconds', now(), 'epoch') - n * interval '10 seconds', o.outcome, o.seconds, o.parts
     from healing_incident i, generate_series(2, 200) n,
       lateral (values ('ACCEPTED', 0, 13), ('DELIVERED', 1, 12 + (n > 26 or n % 7 = 0)::int - (n % 15 = 4)::int),
         ('DELIVERED', 16, (n <= 26 and n % 7 in (2, 5))::int), ('ENDED', 0, (n <= 26 and n % 7 in (1, 3, 4))::int + (n % 15 = 4)::int)) o (outcome, seconds, parts)
     where i.id = $1 and o.parts > 0 on conflict do nothing`,
    [incident?.['id']],
  );
  // The same traffic, minute by minute, as the history of the status screen has it.
  await sql(
    `insert into gauge_minute (minute, queued, oldest_queued_s, in_flight, ambiguous, outbox, outbox_oldest_s, unmatched, tasks, payments, submitted, receipts, database_bytes)
     select date_trunc('minute', now()) - n * interval '1 minute', (least(1, n / 40.0) * (30 + 18 * sin(n / 31.0)))::int, 4 + 3 * sin(n / 31.0), 8, 0, 4, 2, 0, 0, 0,
       78 + (12 * sin(n / 40.0))::int, 75 + (12 * sin((n + 1) / 40.0))::int, 18000000
     from generate_series(1, 400) n on conflict do nothing`,
  );
  await sql(
    `insert into connector_minute (connector_id, minute, submitted, accepted, receipts, window_in_use)
     select i.connector_id, date_trunc('minute', now()) - n * interval '1 minute', g.submitted, g.submitted, g.receipts, 8
     from healing_incident i, generate_series(1, 60) n join gauge_minute g on g.minute = date_trunc('minute', now()) - n * interval '1 minute'
     where i.id = $1 on conflict do nothing`,
    [incident?.['id']],
  );
  // The alerts of the night before.
  await sql(
    `with shown (kind, subject, facts, ago, lasted) as (values
       ('CONNECTOR_DOWN', 'sandbox', '{"minutes": 4, "tries": 9, "error": "connect ECONNREFUSED 10.4.0.7:2775", "address": "10.4.0.7:2775"}', interval '7 hours 12 minutes', interval '11 minutes'),
       ('QUEUE_OLD', '', '{"minutes": 16, "queued": 4210}', interval '7 hours 6 minutes', interval '19 minutes'),
       ('THROTTLED', 'sandbox', '{"throttled": 41, "answers": 380}', interval '19 hours 40 minutes', interval '26 minutes')),
     raised as (
       insert into alert (id, kind, subject, status, facts, raised_at, resolved_at)
       select gen_random_uuid(), kind, subject, 'RESOLVED', facts::jsonb, now() - ago, now() - ago + lasted from shown returning id)
     insert into alert_notice (alert_id, occasion, channel, target, done_at)
     select id, 'RAISED', 'MAIL', 'operators@sandbox.test', now() from raised`,
  );
  return String(incident?.['id'] ?? '');
}

async function makeCodes(sql: Product['sql'], call: Call, { client }: Ids): Promise<void> {
  await sql(
    `insert into verification (id, client_id, destination, country, brand, language, length, code_hash, status, tries, most_tries,
       sends, resend_seconds, resend_at, expires_at, ended_at, created_at)
     select (lpad(to_hex((extract(epoch from now() - n * interval '41 minutes') * 1000)::bigint), 12, '0') || '70008000' || lpad(n::text, 12, '0'))::uuid, $1,
       case when n % 5 = 0 then '2557123450' else '2547123450' end || lpad(n::text, 2, '0'), case when n % 5 = 0 then 'TZ' else 'KE' end, 'Karibu Shop',
       'en', 6, '\\x00', case n % 6 when 0 then 'EXPIRED' when 1 then 'FAILED' else 'VERIFIED' end, 1 + n % 3, 5, 1, 60,
       now(), now() + interval '10 minutes', now() - n * interval '40 minutes', now() - n * interval '41 minutes'
     from generate_series(1, 14) n`,
    [client],
  );
  for (const [language, text] of [
    ['en', '#code# is your code for Karibu Shop. We never ask for it.'],
    ['sw', '#code# ni namba yako ya Karibu Shop.'],
  ])
    await call('client', 'PUT', 'verifications/texts', { brand: '', language, text });
}

async function makeGuard(sql: Product['sql'], call: Call, { client, company }: Ids): Promise<void> {
  for (const [clientId, rule] of [
    [null, { kind: 'RANGE', prefix: '+8835100', reason: 'Satellite numbers that never answer' }],
    [company, { kind: 'NUMBER', messages: 5, seconds: 3600, reason: 'Asked by the client' }],
  ] as const)
    await call('administrator', 'POST', 'guard/rules', { clientId, rule });
  // The call asks for a fresh proof of identity.
  await sql(
    `insert into guard_rule (id, client_id, kind, countries) values (gen_random_uuid(), $1, 'COUNTRIES', '{KE,TZ,UG}')`,
    [client],
  );
  await sql(
    `insert into guard_refusal (client_id, rule_id, day, kind, refused, prefix, updated_at)
     select $1, id, current_date - n, kind, (7 + 11 * row_number() over (partition by n order by kind, digits)) / (n + 1),
       case when prefix = '' then left('25471234', coalesce(digits, 8)) else prefix end, least(now(), date_trunc('day', now()) - n * interval '1 day' + interval '15 hours')
     from guard_rule, generate_series(0, 2) n where client_id is null and kind in ('RANGE', 'SHARE', 'NUMBER')`,
    [client],
  );
}
