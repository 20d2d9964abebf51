// The doctor's checks of the database server: version, limits, clock and migrations.
import type { Config } from '../../infra/config/config.ts';
import { knownMigrations } from '../../infra/database/migrate.ts';
import { databaseComplaints, lookAtDatabase, type DatabaseFacts } from '../database-check.ts';
import { about, type Finding, type Look } from './findings.ts';

const CLOCK_MS = 5_000;
/** The locks of thirty connections, each with a statement over 400 days of messages. */
const LEAST_LOCKS = 84_000;

/** Looks at the server of the database. `isReadable`: this release can read what is in it. */
export async function lookAtServer(
  config: Config,
  databaseUrl: string,
): Promise<{ looks: Look[]; isReadable: boolean }> {
  const before = Date.now();
  const facts = await lookAtDatabase(databaseUrl);
  const machine = new Date((before + Date.now()) / 2);
  const complaints = databaseComplaints(facts, machine).map((said): Finding => ({
    state: 'wrong',
    said,
  }));
  if (facts.migration === null && complaints.length === 0)
    complaints.push({
      state: 'wrong',
      said: 'The database is empty.',
      remedy: 'Run npm run setup.',
    });
  if (complaints.length > 0) return { looks: about('database', ...complaints), isReadable: false };
  const migrations = lookAtMigrations(facts);
  return {
    looks: [
      ...about('database', ...lookAtLimits(config, facts)),
      ...about('clock', lookAtClock(machine, facts.now)),
      ...about('migrations', migrations),
    ],
    isReadable: migrations.state === 'ok',
  };
}

function lookAtLimits(config: Config, facts: DatabaseFacts): Finding[] {
  const found: Finding[] = [
    { state: 'ok', said: `PostgreSQL ${Math.floor(facts.version / 10_000)} answers.` },
  ];
  // The limits of the database that Tuma brings are its own.
  if (config.databaseUrl === undefined) return found;
  if (facts.connectionsAllowed < 150)
    found.push({
      state: 'warning',
      said: `PostgreSQL allows ${facts.connectionsAllowed} connections, and two nodes use up to 140.`,
      remedy: 'Set max_connections to 200 or more.',
    });
  if (facts.locksAllowed < LEAST_LOCKS)
    found.push({
      state: 'warning',
      said: `PostgreSQL has room for ${facts.locksAllowed} locks, and each day of messages needs its own.`,
      remedy: 'Set max_locks_per_transaction to 1024.',
    });
  return found;
}

function lookAtClock(machine: Date, database: Date): Finding {
  const apart = Math.abs(machine.getTime() - database.getTime());
  return apart < CLOCK_MS
    ? { state: 'ok', said: "This machine's clock and the database's agree." }
    : {
        state: 'warning',
        said: `This machine's clock is ${Math.round(apart / 1000)} s from the database's.`,
        remedy: 'Let both be set by NTP (timedatectl set-ntp true).',
      };
}

function lookAtMigrations({ migration, migrations }: DatabaseFacts): Finding {
  const known = knownMigrations();
  if (migrations.some((number) => !known.includes(number)))
    return {
      state: 'wrong',
      said: `The database is at ${migration}, which this release does not know: it was made by a newer one.`,
      remedy: 'Start that release, or restore a backup from before it.',
    };
  const missing = known.filter((number) => !migrations.includes(number));
  return missing.length > 0
    ? {
        state: 'warning',
        said: `The database waits for ${missing.length} migrations of this release.`,
        remedy: 'Start Tuma: the first process applies them.',
      }
    : { state: 'ok', said: `The database is at ${migration}.` };
}
