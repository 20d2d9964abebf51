/** Takes away what is older than it may be: days of messages whole, texts and rows a few thousand at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Tx } from '../../infra/database/db.ts';
import { dropOutcomes, mergeOutcomes } from '../../core/dispatch/counts/outcomes.store.ts';
import { blankTexts, dropEvents } from '../../core/dispatch/retention.store.ts';
import { blankIncoming, dropIncoming } from '../../gateway/incoming/incoming-retention.store.ts';
import type { Log } from '../../infra/log.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { dropPartition, isLive, listPartitions } from './partitions.store.ts';
import type { Partitioned } from './partitions.store.ts';
import { readPlaces, readRetention, savePlace } from './retention.ts';
import type { Places } from './retention.ts';
import { dayOf, pastPartitions } from './retention.rules.ts';

/** Campaign recipients belong to the campaigns, which shorten and delete them. */
export type RecipientRetention = {
  /**
   * Empties what a campaign that ended before `before` keeps of its recipients.
   * @param after where the step before ended
   * @returns where this step ended; undefined when nothing is left
   */
  blank(tx: Tx, after: string | undefined, before: Date, most: number): Promise<string | undefined>;
  /** Ends drafts that were made before `before`; fewer than `most` when nothing is left. */
  endDrafts(tx: Tx, before: Date, most: number): Promise<number>;
  /** Deletes recipients of campaigns that ended before `before`; fewer than `most` when nothing is left. */
  drop(tx: Tx, before: Date, most: number): Promise<number>;
};

const AT_ONCE = 2_000;
/** The age in days at which a campaign that was prepared and never sent is ended. */
const DRAFT_DAYS = 60;
const DRAFTS_AT_ONCE = 100;
/** The last day is shown by its parts; older counts only lead to their messages. */
const OUTCOME_DAYS = 3;
/**
 * A message that is under way keeps its text. So many days after its text's it is looked at again: most have
 * ended by the first, and by the last those that were scheduled as far ahead as possible too.
 */
const TEXT_PASSES = [
  ['texts', 0],
  ['textsAgain', 3],
  ['textsLast', 40],
] as const;
/** Pause between two steps, which leaves the disk to other work. */
const REST_MS = 20;
/** Steps of one kind in one run: what is left is for the next hour. */
const MOST_STEPS = 500;
const DAY_MS = 86_400_000;

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * One run of everything; any process may die at any line, and another may run at the same time.
 * @param owner as the tables' owner, for partitions
 */
