import { Readable } from 'node:stream';
import { networkCodes, NETWORKS } from '../../../contract/shared/networks.ts';
import type { Parsed } from '../../../contract/endpoint.ts';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { FAILURES, MOST_ROWS, stats } from '../../../contract/api/statistics.ts';
import type { Failure, StatsBy, StatsRow } from '../../../contract/api/statistics.ts';
import { isZone } from '../../../contract/shared/zones.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { badInput, badPageToken } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { search } from '../../infra/database/statement-timeout.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { sentence } from '../../i18n/sentence.ts';
import { texts } from '../../i18n/texts.ts';
import {
  granularityOf,
  measuresOf,
  piecesOf,
  rangeBefore,
  rangeOf,
  reportLines,
  shiftSlot,
  sortRows,
  sumOf,
  withinHistory,
} from './statistics.rules.ts';
import type { Counts, Range } from './statistics.rules.ts';
import { listCampaignFailures, MOST_SAMPLED } from './campaign-failures.store.ts';
import {
  listFailures,
  listSeries,
  nameClients,
  sumAll,
  sumBy,
  sumBySlot,
} from './statistics.store.ts';
import type { StatsFilter } from './statistics.store.ts';

type Filter = Parsed<typeof stats.network>;

/** Statistics and the delivery report, all from roll-ups: what they cost does not grow with the log. */
export function statsRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  const top =
    (by: StatsBy) =>
    (filter: Filter, { scope }: { scope: Scope }) =>
      search(database, scope, (tx) => topBy(tx, scope, filter, by));
  return answer(stats, {
    dlr: ({ granularity: asked, ...filter }, { scope }) =>
      search(database, scope, async (tx) => {
        const [wanted, range] = [filterOf(filter), rangeIn(filter)];
        const [granularity, before] = [granularityOf(range, asked), rangeBefore(range)];
        return {
          totals: measuresOf(await sumAll(tx, scope, wanted, range)),
          previous: before ? measuresOf(await sumAll(tx, scope, wanted, before)) : null,
          granularity,
          series: (await listSeries(tx, scope, wanted, range, granularity)).map(
            ({ timestamp, ...counts }) => ({ timestamp, ...measuresOf(counts) }),
          ),
        };
      }),

    network: top('network'),
    country: top('country'),
    senderids: top('sender'),

    rankings: (filter, { scope }) =>
      search(database, scope, async (tx) => ({
        networks: await topBy(tx, scope, filter, 'network'),
        countries: await topBy(tx, scope, filter, 'country'),
        senders: await topBy(tx, scope, filter, 'sender'),
      })),

    hours: ({ timezone, ...filter }, { scope, language }) => {
      if (!isZone(timezone))
        throw badInput([{ field: 'timezone', message: sentence(language, 'NOT_A_ZONE') }]);
      return search(database, scope, async (tx) => ({
        cells: await hoursOf(tx, scope, filterOf(filter), rangeIn(filter), timezone),
      }));
    },

    failures: (filter, { scope }) =>
      search(database, scope, async (tx) => {
        const campaignIds = filter['filter.campaignIds'] ?? [];
        const { rows: found, isSample } =
          campaignIds.length === 0
            ? {
                rows: await listFailures(tx, scope, filterOf(filter), rangeIn(filter)),
                isSample: false,
              }
            : await listCampaignFailures(tx, scope, campaignIds);
        return {
          ...(isSample && { sampledMessages: MOST_SAMPLED }),
          failed: found.reduce((sum, { messages }) => sum + messages, 0),
          rows: found.slice(0, MOST_ROWS).map(({ status, errorCode, carrierStatus, messages }) => ({
            status: failureOf(status),
            errorCode: errorCode || null,
            carrierStatus: carrierStatus || null,
            messages,
          })),
        };
      }),

    reports: ({ pageSize, pageToken, by, sort, order, ...filter }, { scope }) =>
      search(database, scope, async (tx) => {
        const list = `stats/reports/${by}/${sort}/${order}`;
        const from = placeOf(tokens.decode(list, pageToken));
        const { rows, totals } = await rowsBy(tx, scope, filter, by);
        return {
          rows: sortRows(rows, sort, order).slice(from, from + pageSize),
          totals: measuresOf(totals),
          collectionCount: rows.length,
          nextPageToken:
            from + pageSize < rows.length ? tokens.encode(list, String(from + pageSize)) : '',
        };
      }),

    exportReport: async ({ by, sort, order, ...filter }, { scope, language }) => {
      const { rows, totals } = await search(database, scope, (tx) => rowsBy(tx, scope, filter, by));
      return {
        fileName: `${texts[language].statistics.fileName} ${new Date().toISOString().slice(0, 10)}.csv`,
        contentType: 'text/csv; charset=utf-8',
        stream: Readable.from(
          reportLines(sortRows(rows, sort, order), measuresOf(totals), by, language),
          { objectMode: false },
        ),
      };
    },
  });
}

