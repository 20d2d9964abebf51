// The data on the pictures: sixty days of history, and a day's work of the sandbox's accounts through the API.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openApi, type Session } from '../../test/harness/api.ts';
import type { Product } from '../../test/harness/product.ts';
import { makeSeldom } from './seldom.ts';

/** Ids of single things, by the names that the table of screens uses. */
export type Made = Record<string, string>;
type Body = Record<string, unknown>;

/** Two periods of thirty days, of which reports compare one with the other. */
const HISTORY_DAYS = 60;
const TOTALS = join(import.meta.dirname, '../../bench/rollup-totals.sql');
/** Numbers of Kenya; in the sandbox their last two digits decide the outcome. */
const numbers = (count: number, from = 2_345_000) =>
  Array.from({ length: count }, (_, at) => `+25471${String(from + at * 37).padStart(7, '0')}`);

/** Why the messages of those days were not delivered, which only messages themselves would say. */
const CAUSES = `
  with recursive up as (
    select id as client_id, parent_id as above from client where parent_id is not null
    union all
    select up.client_id, c.parent_id from up join client c on c.id = up.above where c.parent_id is not null),
  above as (select * from up union all select id, '00000000-0000-0000-0000-000000000000' from client),
  own as (
    select client_id, sender, country, network, (hour at time zone 'UTC')::date as day, v.status, v.error_code, v.carrier_status, sum(v.messages) as messages
    from rollup_hour, lateral (values
      (11, '013', 'UNDELIV', undeliverable - undeliverable / 3), (11, '027', 'UNDELIV', undeliverable / 3),
      (13, '009', 'REJECTD', rejected), (12, '032', 'EXPIRED', expired)) v (status, error_code, carrier_status, messages)
    group by 1, 2, 3, 4, 5, 6, 7, 8),
  caused as (
    select client_id, 'OWN' as kind, sender, country, network, status, error_code, carrier_status, day, messages from own
    union all
    select above, 'BELOW', '', country, network, status, error_code, carrier_status, day, sum(messages) from own join above using (client_id) group by 1, 2, 3, 4, 5, 6, 7, 8, 9),
  keys as (
    insert into failure_key (client_id, kind, sender, country, network, status, error_code, carrier_status)
    select distinct client_id, kind, sender, country, network, status, error_code, carrier_status from caused where messages > 0 returning *)
  insert into failure_day (key_id, day, client_id, messages)
  select k.id, c.day, c.client_id, sum(c.messages) over (partition by k.id order by c.day)
  from caused c join keys k using (client_id, kind, sender, country, network, status, error_code, carrier_status)`;

/** Hours of the days before today: more at noon than at night, less at weekends, nine of ten delivered. */
async function makeHistory(product: Product): Promise<void> {
  await product.sql(`
    insert into rollup_hour (hour, client_id, sender, country, network, messages, segments, units, submitted, delivered, undeliverable, rejected, expired)
    select hour, id, 'TUMA', country, network, m, m + m / 5, (m + m / 5) * 10000, m, m - m / 10 - m / 30, m / 10 - m / 25, m / 25, m / 30
    from (
      select date_trunc('day', now()) - d * interval '1 day' + h * interval '1 hour' as hour, c.id, n.country, n.network,
        (greatest(1, 60 - 9 * abs(h - 11)) * n.share * case when extract(isodow from now() - d * interval '1 day') > 5 then 0.4 else 1 end
          * (1 + (d * 7 % 5) / 10.0) * (1 - d / 250.0))::bigint as m
      from client c, generate_series(1, ${HISTORY_DAYS}) d, generate_series(5, 17) h,
        (values ('KE', 1, 3), ('KE', 2, 1), ('TZ', 12, 0.6), ('UG', 21, 0.4), ('MZ', 33, 0.5)) n (country, network, share)
      where c.access_level in ('CLIENT', 'COMPANY', 'EBU_CLIENT', 'RESELLER')) t where m > 0`);
  await product.sql(readFileSync(TOTALS, 'utf8'));
  await product.sql(CAUSES);
  // At any hour of the day the same.
  await product.sql(`update sending_window set opens = 0, closes = 1440, days = '{1,2,3,4,5,6,7}'`);
}

