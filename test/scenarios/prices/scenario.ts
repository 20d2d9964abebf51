// A campaign to mixed regions in both alphabets, from its upload to the carrier: what each message costs by the composer's own
// counter, what the preview said, what was held, and what was charged in the end.
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { campaigns } from '../../../src/contract/api/campaigns.ts';
import { sms } from '../../../src/contract/api/campaign-sending.ts';
import { measureText, MOST_SEGMENTS } from '../../../src/contract/shared/sms.ts';
import {
  formatUnits,
  rateFinder,
  unitsForMessage,
  unitsFromNumber,
} from '../../../src/contract/shared/units.ts';
import { campaignRoutes } from '../../../src/server/features/campaigns/campaigns.api.ts';
import { aggregate } from '../../../src/server/features/campaigns/progress/aggregate.jobs.ts';
import { insertClient } from '../../../src/server/features/clients/clients.store.ts';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import { newId } from '../../../src/server/infra/ids.ts';
import { getBalances, openAccounts, purchase } from '../../../src/server/core/ledger/ledger.ts';
import { checkLedger } from '../../../src/server/core/ledger/verify-ledger.ts';
import { seedRates } from '../../../src/server/core/ledger/rates.ts';
import { upsertRates } from '../../../src/server/core/ledger/rates.store.ts';
import { openPageTokens } from '../../../src/server/infra/database/pages.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { addSender, call, messenger, startTasks, type Caller } from '../../harness/campaigns.ts';
import { corpus, corpusCsv } from '../../harness/files/corpus.ts';
import { addConnector } from '../../harness/pipeline.ts';
import { endProcess, startCarrier, startGateway } from '../../harness/processes/processes.ts';

export interface PriceOptions {
  databaseUrl: string;
  messages: number;
  links: number;
  tell?: (line: string) => void;
}

export interface PriceResult {
  rows: number;
  messages: number;
  regions: number;
  ucs2: number;
  segments: number;
  /** Ten-thousandths: by the composer's counter row by row, by the preview, held at the launch, charged at the end. */
  counted: string;
  previewed: string;
  held: string;
  charged: string;
  /** Messages whose own price is not the counter's. */
  wrong: number;
  ledgerOk: boolean;
  seconds: number;
}

// Prices that do not divide, one of them of an operator within a country, against 0.83 at home.
const RATES = [
  { regionName: 'Kenya', regionFilters: ['254'], costPrice: '0.8300', currency: 'KES' },
  {
    regionName: 'Kenya, 0711 and 0713',
    regionFilters: ['254711', '254713'],
    costPrice: '0.9700',
    currency: 'KES',
  },
  { regionName: 'Tanzania', regionFilters: ['255'], costPrice: '1.2700', currency: 'KES' },
  { regionName: 'Uganda', regionFilters: ['256'], costPrice: '1.6100', currency: 'KES' },
  { regionName: 'Mozambique', regionFilters: ['258'], costPrice: '0.3331', currency: 'KES' },
];
const HOME = '0.8300';

