import {
  dashboard,
  MOST_COUNTED,
  PACE_DAYS,
  SHOWN_DAYS,
  SPARK_DAYS,
} from '../../../contract/api/dashboard.ts';
import type { AttentionItem, Sales, Stock } from '../../../contract/api/dashboard.ts';
import { dayOf, type Day } from '../../../contract/shared/dates.ts';
import { momentOf, wallClock } from '../../../contract/shared/zones.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import type { Session } from '../../infra/http/caller.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { needsApproval } from '../../core/accept/approval.store.ts';
import { loadPriceTable } from '../../core/ledger/rates.ts';
import { daysBefore, daysBetween, recentHours } from '../../core/usage/days.rules.ts';
import {
  ageInDays,
  daysOf,
  paceOf,
  presentPace,
  sumHours,
  unitsByDay,
} from '../../core/usage/usage.rules.ts';
import { listHours, listHoursByClient, listPendingHours } from '../../core/usage/usage.store.ts';
import { ownScope, systemScope } from '../../infra/database/scope.ts';
import type { Scope } from '../../infra/database/scope.ts';
import {
  attentionsOf,
  compareDays,
  firstStepsOf,
  isLow,
  salesOf,
  watchClients,
} from './dashboard.rules.ts';
import {
  countClients,
  getFirstFacts,
  getTimezone,
  getWallet,
  hasClients,
  listClientUse,
  listSales,
  listScheduled,
  setFirstStepsHidden,
  sumSold,
} from './dashboard.store.ts';
import { findAttention } from './attention.store.ts';
import type { ClientUse, OwnPrice } from './dashboard.rules.ts';
import type { WalletFacts } from './dashboard.store.ts';

const NEXT_SHOWN = 5;

/** The first screen: what needs somebody, what is next, and today beside other days. */
export function dashboardRoutes({ database }: { database: Database }): Route[] {
  return answer(dashboard, {
    get: (_input, { scope, own, session }) =>
      database.run(scope, async (tx) => {
        const sends = reachOf(session.accessLevel, 'messaging.send') !== undefined;
        const wallet = sends ? await getWallet(tx, own.clientId) : undefined;
        const firstSteps =
          wallet &&
          firstStepsOf(session.accessLevel, {
            ...(await getFirstFacts(tx, own.clientId)),
            everHadUnits: wallet.everHadUnits,
          });
        return {
          attention: await attentionFor(tx, scope, session, wallet),
          firstSteps: firstSteps ?? null,
          hasClients: scope.reach === 'tree' && (await hasClients(tx, scope)),
          stock: wallet ? await stockOf(tx, own, session, wallet) : null,
          scheduled: (await listScheduled(tx, scope, NEXT_SHOWN)).map(
            ({ scheduleAt, ...campaign }) => ({
              ...campaign,
              scheduleTimestamp: scheduleAt.getTime() / 1000,
            }),
          ),
        };
      }),

    figures: (_input, { scope, session }) =>
      database.run(scope, async (tx) => {
        const timezone = await getTimezone(tx, session.clientId);
        const hours = recentHours(Date.now() / 1000, timezone, SHOWN_DAYS);
        const from = new Date(hours[0]!.timestamp * 1000);
        const compared = compareDays(
          hours,
          [...(await listHours(tx, scope, from)), ...(await listPendingHours(tx, scope, from))],
          reachOf(session.accessLevel, 'purchases.read') !== undefined,
        );
        const counted =
          scope.reach === 'own'
            ? null
            : await countClients(tx, scope, new Date(compared.dayTimestamp * 1000));
        return {
          timezone,
          ...compared,
          clients: counted && counted.clients,
          clientsSending: counted && counted.sending,
        };
      }),

    async clients(_input, { scope, session }) {
      // The price is inherited from accounts above, which are out of reach.
      const prices = await database.run(systemScope(), (tx) =>
        loadPriceTable(tx, session.clientId),
      );
      return database.run(scope, async (tx) => {
        const now = Date.now() / 1000;
        const timezone = await getTimezone(tx, session.clientId);
        const hours = recentHours(now, timezone, SPARK_DAYS);
        const days = daysOf(hours).map(({ day }) => day);
        const watched = watchClients(await listClientUse(tx, scope, dayOf(now)));
        const sent = await listHoursByClient(
          tx,
          scope,
          watched.top.map(({ clientId }) => clientId),
          new Date(hours[0]!.timestamp * 1000),
        );
        return {
          low: presentGroup(watched.low, ({ daysLeft, unitsPerDay }) => ({
            daysLeft,
            unitsPerDay: unitsToNumber(unitsPerDay),
          })),
          silent: presentGroup(watched.silent, ({ silentDays }) => ({ silentDays: silentDays! })),
          top: watched.top.map((client) => {
            const of = sumHours(
              hours,
              sent.filter(({ clientId }) => clientId === client.clientId),
              ({ day }) => day,
            );
            return {
              ...presentWatched(client),
              messages: Number(client.messages),
              days: days.map((day) => Number(of(day).messages)),
            };
          }),
          sales: await salesFor(tx, session.clientId, now, timezone, days, prices?.home),
        };
      });
    },

    hideFirstSteps: ({ hidden }, { own }) =>
      database.run(own, async (tx) => {
        await setFirstStepsHidden(tx, own.clientId, hidden);
        return { hidden };
      }),
  });
}