/** Works in the product as its accounts do, and returns the ids of the things that screens show. */
export async function useProduct(product: Product, carrier: string): Promise<Made> {
  const user = new User(product);
  await user.open();
  const clients = await makeClients(user);
  await makeHistory(product);
  const made = {
    ...clients,
    ...(await makeContacts(user)),
    ...(await makeCampaigns(user)),
    ...(await makePurchases(user)),
    ...(await makeSenders(user)),
    ...(await makeSettings(user)),
  };
  await makeGateway(user);
  const incident = await makeSeldom(product.sql, user.call.bind(user), {
    client: user.id('client'),
    company: user.id('company'),
    administrator: user.id('administrator'),
  });
  await receive(carrier);
  await user.until('client', 'sms/mo?pageSize=5', (body) => list(body, 'moMessages').length > 2);
  const messages = await user.call('client', 'GET', 'sms/mt?pageSize=1');
  return {
    ...made,
    incident,
    message: String(list(messages, 'mtMessages')[0]?.['messageId'] ?? ''),
  };
}

const list = (body: Body, name: string): Body[] => (body[name] as Body[] | undefined) ?? [];

/** The calls of the sandbox's accounts. */
class User {
  readonly sql: Product['sql'];
  readonly #api: ReturnType<typeof openApi>;
  readonly #sessions = new Map<string, Session>();

  constructor(product: Product) {
    this.sql = product.sql;
    this.#api = openApi(product);
  }

  async open(): Promise<void> {
    for (const name of [
      'administrator',
      'it-support',
      'reseller',
      'company',
      'client',
      'ebu-client',
    ]) {
      const session = await this.#api.signIn(name);
      await this.#api.stepUp(session);
      this.#sessions.set(name, session);
    }
  }

  id(name: string): string {
    return this.#sessions.get(name)!.clientId;
  }

  call(name: string, method: string, path: string, body?: object): Promise<Body> {
    return this.#api.get(method, `/portal/${path}`, {
      token: this.#sessions.get(name)!.token,
      body,
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
  }

  /** Messages of an account's own software. */
  async send(key: string, messages: readonly object[]): Promise<void> {
    await this.#api.get('POST', '/messages', {
      token: key,
      body: { messages },
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
  }

  /** Asks until the answer is as it should be; a picture without it is still one. */
  async until(name: string, path: string, isReached: (body: Body) => boolean): Promise<Body> {
    let body = await this.call(name, 'GET', path);
    for (let turn = 0; turn < 60 && !isReached(body); turn++) {
      await sleep(500);
      body = await this.call(name, 'GET', path);
    }
    return body;
  }
}

async function makeClients(user: User): Promise<Made> {
  const clients = [
    ['Esther', 'Mwangi', 'Mlima Tea'],
    ['Ali', 'Hassan', 'Bahari Travel'],
    ['Mary', 'Atieno', 'Jua Solar'],
    ['Samuel', 'Kariuki', 'Nyota Schools'],
  ] as const;
  for (const [at, [firstName, lastName, companyName]] of clients.entries()) {
    const { clientId } = await user.call('reseller', 'POST', 'clients:createClientInternal', {
      email: `${firstName.toLowerCase()}@shop${at}.example`,
      phone: `+25472210402${at}`,
      firstName,
      lastName,
      companyName,
      accountType: 'COMPANY',
      accessLevel: 'CLIENT',
      country: 'KE',
    });
    await user.call('reseller', 'POST', 'purchases:transferUnits', {
      clientId,
      units: 1200 * (at + 1),
      note: 'November',
    });
  }
  // They have signed in before.
  await user.sql(`update client set client_status = 'ACTIVE' where email like '%@shop_.example'`);
  await user.call('administrator', 'POST', 'blockednumbers', {
    phones: ['+254733000111', '+254733000112'],
    reason: 'Reported as spam traps',
  });
  return { client: user.id('client'), reseller: user.id('reseller') };
}