/** Does it on a database that has no clients yet, with a carrier and a gateway of its own. */
export async function previewAndCharge({
  databaseUrl,
  messages,
  links,
  tell,
}: PriceOptions): Promise<PriceResult> {
  const began = performance.now();
  const carrier = await startCarrier([
    '--rules',
    'false',
    '--no-record',
    '--receipt-delay',
    '50',
    '--window',
    '200',
  ]);
  const database = openDatabase({ connectionString: databaseUrl }, 'tuma_portal', {
    max: 6,
    name: 'prices',
    onLost: () => {},
  });
  const system = <T>(work: Parameters<typeof database.run<T>>[1]) =>
    database.run(systemScope(), work);
  const runner = startTasks(database);
  let gateway: Awaited<ReturnType<typeof startGateway>> | undefined;
  try {
    const rows = corpus(messages);
    const find = rateFinder(RATES);
    // By hand, as the composer counts: a row whose number is wrong or whose text is too long costs nothing.
    const expected = new Map(
      rows.flatMap(({ e164, text }) => {
        const { segments, encoding } = measureText(text);
        return e164 === null || segments > MOST_SEGMENTS
          ? []
          : ([
              [
                e164,
                {
                  segments,
                  encoding,
                  units: unitsForMessage(segments, find(e164)!.costPrice, HOME),
                },
              ],
            ] as const);
      }),
    );
    const counted = [...expected.values()].reduce((sum, { units }) => sum + units, 0n);

    const clientId = newId();
    await system(async (tx) => {
      await insertClient(tx, {
        clientId,
        parentId: null,
        clientName: 'Prices',
        accountType: 'COMPANY',
        email: 'prices@example.test',
        country: 'KE',
        timezone: 'Africa/Nairobi',
        accessLevel: 'ADMINISTRATOR',
        clientStatus: 'ACTIVE',
        passwordHash: null,
      });
      await openAccounts(tx, clientId);
      await seedRates(tx, clientId);
      await upsertRates(tx, clientId, RATES);
      await purchase(tx, { clientId, units: 2n * counted, idempotencyKey: 'start' });
      await tx.query('delete from sending_window');
    });
    for (let link = 0; link < links; link++)
      await addConnector(
        database,
        link,
        { host: '127.0.0.1', port: carrier.port, username: 'prices', window: 100 },
        1,
      );
    await addSender(database, clientId, 'PRICES');
    const as: Caller = {
      clientId,
      accessLevel: 'ADMINISTRATOR',
      path: (
        await system((tx) =>
          tx.query<{ path: string }>('select path from client where id = $1', [clientId]),
        )
      ).rows[0]!.path,
    };
    const routes = campaignRoutes({
      database,
      tokens: openPageTokens(Buffer.alloc(32)),
      messenger,
    });

    const { uploadId } = await call(
      routes,
      sms.fromFileStep1,
      as,
      {},
      { file: { fileName: 'list.csv', stream: Readable.from([Buffer.from(corpusCsv(rows))]) } },
    );
    const { campaignId } = await call(routes, sms.fromFileStep2, as, {
      uploadId,
      phoneColumn: 'Phone',
      campaignName: 'Prices',
      senderId: 'PRICES',
      text: '#Text#',
      replaceLookalikes: false,
    });
    runner.wake();
    await until(
      'the campaign is prepared',
      async () =>
        (
          await system((tx) =>
            tx.query(`select from task where input ->> 'campaignId' = $1 and status <> 'PENDING'`, [
              campaignId,
            ]),
          )
        ).rowCount > 0,
    );
    const { summary } = await call(routes, sms.fromFilePreview, as, { campaignId });
    tell?.(
      `previewed: ${summary.valid} messages, ${formatUnits(unitsFromNumber(summary.units))} units`,
    );
    // A change after the preview changes nothing of it.
    await system((tx) =>
      upsertRates(
        tx,
        clientId,
        RATES.map((rate) => ({ ...rate, costPrice: (Number(rate.costPrice) * 3 + 1).toFixed(4) })),
      ),
    );
    await call(routes, sms.sendCampaign, as, { campaignId });
    const { held } = await system((tx) => getBalances(tx, clientId));
    runner.wake();
    gateway = await startGateway(databaseUrl);
    await until('every message is with the carrier', async () => {
      await aggregate(database);
      return (await call(routes, campaigns.get, as, { campaignId })).status === 'COMPLETED';
    });
    await aggregate(database);
    const { available, held: left } = await system((tx) => getBalances(tx, clientId));
    const { rows: sent } = await system((tx) =>
      tx.query<{ destination: string; units: bigint; segments: number }>(
        'select destination, units, segments from message where campaign_id = $1',
        [campaignId],
      ),
    );
    const wrong =
      sent.filter(
        ({ destination, units, segments }) =>
          expected.get(destination)?.units !== units ||
          expected.get(destination)?.segments !== segments,
      ).length +
      Math.abs(sent.length - expected.size) +
      (left === 0n ? 0 : 1);
    return {
      rows: rows.length,
      messages: sent.length,
      regions: summary.regions.length,
      ucs2: summary.encoding.ucs2,
      segments: summary.segments,
      counted: String(counted),
      previewed: String(unitsFromNumber(summary.units)),
      held: String(held),
      charged: String(2n * counted - available),
      wrong,
      ledgerOk: (await system(checkLedger)).ok,
      seconds: Math.round((performance.now() - began) / 1000),
    };
  } finally {
    await runner.stop();
    if (gateway) await endProcess(gateway, 'SIGTERM');
    await database.close();
    carrier.stop();
  }
}

async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 1_800_000; !(await check());) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await sleep(200);
  }
}
