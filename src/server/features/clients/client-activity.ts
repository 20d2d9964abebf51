import type { ClientActivity } from '../../../contract/api/client-fields.ts';
import { wallClock } from '../../../contract/shared/zones.ts';
import { recentHours } from '../../core/usage/days.rules.ts';
import {
  ageInDays,
  daysOf,
  paceOf,
  presentPace,
  sumHours,
  unitsByDay,
} from '../../core/usage/usage.rules.ts';
import { listHoursByClient } from '../../core/usage/usage.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { RECENT_DAYS } from './client-use.store.ts';
import type { ClientRow } from './clients.store.ts';

/** Messages of a client on each of its last days, and how long its units last at that rate. */
export async function readActivity(
  tx: Tx,
  scope: Scope,
  client: ClientRow,
): Promise<ClientActivity> {
  const { clientId, timezone, balance, createdAt } = client;
  // One day more, since today is in no average.
  const hours = recentHours(Date.now() / 1000, timezone, RECENT_DAYS + 1);
  const from = new Date(hours[0]!.timestamp * 1000);
  const rows = await listHoursByClient(tx, scope, [clientId], from);
  const sent = sumHours(hours, rows, ({ day }) => day);
  const use = unitsByDay(
    hours,
    rows.filter(({ isOwn }) => isOwn),
  );
  const opened = wallClock(createdAt.getTime() / 1000, timezone).day;
  return {
    timezone,
    days: daysOf(hours)
      .slice(-RECENT_DAYS)
      .map(({ day }) => ({
        day,
        messages: Number(sent(day).messages),
        delivered: Number(sent(day).delivered),
      })),
    ...presentPace(balance, paceOf(use, ageInDays(opened, hours.at(-1)!.day))),
  };
}