const presentWatched = ({ clientId, clientName, balance }: ClientUse) => ({
  clientId,
  clientName,
  smsBalance: unitsToNumber(balance),
});

function presentGroup<Client extends ClientUse, More>(
  { count, clients }: { count: number; clients: readonly Client[] },
  more: (client: Client) => More,
) {
  return {
    count,
    clients: clients.map((client) => ({ ...presentWatched(client), ...more(client) })),
  };
}

async function salesFor(
  tx: Tx,
  clientId: string,
  now: number,
  timezone: string,
  days: readonly Day[],
  price: OwnPrice | undefined,
): Promise<Sales> {
  const { day: today, seconds } = wallClock(now, timezone);
  const at = (day: Day, clock: number) => new Date(momentOf(day, clock, timezone) * 1000);
  const lastWeek = daysBefore(today, 7);
  const rows = await listSales(tx, clientId, at(days[0]!, 0), new Date(now * 1000), timezone);
  return {
    currency: price?.currency ?? null,
    costPrice: price?.costPrice ?? null,
    days: salesOf(days, rows, price),
    lastWeekUnits: unitsToNumber(
      await sumSold(tx, clientId, at(lastWeek, 0), at(lastWeek, seconds)),
    ),
  };
}

async function attentionFor(
  tx: Tx,
  scope: Scope,
  { clientId, accessLevel }: Session,
  wallet: WalletFacts | undefined,
): Promise<AttentionItem[]> {
  const items: AttentionItem[] = [];
  for (const { kind, reach } of attentionsOf(accessLevel)) {
    if (kind === 'LOW_UNITS') {
      if (wallet && isLow(wallet))
        items.push({
          kind,
          count: 1,
          countIsLowerBound: false,
          first: { id: null, name: null, clientName: null, reason: null, sinceTimestamp: null },
        });
      continue;
    }
    // An account that needs approval itself decides on no campaign below it.
    if (kind === 'CAMPAIGN_APPROVAL' && reach === 'tree' && (await needsApproval(tx, clientId)))
      continue;
    const found = await findAttention(tx, reach === 'own' ? ownScope(scope) : scope, kind);
    if (found)
      items.push({
        kind,
        count: Math.min(found.count, MOST_COUNTED),
        countIsLowerBound: found.count > MOST_COUNTED,
        first: found.first,
      });
  }
  return items;
}

async function stockOf(
  tx: Tx,
  scope: Scope,
  { clientId, accessLevel }: Session,
  { balance, level, createdAt }: WalletFacts,
): Promise<Stock> {
  const timezone = await getTimezone(tx, clientId);
  const hours = recentHours(Date.now() / 1000, timezone, Math.max(...PACE_DAYS) + 1);
  const sent = unitsByDay(hours, await listHours(tx, scope, new Date(hours[0]!.timestamp * 1000)));
  const today = hours.at(-1)!.day;
  // Only accounts that have clients sell or transfer.
  const sold =
    reachOf(accessLevel, 'purchases.transfer') === undefined
      ? []
      : await listSales(
          tx,
          clientId,
          new Date(momentOf(hours[0]!.day, 0, timezone) * 1000),
          new Date(),
          timezone,
        );
  const opened = wallClock(createdAt.getTime() / 1000, timezone).day;
  const pace = paceOf(
    [
      ...sent,
      ...sold.map(({ day, units, transferred }) => ({
        daysAgo: daysBetween(day, today),
        units: units + transferred,
      })),
    ],
    ageInDays(opened, today),
  );
  return {
    balance: unitsToNumber(balance),
    lowUnitsNotifyLevel: unitsToNumber(level),
    ...presentPace(balance, pace),
  };
}
