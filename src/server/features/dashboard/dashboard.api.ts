import { dashboard, MOST_COUNTED, PACE_DAYS } from '../../../contract/api/dashboard.ts';
import type { AttentionItem, Stock } from '../../../contract/api/dashboard.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import type { Session } from '../../infra/http/caller.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { PLATFORM } from '../../core/dispatch/dispatch.rules.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { ownScope } from '../../infra/database/scope.ts';
import type { Scope } from '../../infra/database/scope.ts';
import {
  attentionsOf,
  comparedDays,
  compareDays,
  dayBegin,
  daysLeftOf,
  firstStepsOf,
  isLow,
  paceOf,
} from './dashboard.rules.ts';
import {
  countClients,
  getFirstFacts,
  getWallet,
  listGiven,
  listHours,
  listHoursBelow,
  listScheduled,
  listSent,
  listUnfolded,
  setFirstStepsHidden,
} from './dashboard.store.ts';
import { findAttention } from './attention.store.ts';
import type { WalletFacts } from './dashboard.store.ts';

const DAY = 86_400_000;
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
          stock: wallet ? await stockOf(tx, session, wallet) : null,
          scheduled: (await listScheduled(tx, scope, NEXT_SHOWN)).map(
            ({ scheduleAt, ...campaign }) => ({
              ...campaign,
              scheduleTimestamp: scheduleAt.getTime() / 1000,
            }),
          ),
        };
      }),

    figures: (_input, { scope }) =>
      database.run(scope, async (tx) => {
        const now = Date.now();
        const days = comparedDays(now);
        const compared = compareDays(
          [...(await hoursWithin(tx, scope, days)), ...(await listUnfolded(tx, scope, days))],
          now,
        );
        const counted =
          scope.reach === 'own' ? null : await countClients(tx, scope, new Date(dayBegin(now)));
        return {
          ...compared,
          clients: counted && counted.clients,
          clientsSending: counted && counted.sending,
        };
      }),

    hideFirstSteps: ({ hidden }, { own }) =>
      database.run(own, async (tx) => {
        await setFirstStepsHidden(tx, own.clientId, hidden);
        return { hidden };
      }),
  });
}

/** Running totals exist for a tree and for the platform; otherwise clients are summed one by one. */
async function hoursWithin(tx: Tx, scope: Scope, days: readonly Date[]) {
  if (scope.reach === 'all') return listHoursBelow(tx, { clientId: PLATFORM, own: false }, days);
  return scope.reach === 'tree'
    ? listHoursBelow(tx, { clientId: scope.clientId, own: true }, days)
    : listHours(tx, scope, days);
}

async function attentionFor(
  tx: Tx,
  scope: Scope,
  { accessLevel }: Session,
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
  { clientId, accessLevel }: Session,
  { balance, level, createdAt }: WalletFacts,
): Promise<Stock> {
  const today = dayBegin(Date.now());
  const most = Math.max(...PACE_DAYS);
  const sent = await listSent(tx, clientId, new Date(today), most);
  // Only who has clients sells or gives.
  const given =
    reachOf(accessLevel, 'purchases.transfer') === undefined
      ? []
      : await listGiven(tx, clientId, new Date(today), most);
  const pace = paceOf(
    [...sent, ...given],
    Math.floor((today - dayBegin(createdAt.getTime())) / DAY),
  );
  return {
    balance: unitsToNumber(balance),
    lowUnitsNotifyLevel: unitsToNumber(level),
    pace: pace
      ? { days: pace.days, unitsPerDay: unitsToNumber(pace.units / BigInt(pace.days)) }
      : null,
    daysLeft: pace ? daysLeftOf(balance, pace) : null,
  };
}
