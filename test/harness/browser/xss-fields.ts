// Every field whose content is shown elsewhere, filled with the payloads through the API.
import { expect } from '@playwright/test';
import { openApi, type Api, type ApiAnswer, type Session } from '../api.ts';
import type { Product } from '../product.ts';
import { PAYLOADS } from './xss.ts';

/** Calls at a time: the server and its database work while another answer is read. */
const LANES = 6;
const SOME = PAYLOADS.slice(0, 20);

type Write = (payload: string, at: number) => Promise<ApiAnswer>;
type Filling = {
  payloads?: readonly string[];
  /** One after the other, where each replaces the one before. */
  isReplaced?: boolean;
};
type People = Record<'root' | 'support' | 'reseller' | 'company' | 'client', Session>;

const phone = (at: number) => `+25471${String(1_000_000 + at)}`;

/** Fills every field, and gives how many of the payloads each accepted. */
export async function fillEveryField(
  product: Pick<Product, 'baseUrl' | 'sql'>,
): Promise<Map<string, number>> {
  await liftRateLimits(product);
  const fields = new Fields(openApi(product), product);
  const people = await fields.enter();
  await fields.fillPeople(people);
  await fields.fillMessages(people);
  await fields.fillSettings(people);
  await fields.fillReports(people);
  await fields.fillPlatform(people);
  await fields.fillGateway(people);
  await fields.fillEntrance();
  return fields.accepted;
}

/** Attempts are counted as none: limits have tests of their own, and these are thousands of calls. */
export async function liftRateLimits({ sql }: Pick<Product, 'sql'>): Promise<void> {
  await sql(
    `create function count_none() returns trigger language plpgsql as
       $$ begin new.count := 0; return new; end $$;
     create trigger count_none before insert or update on rate_limit
       for each row execute function count_none()`,
  );
}

class Fields {
  /** The payloads accepted by each field. */
  readonly accepted = new Map<string, number>();
  readonly #api: Api;
  readonly #sql: Product['sql'];

  constructor(api: Api, { sql }: Pick<Product, 'sql'>) {
    this.#api = api;
    this.#sql = sql;
  }

  async enter(): Promise<People> {
    const open = async (name: string) => {
      const session = await this.#api.signIn(name);
      await this.#api.stepUp(session);
      return session;
    };
    return {
      root: await open('administrator'),
      support: await open('it-support'),
      reseller: await open('reseller'),
      company: await open('company'),
      client: await open('client'),
    };
  }

