/** The statuses to which a thing may go from each status: its state machine. */
export type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>;

/** The statuses from which a thing may come to this one: the guard of the update that moves it. */
export function statusesBefore<Status extends string>(
  next: Transitions<Status>,
  to: Status,
): Status[] {
  return (Object.keys(next) as Status[]).filter((from) => next[from].includes(to));
}
