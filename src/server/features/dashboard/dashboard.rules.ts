import { ATTENTIONS, PACE_DAYS } from '../../../contract/api/dashboard.ts';
import type { Attention, FirstStepState, Tally } from '../../../contract/api/dashboard.ts';
import { reachOf, type Permission, type Reach, type Role } from '../../../contract/shared/roles.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';

// ---- how long units last ----

/** Units (ten-thousandths) that went out of a wallet on one whole UTC day; `daysAgo` 1 is yesterday. */
export type DayUse = { daysAgo: number; units: bigint };

/** On fewer days of use nothing can be told of the next. */
const LEAST_DAYS_OF_USE = 3;

/** Units that went in so many days. */
export type Pace = { days: number; units: bigint };

/**
 * How fast units went: over the last 7 whole days where they were used on three of them, else over 30; undefined where even
 * then too little was used to tell. An account that is younger is averaged over its own whole days.
 * @param ageDays whole UTC days that the account has existed before today
 */
export function paceOf(use: readonly DayUse[], ageDays: number): Pace | undefined {
  for (const days of PACE_DAYS) {
    const within = use.filter(
      ({ daysAgo, units }) => daysAgo >= 1 && daysAgo <= days && units > 0n,
    );
    if (new Set(within.map(({ daysAgo }) => daysAgo)).size < LEAST_DAYS_OF_USE) continue;
    // Never over fewer days than the use itself spans, whatever the account says of its age.
    const over = Math.min(days, Math.max(ageDays, ...within.map(({ daysAgo }) => daysAgo)));
    return { days: over, units: within.reduce((sum, { units }) => sum + units, 0n) };
  }
  return undefined;
}

/** Whole days that a balance lasts at a pace; none where nothing is left. */
export function daysLeftOf(balance: bigint, { units, days }: Pace): number {
  return balance <= 0n ? 0 : Number((balance * BigInt(days)) / units);
}

/** True if a wallet is below its owner's alert level, or empty although it once had units. */
export function isLow(wallet: { balance: bigint; level: bigint; everHadUnits: boolean }): boolean {
  return wallet.level > 0n
    ? wallet.balance < wallet.level
    : wallet.balance <= 0n && wallet.everHadUnits;
}

// ---- today beside other days ----

export type HourRow = {
  hour: Date;
  messages: bigint;
  delivered: bigint;
  ended: bigint;
  units: bigint;
};

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The first moment of the UTC day of a moment, in milliseconds. */
export function dayBegin(at: number): number {
  return Math.floor(at / DAY) * DAY;
}

/**
 * Sums the hours of today, yesterday and the same day last week. Days are compared over the whole hours that have passed
 * today, since counts are kept by the hour: the hour that runs is in no comparison.
 * @param now milliseconds
 */
export function compareDays(rows: readonly HourRow[], now: number) {
  const today = dayBegin(now);
  const wholeHours = Math.floor((now - today) / HOUR);
  const sum = (from: number, to: number): Tally => {
    const within = rows.filter(({ hour }) => hour.getTime() >= from && hour.getTime() < to);
    const of = (name: 'messages' | 'delivered' | 'ended' | 'units') =>
      within.reduce((total, row) => total + row[name], 0n);
    return {
      messages: Number(of('messages')),
      delivered: Number(of('delivered')),
      ended: Number(of('ended')),
      units: unitsToNumber(of('units')),
    };
  };
  const hoursOf = (day: number) => sum(day, day + wholeHours * HOUR);
  return {
    dayTimestamp: today / 1000,
    wholeHours,
    today: sum(today, today + DAY),
    yesterday: sum(today - DAY, today),
    throughHours: {
      today: hoursOf(today),
      yesterday: hoursOf(today - DAY),
      lastWeek: hoursOf(today - 7 * DAY),
    },
  };
}

/** The days that `compareDays` reads, by their first moments. */
export function comparedDays(now: number): Date[] {
  const today = dayBegin(now);
  return [today, today - DAY, today - 7 * DAY].map((day) => new Date(day));
}

// ---- the first steps ----

export type FirstFacts = {
  hidden: boolean;
  detailsComplete: boolean;
  /** A sender ID of its own, or one that was delegated to it, that may send or once might. */
  senderReady: boolean;
  senderAsked: boolean;
  everHadUnits: boolean;
  hasContacts: boolean;
  hasSent: boolean;
};

/** Roles that begin with an empty account; the platform's own staff do not. */
const STARTERS: readonly Role[] = ['RESELLER', 'COMPANY', 'CLIENT', 'EBU_CLIENT'];

/** The way to the first campaign with what is done of it; undefined where there is nothing left to do, or it was put out of sight. */
export function firstStepsOf(role: Role, facts: FirstFacts): FirstStepState[] | undefined {
  if (!STARTERS.includes(role) || facts.hidden) return undefined;
  const steps: FirstStepState[] = [
    { step: 'DETAILS', done: facts.detailsComplete, waiting: false, optional: false },
    // Those who cannot ask for a name are given one.
    ...(reachOf(role, 'senders.request')
      ? [
          {
            step: 'SENDER' as const,
            done: facts.senderReady,
            waiting: !facts.senderReady && facts.senderAsked,
            optional: false,
          },
        ]
      : []),
    { step: 'UNITS', done: facts.everHadUnits, waiting: false, optional: false },
    { step: 'CONTACTS', done: facts.hasContacts, waiting: false, optional: true },
    { step: 'CAMPAIGN', done: facts.hasSent, waiting: false, optional: false },
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
