// The computation of the audit chain, independent of the database that built it: docs/audit-log.md
// has the same recipe for auditors.
import { createHash } from 'node:crypto';
import type { CHAIN_BREAKS } from '../../../contract/api/audit.ts';

/** The predecessor of the first link. */
export const GENESIS = '00'.repeat(32);

/** One stored link, with the present texts of its entry. */
export type Link = {
  seq: bigint;
  entryId: string;
  redaction: boolean;
  /** UTC with microseconds, as it was hashed. */
  sealedAt: string;
  /** Null after the personal fields were erased. */
  salt: string | null;
  personalDigest: string;
  hash: string;
  /** Null if the entry is missing. */
  facts: string | null;
  personal: string | null;
  /** True if a later link, or a queued one, replaces the personal digest of this link. */
  redacted: boolean;
};

export type Break = { seq: string; entryId: string | null; reason: (typeof CHAIN_BREAKS)[number] };

export type ChainPosition = { seq: bigint; hash: string };

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The hash of a link whose entry has these facts. */
function hashOfLink(
  previous: string,
  { seq, redaction, sealedAt, personalDigest }: Link,
  facts: string,
): string {
  return sha256(
    [previous, seq, redaction ? 'REDACTION' : 'ENTRY', sealedAt, facts, personalDigest].join('\n'),
  );
}

/** True if an entry records the erasure of a number, which explains the redactions after it. */
export function recordsErasure(facts: string | null): boolean {
  return facts !== null && (JSON.parse(facts) as unknown[])[2] === 'NUMBER_ERASED';
}

/**
 * Finds the fault between a link and its predecessor.
 * @param wasErased true if an earlier entry records an erasure
 */
export function findBreak(
  previous: ChainPosition,
  link: Link,
  wasErased: boolean,
): Break | undefined {
  const broken = (reason: Break['reason']): Break => ({
    seq: String(previous.seq + 1n),
    entryId: link.entryId,
    reason,
  });
  if (link.seq !== previous.seq + 1n) return { ...broken('MISSING_LINK'), entryId: null };
  if (link.facts === null || link.personal === null) return broken('MISSING_ENTRY');
  if (
    (JSON.parse(link.facts) as unknown[])[0] !== link.entryId ||
    hashOfLink(previous.hash, link, link.facts) !== link.hash
  )
    return broken('CHANGED_ENTRY');
  if (link.redaction && !wasErased) return broken('UNEXPLAINED_REDACTION');
  if (link.redacted) return undefined;
  if (link.salt === null) return broken('MISSING_SALT');
  if (sha256(`${link.salt}\n${link.personal}`) !== link.personalDigest)
    return broken('CHANGED_PERSONAL_FIELDS');
  return undefined;
}