/** The rows with the most messages, the number of all rows, and their sum. */
async function topBy(tx: Tx, scope: Scope, filter: Filter, by: StatsBy) {
  const { rows, totals } = await rowsBy(tx, scope, filter, by);
  return {
    totals: measuresOf(totals),
    rows: sortRows(rows, 'messages', 'desc').slice(0, MOST_ROWS),
    rowCount: rows.length,
  };
}

/** All rows, and their sum. */
async function rowsBy(
  tx: Tx,
  scope: Scope,
  filter: Filter,
  by: StatsBy,
): Promise<{ rows: StatsRow[]; totals: Counts }> {
  const sums = await sumBy(tx, scope, filterOf(filter), rangeIn(filter), by);
  const names =
    by === 'client'
      ? await nameClients(
          tx,
          sums.map(({ key }) => key),
        )
      : undefined;
  const rows = sums.map(({ key, ...counts }): StatsRow => {
    const network = by === 'network' ? NETWORKS.get(Number(key)) : undefined;
    return {
      key,
      label: network ? network.network : (names?.get(key) ?? key),
      country: by === 'network' ? (network?.country ?? '') : null,
      ...measuresOf(counts),
    };
  });
  return { rows, totals: sumOf(sums) };
}

/** By weekday and hour of the zone. */
async function hoursOf(tx: Tx, scope: Scope, filter: StatsFilter, range: Range, zone: string) {
  const cells = new Map<number, { weekday: number; hour: number; counts: Counts }>();
  for (const { range: piece, offset } of piecesOf(withinHistory(range, Date.now() / 1000), zone)) {
    for (const { slot, ...counts } of await sumBySlot(tx, scope, filter, piece)) {
      const { weekday, hour } = shiftSlot(slot, offset);
      const before = cells.get(weekday * 24 + hour);
      cells.set(weekday * 24 + hour, {
        weekday,
        hour,
        counts: before ? sumOf([before.counts, counts]) : counts,
      });
    }
  }
  return [...cells]
    .sort(([a], [b]) => a - b)
    .map(([, { weekday, hour, counts }]) => {
      const { messages, delivered, deliveryRate } = measuresOf(counts);
      return { weekday, hour, messages, delivered, deliveryRate };
    });
}

function filterOf(filter: Filter): StatsFilter {
  return {
    clientIds: filter['filter.clientIds'] ?? [],
    senders: filter['filter.senderIds'] ?? [],
    countries: filter['filter.countries'] ?? [],
    networks: networkCodes(filter['filter.networks']),
  };
}

function failureOf(status: number): Failure {
  const name = FAILURES.find((each) => MESSAGE_STATUS[each] === status);
  if (!name) throw new Error(`status ${status} is no failure`);
  return name;
}

function rangeIn(filter: Filter): Range {
  return rangeOf(filter['filter.startTimestamp'], filter['filter.endTimestamp'], Date.now() / 1000);
}

function placeOf(place: string | undefined): number {
  if (place === undefined) return 0;
  if (!/^\d{1,9}$/.test(place)) throw badPageToken();
  return Number(place);
}
