/** The allowed next statuses of each status: the state machine of an object. */
export type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>;

/** The statuses from which this one may be reached: the guard of the update. */
export function statusesBefore<Status extends string>(
  next: Transitions<Status>,
  to: Status,
): Status[] {
  return (Object.keys(next) as Status[]).filter((from) => next[from].includes(to));
}
