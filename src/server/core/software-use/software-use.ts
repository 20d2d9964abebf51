/**
 * Counts the calls and messages of customers' software by credential. Counting is an addition in
 * memory; a process writes its sums every few seconds, so that what a kill takes away is a few
 * seconds of figures and never a message.
 */
import type { SoftwareSource, SoftwareUse } from '../../../contract/api/software-use.ts';
import { PORTAL } from '../../../contract/endpoint.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { Scope } from '../../infra/database/scope.ts';
import type { Answered } from '../../infra/http/failures.ts';
import { restAnswersTotal } from '../../infra/instruments.ts';
import type { Outcome } from '../accept/accept.ts';
import {
  addCalls,
  addOutcomes,
  listOutcomes,
  listUseOf,
  sumOutcomes,
} from './software-use.store.ts';
import type { OutcomeCount, UseRow } from './software-use.store.ts';

/** An API key by its id, or a gateway user by its name. */
export type Credential =
  | { apiKeyId: string; username?: undefined }
  | { username: string; apiKeyId?: undefined };

/** Pause between two writes of a process, in milliseconds. */
export const WRITE_USE_MS = 5000;
export const ACCEPTED = 'ACCEPTED';
/** Names come from callers with wrong passwords too: more credentials between two writes are not counted. */
const MOST_CREDENTIALS = 10_000;

type Tally = {
  holder: 'keys' | 'users';
  name: string;
  source: SoftwareSource;
  calls: number;
  outcomes: Map<string, number>;
};

export class SoftwareCounter {
  #tallies = new Map<string, Tally>();

  /** Counts calls of a credential. */
  call(credential: Credential, source: SoftwareSource, calls = 1): void {
    const tally = this.#tallyOf(credential, source);
    if (tally) tally.calls += calls;
  }

  /** Counts a message, or a call that was refused as a whole. @param outcome `ACCEPTED` or the code of a refusal */
  outcome(credential: Credential, source: SoftwareSource, outcome: string): void {
    if (source === 'REST') restAnswersTotal.inc({ outcome });
    const outcomes = this.#tallyOf(credential, source)?.outcomes;
    outcomes?.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }

  /** Counts the messages of a call. */
  messages(credential: Credential, source: SoftwareSource, outcomes: readonly Outcome[]): void {
    for (const each of outcomes)
      this.outcome(credential, source, 'refusal' in each ? each.refusal.code : ACCEPTED);
  }

  #tallyOf({ apiKeyId, username }: Credential, source: SoftwareSource): Tally | undefined {
    const name = apiKeyId ?? username;
    const key = `${source} ${name}`;
    const known = this.#tallies.get(key);
    if (known || this.#tallies.size >= MOST_CREDENTIALS) return known;
    const holder = apiKeyId === undefined ? 'users' : 'keys';
    const tally: Tally = { holder, name, source, calls: 0, outcomes: new Map() };
    this.#tallies.set(key, tally);
    return tally;
  }

  /** Writes the sums. Those of a failed write are written with the next. */
  async write(database: Database): Promise<void> {
    const tallies = this.#tallies;
    if (tallies.size === 0) return;
    this.#tallies = new Map();
    try {
      await database.run(systemScope(), (tx) => writeTallies(tx, [...tallies.values()]));
    } catch (error) {
      this.#putBack(tallies);
      throw error;
    }
  }

  #putBack(tallies: ReadonlyMap<string, Tally>): void {
    for (const [key, before] of tallies) {
      const now = this.#tallies.get(key);
      if (!now) {
        if (this.#tallies.size < MOST_CREDENTIALS) this.#tallies.set(key, before);
      } else {
        now.calls += before.calls;
        for (const [outcome, count] of before.outcomes)
          now.outcomes.set(outcome, (now.outcomes.get(outcome) ?? 0) + count);
      }
    }
  }
}

/** Counts a call of the REST API by its answer. One without a key that is known has no credential. */
export function countRestCall(
  counter: SoftwareCounter,
  { path, apiKeyId, error }: Pick<Answered, 'path' | 'apiKeyId' | 'error'>,
): void {
  if (apiKeyId !== undefined) {
    counter.call({ apiKeyId }, 'REST');
    if (error !== undefined) counter.outcome({ apiKeyId }, 'REST', error);
  } else if (error !== undefined && !path.startsWith(`${PORTAL}/`))
    restAnswersTotal.inc({ outcome: error });
}

async function writeTallies(tx: Tx, tallies: readonly Tally[]): Promise<void> {
  const outcomesOf = new Map(
    tallies.map(({ name, source, outcomes }) => [`${source} ${name}`, outcomes]),
  );
  const written = [];
  for (const holder of ['keys', 'users'] as const) {
    const calls = tallies.filter((tally) => tally.holder === holder);
    if (calls.length > 0) written.push(...(await addCalls(tx, holder, calls)));
  }
  const outcomes = written.flatMap(({ useId, name, source }) =>
    Array.from(outcomesOf.get(`${source} ${name}`) ?? [], ([outcome, count]) => ({
      useId,
      outcome,
      count,
    })),
  );
  if (outcomes.length > 0) await addOutcomes(tx, outcomes);
}

/** The rows with their outcomes of the last 24 hours, in their order. */
export async function presentUses<Row extends UseRow>(
  tx: Tx,
  rows: readonly Row[],
): Promise<(SoftwareUse & { row: Row })[]> {
  const outcomes = Map.groupBy(
    rows.length === 0
      ? []
      : await listOutcomes(
          tx,
          rows.map(({ id }) => id),
        ),
    ({ useId }) => useId,
  );
  return rows.map((row) => {
    const own = outcomes.get(row.id) ?? [];
    return {
      row,
      source: row.source,
      lastCallTimestamp: row.lastCallAt.getTime() / 1000,
      callsPerMinute: row.callsPerMinute,
      callsLastMinute: row.callsLastMinute,
      ...presentOutcomes(own),
    };
  });
}

const presentOutcomes = (
  outcomes: readonly OutcomeCount[],
): Pick<SoftwareUse, 'acceptedCount' | 'refused'> => ({
  acceptedCount: outcomes.find(({ outcome }) => outcome === ACCEPTED)?.count ?? 0,
  refused: outcomes
    .filter(({ outcome }) => outcome !== ACCEPTED)
    .map(({ outcome: code, count }) => ({ code, count })),
});

/** The last 24 hours of all credentials of a scope together; of some clients where there are ids. */
export const readTotal = async (tx: Tx, scope: Scope, clientIds: readonly string[]) =>
  presentOutcomes(await sumOutcomes(tx, scope, clientIds));

/** The traffic of API keys or gateway users, by the id of each. */
export async function readUses<Id extends string | number>(
  tx: Tx,
  holder: 'apiKeyId' | 'userId',
  ids: readonly Id[],
): Promise<Map<Id, SoftwareUse[]>> {
  const of =
    holder === 'apiKeyId'
      ? { apiKeyIds: ids as readonly string[] }
      : { userIds: ids as readonly number[] };
  const uses = new Map<Id, SoftwareUse[]>();
  for (const { row, ...use } of await presentUses(tx, await listUseOf(tx, of))) {
    const id = row[holder] as Id;
    uses.set(id, [...(uses.get(id) ?? []), use]);
  }
  return uses;
}
