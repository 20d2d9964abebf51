const DAY = 86_400_000;
const TRIES = 3;
const BETWEEN_TRIES = 10 * 60_000;

/** The last moment, now or before, that a daily backup was due. */
export function lastDue(now: Date, atMinutes: number): Date {
  const today =
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()) + atMinutes * 60_000;
  return new Date(today <= now.getTime() ? today : today - DAY);
}

/** True if a backup is due: none was made since, and the last failure is neither recent nor the third. */
export function isDue(now: Date, tries: readonly { startedAt: Date; failed: boolean }[]): boolean {
  if (tries.some(({ failed }) => !failed)) return false;
  const last = Math.max(0, ...tries.map(({ startedAt }) => startedAt.getTime()));
  return tries.length < TRIES && now.getTime() - last >= BETWEEN_TRIES;
}

/** Which of these backups are past their days; never the newest that is known to be good. */
export function outdated(
  files: readonly { name: string; at: Date }[],
  now: Date,
  keepDays: number,
  newestGood: string | undefined,
): string[] {
  return files
    .filter(({ name, at }) => name !== newestGood && now.getTime() - at.getTime() > keepDays * DAY)
    .map(({ name }) => name);
}
