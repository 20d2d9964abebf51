/**
 * Puts messages into the queue, or into a link, as one step of the statement that accepts them: commits
 * with it.
 */
import { textArray } from '../../../infra/database/arrays.ts';
import type { Place } from '../../../infra/database/parameters.ts';
import { hourOf } from '../counts/deltas.store.ts';
import { insertBatches } from '../submission/batch.store.ts';
import type { Reservation } from '../submission/reservations.store.ts';
import { list, rowsOf, textList } from '../sql.ts';
import type { NewMessage } from '../types.ts';
import { idsOf } from './enqueue.store.ts';
import type { NewChunk } from './enqueue.store.ts';

/**
 * Common table expressions that store messages of one client as one step of a larger statement: the
 * same rows as `addToQueue` makes, of messages without octets, campaign and test key, but for chunks
 * that links have places for: those are in no queue, and their intent is written.
 *
 * Each array of a statement costs the server a scan of its own, so that what messages share, and rows that
 * are alone, are given as plain values.
 * @param how.chunks all of the messages, the chunks that go into the queue
 * @param how.reserved the places of the others
 * @param condition of the statement
 * @returns its form too, for the statement's name
 */
export function queueing(
  place: Place,
  clientId: string,
  messages: readonly NewMessage[],
  { chunks, reserved }: { chunks: readonly NewChunk[]; reserved: readonly Reservation[] },
  condition: string,
): { sql: string; form: string } {
  const client = `${place(clientId)}::uuid`;
  const alike = areAlike(messages);
  const columns: string[] = [];
  const names: string[] = [];
  const array = (name: string, type: string, values: unknown) => {
    columns.push(`${place(values)}::${type}[]`);
    names.push(name);
    return name;
  };
  /** A column of values that need no quotes. */
  const plain = (name: string, type: string, of: (message: NewMessage) => Plain) =>
    array(name, type, list(messages.map((message) => of(message) ?? 'null')));
  const text = (name: string, of: (message: NewMessage) => string | null) =>
    array(name, 'text', textArray(messages.map(of)));
  const sharedPlain = (name: string, type: string, of: (message: NewMessage) => Plain) =>
    alike ? `${place(of(messages[0]!))}::${type}` : plain(name, type, of);
  const sharedText = (name: string, of: (message: NewMessage) => string | null) =>
    alike ? `${place(of(messages[0]!))}::text` : text(name, of);
  const values = {
    id: plain('id', 'uuid', ({ id }) => id),
    client_id: client,
    destination: array(
      'destination',
      'text',
      textList(messages.map(({ destination }) => destination)),
    ),
    sender: sharedText('sender', ({ sender }) => sender),
    text: text('text', (message) => message.text),
    encoding: sharedPlain('encoding', 'smallint', ({ encoding }) => encoding),
    segments: plain('segments', 'smallint', ({ segments }) => segments),
    units: plain('units', 'bigint', ({ units }) => units),
    route_id: sharedPlain('route_id', 'int', ({ routeId }) => routeId),
    config_version: `${place(messages[0]!.configVersion)}::int`,
    country: sharedPlain('country', 'text', ({ country }) => country),
    network: plain('network', 'smallint', ({ network }) => network),
    class: sharedPlain('class', 'text', (message) => message.class),
    priority: sharedPlain('priority', 'smallint', ({ priority }) => priority),
    expires_at: sharedPlain('expires_at', 'timestamptz', ({ expiresAt }) =>
      expiresAt.toISOString(),
    ),
    scheduled_at: sharedPlain(
      'scheduled_at',
      'timestamptz',
      ({ notBefore }) => notBefore?.toISOString() ?? null,
    ),
    source: sharedPlain('source', 'text', ({ source }) => source),
    client_reference: sharedText(
      'client_reference',
      ({ clientReference }) => clientReference ?? null,
    ),
    facts: `${text('facts', ({ facts }) => (facts ? JSON.stringify(facts) : null))}::jsonb`,
    gateway_user_id: sharedPlain(
      'gateway_user_id',
      'int',
      ({ gatewayUserId }) => gatewayUserId ?? null,
    ),
    callback: `${text('callback', ({ callback }) => (callback ? JSON.stringify(callback) : null))}::jsonb`,
    test: 'false',
  };
  const stored = `queued as (
      insert into message (${Object.keys(values).join(', ')})
      select ${Object.values(values).join(', ')}
      from unnest(${columns.join(', ')}) as t (${names.join(', ')})
      where ${condition})`;
  const deltas = [...Map.groupBy(messages, (message) => deltaKey(message)).values()].map((of) => ({
    of: of[0]!,
    messages: of.length,
    segments: of.reduce((sum, { segments }) => sum + segments, 0),
  }));
  const counted = `counted as (
      insert into campaign_delta (hour, client_id, sender, country, network, messages, segments)
      select hour, ${client}, sender, country, network, messages, segments
      from ${rowsOf(place, [
        ['hour', 'timestamptz', deltas.map(({ of }) => new Date(hourOf(of.id)).toISOString())],
        ['sender', 'text', deltas.map(({ of }) => of.sender)],
        ['country', 'text', deltas.map(({ of }) => of.country)],
        ['network', 'smallint', deltas.map(({ of }) => of.network)],
        ['messages', 'int', deltas.map((delta) => delta.messages)],
        ['segments', 'int', deltas.map(({ segments }) => segments)],
      ])}
      where ${condition})`;
  const sql = [
    stored,
    ...(chunks.length > 0 ? [insertingChunks(place, client, chunks, condition)] : []),
    ...(reserved.length > 0
      ? [`intents as (${insertBatches(place, reserved, 'one or several')} where ${condition})`]
      : []),
    counted,
  ].join(', ');
  const isOne = (of: readonly unknown[]) => (of.length === 1 ? 'one' : 'several');
  const form = `${alike ? 'alike' : 'mixed'}, ${isOne(deltas)}, ${isOne(reserved)}`;
  return { sql, form };
}