  async fillPeople({ company, client, reseller }: People): Promise<void> {
    await this.#fill('client names', (payload, at) =>
      this.#by(reseller, 'POST', 'clients:createClientInternal', {
        email: `xss${at}@shop.example`,
        accessLevel: 'CLIENT',
        phone: `+25472${String(2_000_000 + at)}`,
        country: 'KE',
        firstName: payload,
        lastName: payload,
        otherNames: payload,
        companyName: payload,
        website: `https://shop.example/?${payload}`,
      }),
    );
    await this.#fill(
      'own names',
      (payload) =>
        this.#by(client, 'PUT', `clients/${client.clientId}`, {
          otherNames: payload,
          companyName: payload,
        }),
      { isReplaced: true },
    );
    await this.#fill('contact groups', (payload) =>
      this.#by(company, 'POST', 'contactgroups', { groupName: payload, description: payload }),
    );
    await this.#fill('contacts', (payload, at) =>
      this.#by(company, 'POST', 'contacts', {
        phone: phone(at),
        firstName: payload,
        lastName: payload,
        otherNames: payload,
        attributes: { shop: payload },
      }),
    );
    await this.#fill('opt-out notes', (payload, at) =>
      this.#by(company, 'POST', 'optouts', { phones: [phone(500 + at)], note: payload }),
    );
  }

  async fillMessages({ company }: People): Promise<void> {
    await this.#fill('templates', (payload) =>
      this.#by(company, 'POST', 'messagetemplates', { name: payload, text: payload }),
    );
    await this.#fill('campaigns', async (payload, at) => {
      const composed = await this.#by(company, 'POST', 'sms:compose', {
        campaignName: payload,
        senderId: 'TUMA',
        text: payload.replaceAll('#', ''),
        recipients: [phone(at)],
      });
      if (composed.status === 200)
        await this.#by(
          company,
          'POST',
          'sms:sendCampaign',
          { campaignId: composed.body['campaignId'] },
          { 'idempotency-key': `xss ${at}` },
        );
      return composed;
    });
    await this.#fill('incoming messages', (payload, at) =>
      this.#api.call('POST', '/sandbox/handset', {
        body: { phone: phone(at), to: '22141', text: payload },
      }),
    );
    await this.#sql(
      `insert into incoming_message (id, client_id, carrier_account_id, connector_id, source, destination, text, encoding, hash)
       select gen_random_uuid(), $1, 1, 1, '254711000' || n, '22456', p, 0, '' from unnest($2::text[]) with ordinality t (p, n)`,
      [company.clientId, PAYLOADS],
    );
    await this.#fill('files of recipients', (payload) => {
      const cell = payload.replaceAll(/[,"\n]/g, '');
      const form = new FormData();
      form.set('file', new Blob([`phone,${cell}\n0712345678,${cell}\n`]), `${payload}.csv`);
      return this.#by(company, 'POST', 'sms:sendFromFileStep1', form);
    });
    await this.#fill('sender IDs', (payload, at) =>
      this.#by(company, 'POST', 'senderids', {
        senderId: `XSS${at}`,
        kind: 'TRANSACTIONAL',
        country: 'KE',
        brandOwner: payload,
        sample: payload,
        documents: [],
      }),
    );
    await this.#sql(
      `insert into sender (id, sender, client_id, kind, country, status, brand_owner, sample, reason)
       select gen_random_uuid(), 'XSS ' || n, $1, 'TRANSACTIONAL', 'KE', 'REJECTED', p, p, p
       from unnest($2::text[]) with ordinality t (p, n)`,
      [company.clientId, PAYLOADS],
    );
  }

  async fillSettings({ company, client, reseller }: People): Promise<void> {
    await this.#fill('API keys', (payload) =>
      this.#by(company, 'POST', 'apikeys', { name: payload, scopes: ['read'] }),
    );
    await this.#fill('webhooks', (payload, at) =>
      this.#by([company, client, reseller][at % 3]!, 'POST', 'webhooks', {
        url: `https://shop.example/${encodeURI(payload)}`,
        description: payload,
        events: ['message.delivered'],
      }),
    );
    await this.#fill('webhook addresses', (payload) =>
      this.#by(company, 'POST', 'webhooks', { url: payload, events: ['message.delivered'] }),
    );
    await this.#fill(
      'brand names',
      (payload) =>
        this.#by(reseller, 'PUT', 'branding', {
          clientId: reseller.clientId,
          brandName: payload,
          themeName: 'ruby',
        }),
      { isReplaced: true },
    );
    await this.#fill(
      'invoice details',
      (payload) =>
        this.#by(company, 'PUT', 'invoices/details', {
          legalName: payload,
          address: payload,
          taxNumber: null,
          taxName: null,
          taxPercent: null,
        }),
      { isReplaced: true },
    );
  }

  async fillReports({ company }: People): Promise<void> {
    const report = {
      kind: 'SENT_MESSAGES',
      format: 'CSV',
      filters: {},
      columns: ['destination'],
    };
    await this.#fill('report names', (payload) =>
      this.#by(company, 'POST', 'stats/download-reports', { ...report, name: payload }),
    );
    await this.#fill(
      'report schedules',
      (payload) =>
        this.#by(company, 'POST', 'stats/report-schedules', {
          ...report,
          name: payload,
          every: 'DAY',
          hour: 7,
          timezone: 'Africa/Nairobi',
          attach: false,
          paused: false,
        }),
      { payloads: SOME },
    );
  }

  async fillPlatform({ root, reseller, company, client }: People): Promise<void> {
    await this.#fill('adjustment notes', (payload, at) =>
      this.#by(
        root,
        'POST',
        'purchases:adjust',
        { clientId: company.clientId, units: 1, note: payload },
        { 'idempotency-key': `adjust ${at}` },
      ),
    );
    await this.#fill('reasons of blocked numbers', (payload, at) =>
      this.#by(root, 'POST', 'blockednumbers', { phones: [phone(700 + at)], reason: payload }),
    );
    await this.#fill('rates', (payload, at) =>
      this.#by(reseller, 'POST', 'bulksmsrates', {
        clientId: client.clientId,
        regionName: payload,
        regionFilters: [`9${100 + at}`],
        costPrice: '1000',
        currency: 'KES',
      }),
    );
  }

  async fillGateway({ support }: People): Promise<void> {
    for (const kind of ['http', 'generic'] as const)
      await this.#fill(`${kind} connectors`, (payload, at) =>
        this.#by(support, 'POST', `jasmin/${kind}-connectors`, {
          cid: `xss-${kind}-${at}`,
          url: `https://shop.example/?q=${payload}`,
          started: false,
        }),
      );
    await this.#fill('SMPP connectors', (payload, at) =>
      this.#by(support, 'POST', 'jasmin/smpp-connectors', {
        cid: `xss-smpp-${at}`,
        host: 'carrier.example',
        username: payload.slice(0, 15),
        systype: payload.slice(0, 12),
        started: false,
      }),
    );
    await this.#fill('connector names', (payload) =>
      this.#by(support, 'POST', 'jasmin/http-connectors', {
        cid: payload,
        url: 'https://shop.example/',
      }),
    );
    await this.#fill('filters', (payload, at) =>
      this.#by(support, 'POST', 'route-filters', {
        fid: `xss${at}`,
        type: 'TagFilter',
        parameters: { tag: payload },
      }),
    );
  }

  /** Fields that are open to people without an account. */
  async fillEntrance(): Promise<void> {
    await this.#fill('user agents', (payload) =>
      this.#api.call('POST', '/signIn', {
        body: { username: 'company@sandbox.test', password: 'Sandbox-2026' },
        headers: { 'user-agent': payload.replaceAll(/[^\x20-\x7e]/g, '?') },
      }),
    );
    await this.#fill(
      'mails',
      (payload, at) =>
        this.#api.call('POST', '/clients', {
          body: {
            email: `mail${at}@shop.example`,
            phone: `+25473${String(3_000_000 + at)}`,
            password: 'seven quiet herons',
            country: 'KE',
            firstName: payload,
            lastName: payload,
            companyName: payload,
            accountType: 'COMPANY',
            otpChannel: 'EMAIL',
          },
        }),
      { payloads: SOME },
    );
  }

  #by(
    { token }: Session,
    method: string,
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> {
    return this.#api.call(method, `/portal/${path}`, { token, body, headers });
  }

  /** Writes the payloads into a field; a payload that the field does not accept is refused with 4xx. */
  async #fill(
    field: string,
    write: Write,
    { payloads = PAYLOADS, isReplaced = false }: Filling = {},
  ): Promise<void> {
    const left = [...payloads.entries()];
    let count = 0;
    const lane = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [at, payload] = next;
        const { status } = await write(payload, at);
        expect(status, `${field}: ${payload}`).toBeLessThan(500);
        expect(status, `${field}: ${payload}`).not.toBe(429);
        if (status === 200) count++;
      }
    };
    await Promise.all(Array.from({ length: isReplaced ? 1 : LANES }, lane));
    this.accepted.set(field, count);
  }
}
