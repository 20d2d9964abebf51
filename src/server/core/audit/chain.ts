/** The hash chain over the audit log: sealing, verification, export (ADR 50). */
import type { Database } from '../../infra/database/db.ts';
import type { Log } from '../../infra/log.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { findBreak, GENESIS, recordsErasure } from './chain.rules.ts';
import type { Break, Link, ChainPosition } from './chain.rules.ts';
import {
  countUnsealed,
  findCheck,
  findHead,
  findLostEntry,
  findStray,
  listLinks,
  storeCheck,
  sealEntries,
} from './chain.store.ts';

const PAGE = 1000;
const SEALED_AT_ONCE = 500;

export type ChainCheck = {
  ok: boolean;
  /** Links that were verified; the last of them is `head`. */
  links: number;
  redactions: number;
  /** Committed entries that are not in the chain yet. */
  pending: number;
  head: { seq: string; hash: string };
  firstBroken: Break | null;
};

/** Appends every committed entry to the chain. */
export async function sealAudit(database: Database): Promise<void> {
  while (
    (await database.run(systemScope(), (tx) => sealEntries(tx, SEALED_AT_ONCE))) === SEALED_AT_ONCE
  );
}

/**
 * Verifies the whole chain as a stream, up to the head at the beginning. Stops at the first fault.
 * @param anchors heads kept elsewhere, each of which the chain must contain
 */
export async function checkChain(
  database: Database,
  anchors: readonly ChainPosition[],
  onProgress: (done: bigint, of: bigint) => void | Promise<void> = () => {},
): Promise<ChainCheck> {
  const { head, pending } = await database.run(systemScope(), async (tx) => ({
    head: await findHead(tx),
    pending: await countUnsealed(tx),
  }));
  const last = head?.seq ?? 0n;
  const wanted = new Map(anchors.map(({ seq, hash }) => [seq, hash]));
  let at: ChainPosition = { seq: 0n, hash: GENESIS };
  let redactions = 0;
  let wasErased = false;
  const result = (firstBroken: Break | null): ChainCheck => ({
    ok: firstBroken === null,
    links: Number(at.seq),
    redactions,
    pending,
    head: { seq: String(at.seq), hash: at.hash },
    firstBroken,
  });

  while (at.seq < last) {
    const links = await database.run(systemScope(), (tx) => listLinks(tx, at.seq, last, PAGE));
    if (links.length === 0)
      return result({ seq: String(at.seq + 1n), entryId: null, reason: 'MISSING_LINK' });
    for (const link of links) {
      const broken = findBreak(at, link, wasErased);
      if (broken) return result(broken);
      if ((wanted.get(link.seq) ?? link.hash) !== link.hash)
        return result({ seq: String(link.seq), entryId: link.entryId, reason: 'OTHER_ANCHOR' });
      wasErased ||= recordsErasure(link.facts);
      if (link.redaction) redactions++;
      at = { seq: link.seq, hash: link.hash };
    }
    await onProgress(at.seq, last);
  }
  if (anchors.some(({ seq }) => seq > at.seq))
    return result({ seq: String(at.seq + 1n), entryId: null, reason: 'MISSING_END' });
  const { stray, lost } = await database.run(systemScope(), async (tx) => ({
    stray: await findStray(tx),
    lost: await findLostEntry(tx),
  }));
  if (stray !== undefined)
    return result({ seq: String(at.seq + 1n), entryId: stray, reason: 'MISSING_SEAL' });
  if (lost !== undefined)
    return result({ seq: String(at.seq + 1n), entryId: lost, reason: 'MISSING_ENTRY' });
  return result(null);
}

/** Verifies the chain, also against the head of the last verification, and stores the result. */
export async function proveChain(
  database: Database,
  anchors: readonly ChainPosition[] = [],
  onProgress?: (done: bigint, of: bigint) => void | Promise<void>,
): Promise<ChainCheck> {
  const before = await database.run(systemScope(), findCheck);
  const check = await checkChain(database, [...anchors, ...(before ? [before] : [])], onProgress);
  await database.run(systemScope(), (tx) =>
    storeCheck(tx, { seq: BigInt(check.head.seq), hash: check.head.hash }, check.ok, check),
  );
  return check;
}

/**
 * The daily verification. Its log line is an anchor outside the database if logs are collected
 * elsewhere.
 */
export async function watchChain(database: Database, log: Log): Promise<void> {
  const check = await proveChain(database);
  if (check.ok)
    log.info({ seq: check.head.seq, head: check.head.hash }, 'audit chain was verified');
  else log.error(check, 'audit chain is broken');
}

/** The whole chain as lines of JSON, the head last. */
export async function* exportChain(database: Database): AsyncGenerator<string> {
  const head = await database.run(systemScope(), findHead);
  for (let after = 0n; head && after < head.seq;) {
    const links = await database.run(systemScope(), (tx) => listLinks(tx, after, head.seq, PAGE));
    if (links.length === 0) break;
    for (const link of links) yield lineOf(link);
    after = links.at(-1)!.seq;
  }
  yield `${JSON.stringify({ head: { seq: String(head?.seq ?? 0n), hash: head?.hash ?? GENESIS } })}\n`;
}

function lineOf({ seq, entryId, redaction, redacted, salt, personal, ...link }: Link): string {
  const open = redacted ? null : personal;
  return `${JSON.stringify({ seq: String(seq), entryId, kind: redaction ? 'REDACTION' : 'ENTRY', ...link, salt, personal: open })}\n`;
}
