// Every place in the database that holds values sealed with the secret key. A new place is added to `PLACES`; the test of
// the rotation searches every column of every table.
import type { Tx } from '../infra/database/db.ts';

/** A sealed value, with the purpose that it was sealed for. */
export type Sealed = { id: string; purpose: string; sealed: Buffer };

type Place = {
  table: string;
  /** SQL of the row's key as text. */
  id: string;
  /** SQL of the sealed octets. */
  sealed: string;
  purpose: string;
  where: string;
  /** SQL that stores the octets `$2`. */
  set: string;
};

const asBase64 = `translate(encode($2::bytea, 'base64'), E'\\n', '')`;

export const PLACES: readonly Place[] = [
  {
    table: 'connector',
    id: 'id::text',
    sealed: 'secret',
    purpose: `'connector:' || cid`,
    where: 'secret is not null',
    set: 'secret = $2',
  },
  {
    table: 'webhook',
    id: 'id::text',
    sealed: 'secret',
    purpose: `'webhook:' || id`,
    where: 'true',
    set: 'secret = $2',
  },
  {
    table: 'webhook',
    id: 'id::text',
    sealed: 'old_secret',
    purpose: `'webhook:' || id`,
    where: 'old_secret is not null',
    set: 'old_secret = $2',
  },
  {
    table: 'totp',
    id: 'client_id::text',
    sealed: 'secret',
    purpose: `'totp:' || client_id`,
    where: 'secret is not null',
    set: 'secret = $2',
  },
  {
    table: 'totp',
    id: 'client_id::text',
    sealed: 'pending_secret',
    purpose: `'totp:' || client_id`,
    where: 'pending_secret is not null',
    set: 'pending_secret = $2',
  },
  {
    table: 'outbox',
    id: 'id::text',
    sealed: `decode(payload ->> 'sealed', 'base64')`,
    purpose: `'mail:' || target`,
    where: `kind = 'MAIL' and payload ? 'sealed'`,
    set: `payload = jsonb_set(payload, '{sealed}', to_jsonb(${asBase64}))`,
  },
  {
    table: 'setting',
    id: 'key',
    sealed: `decode(value ->> 'sealed', 'base64')`,
    purpose: `'alerts webhook'`,
    where: `key = 'alerts' and value ->> 'sealed' is not null`,
    set: `value = jsonb_set(value, '{sealed}', to_jsonb(${asBase64}))`,
  },
  // A configuration in force, and those before it, carry the secrets of their connectors along.
  {
    table: 'config_version',
    id: `version || ' ' || (place.at - 1)`,
    sealed: `decode(place.connector ->> 'secret', 'base64')`,
    purpose: `'connector:' || (place.connector ->> 'cid')`,
    where: `place.connector ->> 'secret' is not null`,
    set: `config = jsonb_set(config, array['connectors', split_part($1, ' ', 2), 'secret'], to_jsonb(${asBase64}))`,
  },
];

const from = ({ table }: Place) =>
  table === 'config_version'
    ? `config_version, jsonb_array_elements(config -> 'connectors') with ordinality place(connector, at)`
    : table;
const keyOf = ({ table, id }: Place) =>
  table === 'config_version' ? `version = split_part($1, ' ', 1)::int` : `${id} = $1`;

/** How many values of a place do not carry this label. */
export async function countOthers(tx: Tx, place: Place, label: Buffer): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from ${from(place)} where ${place.where} and substring(${place.sealed} from 1 for 5) <> $1`,
    [label],
  );
  return rows[0]!.count;
}

/** Values of a place that do not carry this label, in the order of their keys, and locks their rows. */
export async function lockOthers(
  tx: Tx,
  place: Place,
  label: Buffer,
  after: string,
  limit: number,
): Promise<Sealed[]> {
  const { rows } = await tx.query<Sealed>(
    `select ${place.id} as id, ${place.purpose} as purpose, ${place.sealed} as sealed from ${from(place)}
     where ${place.where} and substring(${place.sealed} from 1 for 5) <> $1 and (${place.id}) collate "C" > $2 order by (${place.id}) collate "C" limit $3 for update of ${place.table}`,
    [label, after, limit],
  );
  return rows;
}

export async function replaceSealed(
  tx: Tx,
  place: Place,
  id: string,
  sealed: Buffer,
): Promise<void> {
  await tx.query(`update ${place.table} set ${place.set} where ${keyOf(place)}`, [id, sealed]);
}
