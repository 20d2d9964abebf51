const DAY = 86_400_000;
/** Between two daily backups lie two days at most, if one of them failed. */
const LONGEST_GAP = 2 * DAY;
const TRIES = 3;
const BETWEEN_TRIES = 10 * 60_000;

/** The last moment, now or before, that a daily backup was due. */
export function lastDue(now: Date, atMinutes: number): Date {
  const today =
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()) + atMinutes * 60_000;
  return new Date(today <= now.getTime() ? today : today - DAY);
}

/**
 * True if a backup is due: none was made since, and the last failure is neither recent nor the third. One of a day that is
 * still to come was made while the clock was ahead: it stands for no day.
 */
export function isDue(now: Date, tries: readonly { startedAt: Date; failed: boolean }[]): boolean {
  const known = tries.filter(({ startedAt }) => startedAt.getTime() - now.getTime() < DAY);
  if (known.some(({ failed }) => !failed)) return false;
  const last = Math.max(0, ...known.map(({ startedAt }) => startedAt.getTime()));
  return known.length < TRIES && now.getTime() - last >= BETWEEN_TRIES;
}

/**
 * Which of these backups are past their days; never the newest that is known to be good. Days pass from one backup to the
 * next, two at most: a clock that jumps ahead takes no backups with it, and after a pause the older ones stay as much longer.
 */
export function outdated(
  files: readonly { name: string; at: Date }[],
  now: Date,
  keepDays: number,
  newestGood: string | undefined,
): string[] {
  let newer = now.getTime();
  let age = 0;
  return files
    .filter(({ at }) => at <= now)
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .filter(({ name, at }) => {
      age += Math.min(newer - at.getTime(), LONGEST_GAP);
      newer = at.getTime();
      return name !== newestGood && age > keepDays * DAY;
    })
    .map(({ name }) => name);
}
