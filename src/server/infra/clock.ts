// Schedules, expiries and sessions trust the machine's clock.

const HOUR_MS = 3_600_000;

/**
 * Returns a line for the operator if the clocks cannot both be right; undefined if they agree.
 * @param database the database's clock now
 * @param lastSeen when the data was last in use, and the file that records it; an embedded database
 * shares the machine's clock, so only this shows that the clock was set back
 */
export function clockComplaint(
  machine: Date,
  database: Date,
  lastSeen?: { at: Date; file: string },
): string | undefined {
  const ahead = machine.getTime() - database.getTime();
  if (Math.abs(ahead) >= HOUR_MS) {
    return `This machine's clock (${machine.toISOString()}) is ${hours(ahead)} ${ahead > 0 ? 'ahead of' : 'behind'} the database's (${database.toISOString()}). Set the one that is wrong and start again.`;
  }
  const behind = lastSeen ? lastSeen.at.getTime() - machine.getTime() : 0;
  if (lastSeen && behind >= HOUR_MS) {
    return `This machine's clock (${machine.toISOString()}) is ${hours(behind)} behind the last time the data was in use (${lastSeen.at.toISOString()}). Set it and start again; if it is right now and was wrong then, remove ${lastSeen.file} first.`;
  }
  return undefined;
}

function hours(ms: number): string {
  const whole = Math.abs(ms) / HOUR_MS;
  return whole < 48 ? `${whole.toFixed(1)} hours` : `${Math.round(whole / 24)} days`;
}