async function makeContacts(user: User): Promise<Made> {
  const groups: string[] = [];
  for (const [groupName, description] of [
    ['Customers Nairobi', 'Shop in Moi Avenue'],
    ['Customers Mombasa', 'Shop in Nyali'],
    ['Newsletter', 'Agreed to offers by SMS'],
  ]) {
    const { groupId } = await user.call('client', 'POST', 'contactgroups', {
      groupName,
      description,
    });
    groups.push(String(groupId));
  }
  const people = ['Amina Wanjiru', 'Joseph Otieno', 'Grace Achieng', 'Peter Kamau', 'Fatuma Ali'];
  const more = ['John Mutua', 'Lucy Wambui', 'Brian Kipchoge', 'Halima Said'];
  for (const [at, name] of people.concat(more).entries()) {
    const [firstName, lastName] = name.split(' ');
    await user.call('client', 'POST', 'contacts', {
      phone: `+25472${String(2_104_020 + at * 810_733).slice(0, 7)}`,
      firstName,
      lastName,
      attributes: { Town: ['Nairobi', 'Mombasa', 'Nakuru'][at % 3], Balance: String(at * 150) },
      groupIds: at % 3 === 2 ? groups.slice(0, 2) : [groups[at % 2]],
    });
  }
  await user.call('client', 'POST', 'optouts', {
    phones: ['+254733998877', '+254722104020'],
    note: 'Asked by phone',
  });
  for (const [name, text] of [
    [
      'Order on its way',
      'Dear #firstName#, your order is on its way. Thank you for buying from us.',
    ],
    [
      'Payment reminder',
      'Dear #firstName#, your payment is due on Friday. Call us with any question.',
    ],
    ['Opening hours', 'Our shop in #Town# is open from 8 to 18 during the holidays.'],
  ])
    await user.call('client', 'POST', 'messagetemplates', { name, text });
  return { group: groups[0]! };
}

async function makeCampaigns(user: User): Promise<Made> {
  const compose = async (name: string, campaign: object) => {
    const { campaignId } = await user.call(name, 'POST', 'sms:compose', {
      senderId: 'TUMA',
      ...campaign,
    });
    return String(campaignId);
  };
  const send = async (name: string, campaign: object) => {
    const campaignId = await compose(name, campaign);
    await user.call(name, 'POST', 'sms:sendCampaign', { campaignId });
    return campaignId;
  };
  const first = await send('client', {
    campaignName: 'School fees reminder',
    text: 'Dear parent, fees for term one are due on 5 January. Thank you.',
    recipients: numbers(180),
  });
  await send('client', {
    campaignName: 'Delivery notices',
    text: 'Your parcel is ready to be collected at our desk until 18:00.',
    recipients: numbers(64, 3_345_000),
  });
  await send('company', {
    campaignName: 'Harvest prices',
    text: 'Maize 3,200 a bag at the Nakuru depot today.',
    recipients: numbers(90, 4_345_000),
  });
  await send('client', {
    campaignName: 'Holiday greeting',
    text: 'We wish you happy holidays and a good new year.',
    recipients: numbers(120),
    scheduleTimestamp: Math.floor(Date.now() / 1000) + 20 * 86_400,
  });
  const draft = await compose('client', {
    campaignName: 'Weekend offer',
    text: 'Ten per cent off everything on Saturday. Show this message.',
    recipients: numbers(40),
  });
  const approval = await send('ebu-client', {
    campaignName: 'New branch in Kisumu',
    text: 'Coast Bank opens a new branch in Kisumu on Monday. Visit us at Oginga Odinga Street.',
    recipients: numbers(90),
  });
  await send('ebu-client', {
    campaignName: 'Card renewal',
    text: 'Your card expires at the end of the month. Collect the new one at your branch.',
    recipients: numbers(40),
  });
  await user.until('client', `campaigns/${first}`, ({ status }) => status === 'COMPLETED');
  return { campaign: first, draft, approval };
}

async function makePurchases(user: User): Promise<Made> {
  let purchase = '';
  // The last digits of the phone decide whether the payer pays, cancels or is silent.
  for (const phone of ['0712345603', '0712345699']) {
    const { purchaseId } = await user.call('client', 'POST', 'purchases', { units: 1000, phone });
    purchase = String(purchaseId);
    await user.call('client', 'POST', 'payments:sendStk', { purchaseId, phone });
    await user.until('client', `purchases/${purchase}`, ({ paymentStatus }) =>
      ['COMPLETED', 'CANCELED', 'FAILED'].includes(String(paymentStatus)),
    );
  }
  for (const [name, clientId] of [
    ['reseller', user.id('client')],
    ['administrator', user.id('reseller')],
  ] as const)
    await user.call(name, 'POST', 'purchases:transferUnits', { clientId, units: 2500 });
  return { purchase };
}

/** The day so many days ago. */
const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