type Plain = string | number | bigint | null;

/** True if messages share what `queueing` gives as one value. */
const areAlike = ([first, ...others]: readonly NewMessage[]): boolean =>
  others.every(
    (message) =>
      message.sender === first!.sender &&
      message.encoding === first!.encoding &&
      message.routeId === first!.routeId &&
      message.country === first!.country &&
      message.class === first!.class &&
      message.priority === first!.priority &&
      message.expiresAt.getTime() === first!.expiresAt.getTime() &&
      message.notBefore?.getTime() === first!.notBefore?.getTime() &&
      message.source === first!.source &&
      (message.clientReference ?? null) === (first!.clientReference ?? null) &&
      (message.gatewayUserId ?? null) === (first!.gatewayUserId ?? null),
  );

const insertingChunks = (
  place: Place,
  client: string,
  chunks: readonly NewChunk[],
  condition: string,
) => `chunks as (
      insert into chunk (route_id, priority, client_id, sender, message_ids, size, not_before, expires_at)
      select route_id, priority, ${client}, sender, message_ids::uuid[], size, not_before, expires_at
      from unnest(${place(list(chunks.map(({ of }) => of.routeId)))}::int[], ${place(list(chunks.map(({ of }) => of.priority)))}::smallint[],
        ${place(chunks.map(({ of }) => of.sender))}::text[], ${place(chunks.map(idsOf))}::text[], ${place(list(chunks.map((chunk) => chunk.messages.length)))}::smallint[],
        ${place(list(chunks.map(({ of }) => of.notBefore?.toISOString() ?? '-infinity')))}::timestamptz[], ${place(list(chunks.map(({ of }) => of.expiresAt.toISOString())))}::timestamptz[])
        as t (route_id, priority, sender, message_ids, size, not_before, expires_at)
      where ${condition})`;

const deltaKey = ({ id, sender, country, network }: NewMessage) =>
  `${hourOf(id)}\t${network}\t${country}\t${sender}`;