export async function keepRetention({
  database,
  owner,
  recipients,
  dropVerifications,
  log,
  signal,
  now = new Date(),
}: {
  database: Database;
  owner: Database;
  recipients: RecipientRetention;
  /**
   * Deletes one-time codes that were sent before `before`.
   * @param after where the step before ended
   * @returns where this step ended; undefined when nothing is left
   */
  dropVerifications(
    tx: Tx,
    after: string | undefined,
    before: Date,
    most: number,
  ): Promise<string | undefined>;
  log: Log;
  signal?: AbortSignal;
  now?: Date;
}): Promise<void> {
  const system = <T>(work: (tx: Tx) => Promise<T>) => database.run(systemScope(), work);
  const { textDays, messageDays, incomingDays } = await system(readRetention);
  const today = await system((tx) => followClock(tx, now));
  if (now.getTime() - today.getTime() > DAY_MS)
    log.warn({ now, today }, 'the clock has jumped ahead: old messages are removed with a delay');
  const before = (days: number) => new Date(today.getTime() - days * DAY_MS);
  const places = await system(readPlaces);

  for (const table of ['message', 'submission', 'receipt'] as const)
    await dropPast(table, messageDays, { owner, log, signal, now: today });
  for (const [pass, days] of TEXT_PASSES)
    await walk(pass, places[pass], (tx, after) =>
      blankTexts(tx, after, before(textDays + days), AT_ONCE),
    );
  await walk('incoming', places.incoming, (tx, after) =>
    blankIncoming(tx, after, before(textDays), AT_ONCE),
  );
  await walk('ended', places.ended, (tx, after) =>
    recipients.blank(tx, after, before(textDays), AT_ONCE),
  );
  await repeat(
    (tx) => recipients.endDrafts(tx, before(DRAFT_DAYS), DRAFTS_AT_ONCE),
    DRAFTS_AT_ONCE,
  );
  await repeat((tx) => dropIncoming(tx, before(incomingDays), AT_ONCE));
  await repeat((tx) => recipients.drop(tx, before(messageDays), AT_ONCE));
  await walk(null, undefined, (tx, after) =>
    dropVerifications(tx, after, before(messageDays), AT_ONCE),
  );
  await repeat((tx) => dropEvents(tx, before(messageDays), AT_ONCE));
  await repeat((tx) => dropOutcomes(tx, before(messageDays), AT_ONCE));
  for (let left = true; left && !signal?.aborted;)
    left = (await system((tx) => mergeOutcomes(tx, before(OUTCOME_DAYS)))) > 0;

  /** Goes on after a place until a step finds nothing. The place is stored under its kind; without one, each run begins anew. */
  async function walk(
    kind: keyof Places | null,
    from: string | undefined,
    step: (tx: Tx, after: string | undefined) => Promise<string | undefined>,
  ): Promise<void> {
    let after = from;
    for (let steps = 0; steps < MOST_STEPS && !signal?.aborted; steps++) {
      const next = await system(async (tx) => {
        const reached = await step(tx, after);
        if (reached !== undefined && kind) await savePlace(tx, { [kind]: reached });
        return reached;
      });
      if (next === undefined) return;
      after = next;
      await sleep(REST_MS);
    }
  }

  async function repeat(step: (tx: Tx) => Promise<number>, most = AT_ONCE): Promise<void> {
    for (let steps = 0; steps < MOST_STEPS && !signal?.aborted; steps++) {
      if ((await system(step)) < most) return;
      await sleep(REST_MS);
    }
  }
}

/** The longest step of retention's time from one run to the next; runs of a worker are an hour apart. */
const MOST_AHEAD_MS = 2 * 3_600_000;

/**
 * The time that retention goes by: the clock's, but never far ahead of that of the last run. Nothing
 * brings messages back that were removed while a clock was wrong. Runs that follow each other sooner,
 * as those of several workers and of each of their starts, move it by twice what has passed.
 */
async function followClock(tx: Tx, now: Date): Promise<Date> {
  const { clock, clockRead } = await readPlaces(tx);
  const last = clock === undefined ? Infinity : Date.parse(clock);
  const passed = clockRead === undefined ? Infinity : now.getTime() - Date.parse(clockRead);
  const ahead = Math.min(MOST_AHEAD_MS, Math.max(0, 2 * passed));
  const today = new Date(Math.min(now.getTime(), last + ahead));
  await savePlace(tx, { clock: today.toISOString(), clockRead: now.toISOString() });
  return today;
}

/** Drops the days of a table that are past, until one is in use or something of it is still on its way. */
async function dropPast(
  table: Partitioned,
  days: number,
  {
    owner,
    log,
    signal,
    now,
  }: { owner: Database; log: Log; signal: AbortSignal | undefined; now: Date },
): Promise<void> {
  const { attached, detaching, left } = await listPartitions(owner.plain, table);
  const work = [
    ...left.map((name) => [name, 'left'] as const),
    ...detaching.map((name) => [name, 'detaching'] as const),
    ...pastPartitions(attached, days, now).map((name) => [name, 'attached'] as const),
  ];
  for (const [name, state] of work) {
    if (signal?.aborted) return;
    if (state === 'attached' && (await isLive(owner.plain, dayOf(name)!))) {
      log.warn({ name }, 'day of messages was kept: something of it is still on its way');
      return;
    }
    try {
      await dropPartition(owner.plain, table, name, state);
      log.info({ name }, 'day of messages was dropped');
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      log.info({ name }, 'day of messages is in use and is dropped later');
      return;
    }
  }
}
