const DAY_MS = 86_400_000;

/** The day of a partition from its name, `message_20261122`; undefined where it is none. */
export function dayOf(name: string): Date | undefined {
  const [, year, month, day] =
    /^(?:message|submission|receipt)_(\d{4})(\d{2})(\d{2})$/.exec(name) ?? [];
  return year === undefined
    ? undefined
    : new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
}

/** The partitions whose rows are all older than the given days, the oldest first. */
export function pastPartitions(names: readonly string[], days: number, now: Date): string[] {
  return names
    .filter((name) => {
      const day = dayOf(name);
      return day !== undefined && day.getTime() + DAY_MS <= now.getTime() - days * DAY_MS;
    })
    .sort((a, b) => a.slice(-8).localeCompare(b.slice(-8)) || a.localeCompare(b));
}
