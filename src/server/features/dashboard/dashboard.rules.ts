import { ATTENTIONS, LOW_DAYS, SHOWN_DAYS } from '../../../contract/api/dashboard.ts';
import type {
  Attention,
  FirstStepState,
  Outcomes,
  Tally,
} from '../../../contract/api/dashboard.ts';
import { reachOf, type Permission, type Reach, type Role } from '../../../contract/shared/roles.ts';
import {
  formatDecimal,
  parseDecimal,
  unitsToNumber,
  UNIT,
} from '../../../contract/shared/units.ts';
import { daysBefore } from '../../core/usage/days.rules.ts';
import type { LocalHour } from '../../core/usage/days.rules.ts';
import {
  addCounts,
  daysLeftOf,
  daysOf,
  sumHours,
  weekPaceOf,
} from '../../core/usage/usage.rules.ts';
import type { Counts, HourRow } from '../../core/usage/usage.rules.ts';

/** True if a wallet is below its owner's alert level, or empty although it once had units. */
export function isLow(wallet: { balance: bigint; level: bigint; everHadUnits: boolean }): boolean {
  return wallet.level > 0n
    ? wallet.balance < wallet.level
    : wallet.balance <= 0n && wallet.everHadUnits;
}

// ---- today beside other days ----

/**
 * Today in an account's own zone, beside yesterday and the same weekday last week. Days are compared
 * over the hours that have passed today, since counts are kept by the hour: the hour that runs is in
 * no comparison.
 * @param hours the account's last days, as `recentHours` gives them
 * @param seesUnits false leaves the units out
 */
export function compareDays(
  hours: readonly LocalHour[],
  rows: readonly HourRow[],
  seesUnits: boolean,
) {
  const present = hours.at(-1)!;
  const today = present.day;
  const [yesterday, lastWeek] = [daysBefore(today, 1), daysBefore(today, 7)];
  const byDay = sumHours(hours, rows, ({ day }) => day);
  const byClock = sumHours(hours, rows, ({ day, clock }) => `${day} ${clock}`);
  const passed = hours.filter(({ day }) => day === today).slice(0, -1);
  const clocks = [...new Set(passed.map(({ clock }) => clock))];
  const tally = (counts: Counts): Tally => ({
    messages: Number(counts.messages),
    delivered: Number(counts.delivered),
    ended: Number(counts.ended),
    units: seesUnits ? unitsToNumber(counts.units) : null,
  });
  // By the hour itself, since clocks that go back show the present one twice.
  const soFar = sumHours(passed, rows, ({ day }) => day)(today);
  const through = (day: string) =>
    clocks.map((clock) => byClock(`${day} ${clock}`)).reduce(addCounts, byDay('none'));
  const days = daysOf(hours);
  return {
    dayTimestamp: days.at(-1)!.timestamp,
    wholeHours: clocks.length,
    today: tally(byDay(today)),
    yesterday: tally(byDay(yesterday)),
    throughHours: {
      today: tally(soFar),
      yesterday: tally(through(yesterday)),
      lastWeek: tally(through(lastWeek)),
    },
    days: days.slice(-SHOWN_DAYS).map(({ day, timestamp }) => ({
      day,
      startTimestamp: timestamp,
      ...outcomesOf(byDay(day)),
      units: seesUnits ? unitsToNumber(byDay(day).units) : null,
    })),
    hours: Array.from({ length: 24 }, (_, clock) => ({
      hour: clock,
      today: clock > present.clock ? null : outcomesOf(byClock(`${today} ${clock}`)),
      lastWeek: Number(byClock(`${lastWeek} ${clock}`).messages),
    })),
  };
}

function outcomesOf({ messages, delivered, ended, cancelled }: Counts): Outcomes {
  return {
    messages: Number(messages),
    delivered: Number(delivered),
    notDelivered: Number(ended - delivered),
    cancelled: Number(cancelled),
    open: Number(messages - ended - cancelled),
  };
}

// ---- sales to clients ----

/** Units that a seller sold or transferred on one of its days, and the money of one currency paid for them. */
export type SaleRow = {
  day: string;
  units: bigint;
  transferred: bigint;
  currency: string | null;
  /** Decimal texts. */
  amount: string;
};

/** The price of one unit to the seller itself. */
export type OwnPrice = { costPrice: string; currency: string };

/**
 * A seller's days. Money counts in the currency of its own price alone, since a margin needs both;
 * the margin is calculated at the present price.
 * @param days the days to list, today last
 */
export function salesOf(
  days: readonly string[],
  rows: readonly SaleRow[],
  price: OwnPrice | undefined,
) {
  return days.map((day) => {
    const its = rows.filter((row) => row.day === day);
    const paid = its.filter(({ currency }) => price && currency === price.currency);
    const amount = paid.reduce((sum, row) => sum + parseDecimal(row.amount), 0n);
    const units = (of: readonly SaleRow[]) => of.reduce((sum, row) => sum + row.units, 0n);
    const transferred = its.reduce((sum, row) => sum + row.transferred, 0n);
    return {
      day,
      units: unitsToNumber(units(its) + transferred),
      transferredUnits: unitsToNumber(transferred),
      amount: formatDecimal(amount),
      margin: formatDecimal(
        amount - (price ? (units(paid) * parseDecimal(price.costPrice)) / UNIT : 0n),
      ),
    };
  });
}

// ---- how clients fare ----

/** Figures that a seller watches of one client below it; days are UTC days, as running totals are kept. */
export type ClientUse = {
  clientId: string;
  clientName: string;
  balance: bigint;
  ageDays: number;
  /** Days since the last message; null if it never sent. */
  silentDays: number | null;
  /** Messages of the last 14 days, today included. */
  messages: bigint;
  /** Days before today, within the last 7, on which units were used; the earliest of them; and the units. */
  daysUsed: number;
  earliestDaysAgo: number;
  unitsUsed: bigint;
};

