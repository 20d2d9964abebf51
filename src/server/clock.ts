// Schedules, expiries and sessions trust the machine's clock.

const HOUR_MS = 3_600_000;

/**
 * A line for the person who started, when the clocks cannot both be right; undefined when they agree.
 * @param database its clock now, and the latest time it remembers having had, if any
 */
export function clockComplaint(machine: Date, database: { now: Date; remembers: Date | undefined }): string | undefined {
  const ahead = machine.getTime() - database.now.getTime();
  if (Math.abs(ahead) >= HOUR_MS) {
    return `This machine's clock (${machine.toISOString()}) is ${hours(ahead)} ${ahead > 0 ? 'ahead of' : 'behind'} the database's (${database.now.toISOString()}). Set the one that is wrong and start again.`;
  }
  const behind = (database.remembers?.getTime() ?? 0) - machine.getTime();
  if (database.remembers && behind >= HOUR_MS) {
    return `This machine's clock (${machine.toISOString()}) is ${hours(behind)} behind the last time the data was used (${database.remembers.toISOString()}). Set it and start again.`;
  }
  return undefined;
}

function hours(ms: number): string {
  const whole = Math.abs(ms) / HOUR_MS;
  return whole < 48 ? `${whole.toFixed(1)} hours` : `${Math.round(whole / 24)} days`;
}
