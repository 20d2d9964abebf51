/**
 * Adds what a transaction changes in the counts to campaign_delta, and takes the oldest deltas out;
 * both commit with the caller.
 */
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { parameters } from '../../../infra/database/parameters.ts';
import type { Place } from '../../../infra/database/parameters.ts';
import { idTime } from '../../../infra/ids.ts';
import type { Cause } from '../dispatch.rules.ts';
import { rowsOf } from '../sql.ts';
import type { Column } from '../sql.ts';
import type { Facts } from '../types.ts';

const { DELIVERED, UNDELIVERABLE, EXPIRED, REJECTED, FAILED, CANCELLED, UNKNOWN } = MESSAGE_STATUS;

/**
 * The counted figures. A message counts once, its units per part; counts can go down (a late
 * receipt of an expired message).
 */
export type Counts = {
  messages: number;
  segments: number;
  submitted: number;
  delivered: number;
  undeliverable: number;
  rejected: number;
  expired: number;
  failed: number;
  unknown: number;
  cancelled: number;
  /** Ten-thousandths of units. */
  captured: bigint;
  released: bigint;
  /** Units of messages that software sent and that wait for approval as a campaign. */
  gathered: bigint;
};

/** One change of counts, of the hour in which its messages were made. */
export type Delta = Counts &
  Facts & { id: bigint; hour: Date; /** When it was counted. */ at: Date; causes: Cause[] };

const COUNTS = [
  'messages',
  'segments',
  'submitted',
  'delivered',
  'undeliverable',
  'rejected',
  'expired',
  'failed',
  'unknown',
  'cancelled',
] as const;

const COUNT_OF_STATUS: Readonly<Record<number, (typeof COUNTS)[number]>> = {
  [DELIVERED]: 'delivered',
  [UNDELIVERABLE]: 'undeliverable',
  [EXPIRED]: 'expired',
  [REJECTED]: 'rejected',
  [FAILED]: 'failed',
  [CANCELLED]: 'cancelled',
  [UNKNOWN]: 'unknown',
};

const HOUR = 3_600_000;

/** The hour that a message counts in, in milliseconds. */
export const hourOf = (messageId: string): number => Math.floor(idTime(messageId) / HOUR) * HOUR;

type Row = { hour: number; facts: Facts; counts: Counts; causes: Map<string, Cause> };

/** Sums what a transaction changes, to one row for each group. */
export class Deltas {
  readonly #rows = new Map<string, Row>();
  /** The row of the message before: those of a campaign come one after the other. */
  #last: Row | undefined;

  /**
   * @param causes why the message ended, and with a count of -1 the cause that this end replaces; ends
   * without a cause are ignored
   */
  add(messageId: string, facts: Facts, change: Partial<Counts>, ...causes: Cause[]): void {
    const row = this.#rowOf(hourOf(messageId), facts);
    for (const name in change) {
      // The compiler knows keys of an object literal only as strings.
      const count = name as keyof Counts;
      if (count === 'captured' || count === 'released' || count === 'gathered')
        row.counts[count] += change[count] ?? 0n;
      else row.counts[count] += change[count] ?? 0;
    }
    for (const cause of causes) {
      if (cause.status === DELIVERED || cause.status === CANCELLED) continue;
      const name = `${cause.status}\t${cause.errorCode}\t${cause.carrierStatus}`;
      row.causes.set(name, {
        ...cause,
        messages: cause.messages + (row.causes.get(name)?.messages ?? 0),
      });
    }
  }

  #rowOf(hour: number, facts: Facts): Row {
    if (this.#last?.hour === hour && isSame(this.#last.facts, facts)) return this.#last;
    const key = `${hour}\t${facts.campaignId}\t${facts.clientId}\t${facts.network}\t${facts.country}\t${facts.sender}`;
    let row = this.#rows.get(key);
    if (!row) {
      row = {
        hour,
        facts,
        causes: new Map(),
        counts: {
          messages: 0,
          segments: 0,
          submitted: 0,
          delivered: 0,
          undeliverable: 0,
          rejected: 0,
          expired: 0,
          failed: 0,
          unknown: 0,
          cancelled: 0,
          captured: 0n,
          released: 0n,
          gathered: 0n,
        },
      };
      this.#rows.set(key, row);
    }
    this.#last = row;
    return row;
  }

  /** The form of its step, which differs for a row that is alone. */
  get form(): string {
    return this.#rows.size === 1 ? 'delta' : 'deltas';
  }

  /** The insert of its rows as one step of a statement; undefined without rows. */
  step(place: Place): string | undefined {
    if (this.#rows.size === 0) return undefined;
    const rows = [...this.#rows.values()];
    const columns: Column[] = [
      ['hour', 'timestamptz', rows.map(({ hour }) => new Date(hour).toISOString())],
      ['client_id', 'uuid', rows.map(({ facts }) => facts.clientId)],
      ['campaign_id', 'uuid', rows.map(({ facts }) => facts.campaignId)],
      ['sender', 'text', rows.map(({ facts }) => facts.sender)],
      ['country', 'text', rows.map(({ facts }) => facts.country)],
      ['network', 'smallint', rows.map(({ facts }) => facts.network)],
      ...COUNTS.map((name): Column => [name, 'int', rows.map(({ counts }) => counts[name])]),
      ['captured', 'bigint', rows.map(({ counts }) => counts.captured)],
      ['released', 'bigint', rows.map(({ counts }) => counts.released)],
      ['gathered', 'bigint', rows.map(({ counts }) => counts.gathered)],
      [
        'causes',
        'text',
        rows.map(({ causes }) => (causes.size === 0 ? null : JSON.stringify([...causes.values()]))),
      ],
    ];
    const names = columns.map(([name]) => name).join(', ');
    return `insert into campaign_delta (${names}) select ${names}::jsonb from ${rowsOf(place, columns)}`;
  }

  async write(tx: Tx): Promise<void> {
    const { place, values } = parameters();
    const sql = this.step(place);
    if (sql !== undefined) await tx.query(sql, values, `write ${this.form}`);
  }
}

const isSame = (one: Facts, other: Facts): boolean =>
  one.campaignId === other.campaignId &&
  one.clientId === other.clientId &&
  one.network === other.network &&
  one.country === other.country &&
  one.sender === other.sender;

/**
 * Takes the oldest deltas out, in the order of their ids: what the caller does with them commits with their end. The
 * last one's id names the batch, because no delta is ever taken twice.
 */
export async function takeDeltas(tx: Tx, limit: number): Promise<Delta[]> {
  const { rows } = await tx.query<Delta>(
    `delete from campaign_delta where id = any (array(select id from campaign_delta order by id limit $1 for update skip locked))
     returning id, hour, created_at as at, client_id as "clientId", campaign_id as "campaignId", sender, country, network, ${COUNTS.join(', ')}, captured, released, gathered, coalesce(causes, '[]') as causes`,
    [limit],
    'take deltas',
  );
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

export function countOf(status: number): (typeof COUNTS)[number] {
  const name = COUNT_OF_STATUS[status];
  if (!name) throw new Error(`status ${status} is not counted`);
  return name;
}