/** Days without a message after which a client that used to send is silent, and after which it is forgotten. */
const SILENT_DAYS = 14;
const FORGOTTEN_DAYS = 90;
const CLIENTS_SHOWN = 5;

/** The clients below a seller that run out of units soon, those that stopped sending, and those that send most. */
export function watchClients(all: readonly ClientUse[]) {
  const low = all
    .flatMap((client) => {
      const { daysUsed, earliestDaysAgo, unitsUsed, ageDays, balance } = client;
      const pace = weekPaceOf({ daysUsed, earliestDaysAgo, units: unitsUsed, ageDays });
      if (!pace) return [];
      const daysLeft = daysLeftOf(balance, pace);
      return daysLeft < LOW_DAYS
        ? [{ ...client, daysLeft, unitsPerDay: pace.units / BigInt(pace.days) }]
        : [];
    })
    .toSorted((a, b) => a.daysLeft - b.daysLeft || Number(a.balance - b.balance));
  const silent = all
    .filter(
      ({ silentDays }) =>
        silentDays !== null && silentDays >= SILENT_DAYS && silentDays < FORGOTTEN_DAYS,
    )
    .toSorted((a, b) => a.silentDays! - b.silentDays!);
  const top = all
    .filter(({ messages }) => messages > 0n)
    .toSorted((a, b) => Number(b.messages - a.messages))
    .slice(0, CLIENTS_SHOWN);
  return {
    low: { count: low.length, clients: low.slice(0, CLIENTS_SHOWN) },
    silent: { count: silent.length, clients: silent.slice(0, CLIENTS_SHOWN) },
    top,
  };
}

// ---- the first steps ----

export type FirstFacts = {
  hidden: boolean;
  detailsComplete: boolean;
  /** A sender ID of its own, or one that was delegated to it, that may send or once might. */
  senderReady: boolean;
  /** The platform's sender ID that the account can send as. */
  sharedSender: string | null;
  senderAsked: boolean;
  everHadUnits: boolean;
  hasContacts: boolean;
  hasSent: boolean;
};

/** Roles that begin with an empty account; the platform's own staff do not. */
const STARTERS: readonly Role[] = ['RESELLER', 'COMPANY', 'CLIENT', 'EBU_CLIENT'];

/**
 * The way to the first campaign with what is done of it; undefined where there is nothing left to do, or it
 * was put out of sight.
 */
export function firstStepsOf(role: Role, facts: FirstFacts): FirstStepState[] | undefined {
  if (!STARTERS.includes(role) || facts.hidden) return undefined;
  const steps: FirstStepState[] = [
    {
      step: 'DETAILS',
      done: facts.detailsComplete,
      waiting: false,
      optional: false,
      sharedSender: null,
    },
    // Those who cannot ask for a name are given one.
    ...(reachOf(role, 'senders.request')
      ? [
          {
            step: 'SENDER' as const,
            done: facts.senderReady,
            waiting: !facts.senderReady && facts.senderAsked,
            // With a sender ID of the platform's the account can send at once.
            optional: facts.sharedSender !== null,
            sharedSender: facts.sharedSender,
          },
        ]
      : []),
    {
      step: 'UNITS',
      done: facts.everHadUnits,
      waiting: false,
      optional: false,
      sharedSender: null,
    },
    {
      step: 'CONTACTS',
      done: facts.hasContacts,
      waiting: false,
      optional: true,
      sharedSender: null,
    },
    { step: 'CAMPAIGN', done: facts.hasSent, waiting: false, optional: false, sharedSender: null },
  ];
  return steps.some(({ done, optional }) => !done && !optional) ? steps : undefined;
}

// ---- what needs somebody ----

/** The permission that resolves each item, and its reach: everyone within reach, or the own account alone. */
const VISIBILITY: Readonly<Record<Attention, { who: Permission; of: 'reach' | 'own' }>> = {
  LEDGER_WRONG: { who: 'platform.edit', of: 'reach' },
  CONNECTOR_DOWN: { who: 'gateway', of: 'reach' },
  LOW_UNITS: { who: 'messaging.send', of: 'own' },
  CAMPAIGN_TOO_LATE: { who: 'campaigns.cancel', of: 'reach' },
  CAMPAIGN_FAILED: { who: 'campaigns.cancel', of: 'reach' },
  WEBHOOK_FAILING: { who: 'credentials', of: 'own' },
  DOCUMENT_REJECTED: { who: 'senders.request', of: 'own' },
  SENDER_FEE: { who: 'senders.request', of: 'own' },
  SENDER_UNREGISTERED: { who: 'senders.request', of: 'own' },
  CAMPAIGN_APPROVAL: { who: 'campaigns.approve', of: 'reach' },
  SENDER_REVIEW: { who: 'senders.approve', of: 'reach' },
  SECOND_APPROVAL: { who: 'platform.edit', of: 'reach' },
  PAYMENT_SILENT: { who: 'platform.edit', of: 'reach' },
  PAYMENT_ORPHAN: { who: 'platform.edit', of: 'reach' },
};

/** The items that a role is shown, in order. */
export function attentionsOf(role: Role): { kind: Attention; reach: Reach }[] {
  return ATTENTIONS.flatMap((kind) => {
    const { who, of } = VISIBILITY[kind];
    const reach = reachOf(role, who);
    return reach === undefined ? [] : [{ kind, reach: of === 'own' ? 'own' : reach }];
  });
}