async function makeSenders(user: User): Promise<Made> {
  await user.sql(
    `insert into sender (id, sender, client_id, kind, country, status, brand_owner, sample, created_at, status_at)
     select gen_random_uuid(), v.name, $1, v.kind, 'KE', v.status, 'Kilimo Traders', 'Your order is on its way.', now() - interval '22 days', now() - interval '22 days'
     from (values ('KILIMO', 'TRANSACTIONAL', 'READY_FOR_SENDING'), ('KILIMO-AD', 'PROMOTIONAL', 'WAITING_SETUP')) v (name, kind, status)`,
    [user.id('company')],
  );
  const { senderIds } = await user.call('company', 'GET', 'senderids:search?query=KILIMO-AD');
  const sender = String((senderIds as Body[])[0]?.['senderIdId'] ?? '');
  for (const [network, registration] of [
    [1, { status: 'APPROVED', submittedOn: dayBefore(21), decidedOn: dayBefore(14) }],
    [2, { status: 'PENDING', submittedOn: dayBefore(21), reference: 'AIR-77' }],
  ] as const)
    await user.call(
      'administrator',
      'PUT',
      `senderids/${sender}/registrations/${network}`,
      registration,
    );
  return { sender };
}

async function makeSettings(user: User): Promise<Made> {
  const { key } = await user.call('client', 'POST', 'apikeys', {
    name: 'Online shop',
    scopes: ['send', 'read'],
  });
  const order = { from: 'TUMA', text: 'Your order is on its way.' };
  await user.send(
    String(key),
    [...numbers(9, 4_100_000), '+25412', '+25413'].map((to) => ({ ...order, to })),
  );
  await user.send(String(key), [{ ...order, to: '+254712345678', from: 'ONLINESHOP' }]);
  const { webhook } = await user.call('client', 'POST', 'webhooks', {
    url: 'http://127.0.0.1:9/hooks/sms',
    description: 'Online shop',
    events: ['message.delivered', 'message.failed', 'mo.received'],
  });
  const report = {
    kind: 'SENT_MESSAGES',
    format: 'CSV',
    filters: {},
    columns: ['destination', 'status'],
  };
  await user.call('client', 'POST', 'stats/download-reports', { ...report, name: 'November' });
  await user.call('client', 'POST', 'stats/report-schedules', {
    ...report,
    name: 'Every morning',
    every: 'DAY',
    hour: 7,
    timezone: 'Africa/Nairobi',
    attach: false,
    paused: false,
  });
  return { webhook: String((webhook as Body)['webhookId']) };
}

async function makeGateway(user: User): Promise<void> {
  const call = (path: string, body: object) => user.call('it-support', 'POST', path, body);
  for (const [fid, type, parameters] of [
    ['kenya', 'DestinationAddrFilter', { destination_addr: '^254' }],
    ['safaricom', 'DestinationAddrFilter', { destination_addr: '^2547[0-29]' }],
    ['office-hours', 'TimeIntervalFilter', { timeInterval: '08:00:00;18:00:00' }],
    ['airtel', 'DestinationAddrFilter', { destination_addr: '^2547[358]' }],
    ['tanzania', 'DestinationAddrFilter', { destination_addr: '^255' }],
  ] as const)
    await call('route-filters', { fid, type, parameters });
  await call('jasmin/groups', { gid: 'customers' });
  for (const [uid, name] of [
    ['karibushop', 'client'],
    ['kilimo-erp', 'company'],
  ] as const)
    await call('jasmin/users', { uid, username: uid, gid: 'customers', clientId: user.id(name) });
  await call('jasmin/smpp-connectors', {
    cid: 'airtel-ke',
    host: 'smpp.airtel.example',
    username: 'karibu',
    password: 'secret',
    started: true,
  });
  await call('routes/mt', {
    type: 'StaticMTRoute',
    order: 20,
    connectors: ['sandbox'],
    filters: ['kenya'],
  });
  await call('jasmin:reload', {});
  // The draft that the review shows.
  await call('jasmin/smpp-connectors', {
    cid: 'second',
    started: false,
    host: 'smpp.carrier.example',
    username: 'karibu',
    password: 'secret',
  });
  await call('routes/mt', {
    type: 'FailoverMTRoute',
    order: 30,
    connectors: ['sandbox', 'second'],
    filters: ['safaricom'],
  });
  for (const [order, filters] of [
    [40, ['airtel']],
    [50, ['airtel', 'office-hours']],
    [60, ['tanzania']],
  ] as const)
    await call('routes/mt', { type: 'StaticMTRoute', order, connectors: ['second'], filters });
}

async function receive(carrier: string): Promise<void> {
  for (const [source, text] of [
    ['254712345000', 'Thank you, I will be there.'],
    ['254712345037', 'When do you open on Monday?'],
    ['254712345074', 'Please call me back'],
  ])
    await fetch(`${carrier}/mo`, {
      method: 'POST',
      body: JSON.stringify({ source, destination: '22456', text }),
    });
}
