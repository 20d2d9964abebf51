// Calls of the sums above the lists of transactions and payments.
import type { payments } from '../../../../contract/api/payments.ts';
import type { purchases } from '../../../../contract/api/purchases.ts';
import type { Handlers } from '../../../infra/http/http.ts';
import { search } from '../../../infra/database/statement-timeout.ts';
import { getClient } from '../checks.ts';
import type { WalletContext } from '../context.ts';
import { lastDays, lastMonths } from './sums.rules.ts';
import { sumMoneyByMonth, sumPaymentsByDay, sumUnitsByMonth } from './sums.store.ts';
import { safeUnits } from '../wallet.present.ts';

const present = () => Date.now() / 1000;
const dateAt = (timestamp: number) => new Date(timestamp * 1000);

/** The sums that came in and went out in each of the last months. */
export function monthHandlers({
  database,
}: WalletContext): Pick<Handlers<typeof purchases>, 'months'> {
  return {
    months: ({ clientId }, { scope, session }) =>
      search(database, scope, async (tx) => {
        const own = await getClient(tx, scope, session.clientId);
        const subjectId = clientId ?? (scope.reach === 'all' ? undefined : own.clientId);
        const subject = subjectId === undefined ? null : await getClient(tx, scope, subjectId);
        const { timezone } = own;
        const { months, from } = lastMonths(present(), timezone);
        const units = await sumUnitsByMonth(tx, scope, subjectId, dateAt(from), timezone);
        const money = await sumMoneyByMonth(tx, scope, subjectId, dateAt(from), timezone);
        return {
          clientName: subject && subject.clientName,
          timezone,
          months: months.map((month) => {
            const moved = units.filter((each) => each.month === month);
            const sum = (of: 'unitsIn' | 'unitsOut') =>
              safeUnits(moved.reduce((all, each) => all + each[of], 0n));
            const sums = (isReceived: boolean) =>
              money
                .filter((each) => each.month === month && each.isReceived === isReceived)
                .map(({ currency, amount }) => ({ currency, amount }));
            return {
              month,
              unitsIn: sum('unitsIn'),
              unitsOut: sum('unitsOut'),
              paid: sums(false),
              received: sums(true),
            };
          }),
        };
      }),
  };
}

/** The payments of each of the last days. */
export function dayHandlers({ database }: WalletContext): Pick<Handlers<typeof payments>, 'days'> {
  return {
    days: (_input, { scope, session }) =>
      search(database, scope, async (tx) => {
        const { timezone } = await getClient(tx, scope, session.clientId);
        const { days, from } = lastDays(present(), timezone);
        const rows = await sumPaymentsByDay(tx, scope, dateAt(from), timezone);
        return {
          timezone,
          days: days.map((day) => {
            const its = rows.filter((each) => each.day === day);
            const count = (name: 'completed' | 'pending' | 'failed') =>
              its.reduce((sum, each) => sum + each[name], 0);
            return {
              day,
              received: its
                .filter(({ completed }) => completed > 0)
                .map(({ currency, amount }) => ({ currency, amount })),
              completed: count('completed'),
              pending: count('pending'),
              failed: count('failed'),
            };
          }),
        };
      }),
  };
}
