import { randomBytes } from 'node:crypto';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Lifetime of a proposal without a proof. */
export const PROPOSAL_DAYS = 14;
/** The time for which a host stays in force without its record. */
export const GRACE_DAYS = 14;
/** The most hosts, in force or proposed, of one brand. */
export const MOST_HOSTS = 20;

export const newToken = () => `tuma-verification=${randomBytes(24).toString('base64url')}`;

/** The name of the TXT record that proves a host. */
export const recordName = (host: string) => `_tuma-verification.${host}`;

const RESERVED = /(^|\.)(local|internal|arpa|onion|invalid|lan|home|corp)$/;
// Examples: co.ke, or.tz, ac.ug, com.br. These suffixes belong to nobody.
const GENERIC =
  /^(co|com|or|org|ac|edu|go|gov|gob|gv|ne|net|sc|me|mobi|info|mil|nom|adv|ltd|plc|sch|nhs)$/;

/** The reason why a host cannot carry a brand; undefined if it can be proposed. */
export function hostRefusalReason(
  host: string,
  platformHosts: readonly string[],
): 'HOST_OF_PLATFORM' | 'HOST_IS_ADDRESS' | 'HOST_RESERVED' | 'HOST_PUBLIC_SUFFIX' | undefined {
  const labels = host.split('.');
  if (platformHosts.includes(host) || host === 'localhost') return 'HOST_OF_PLATFORM';
  if (/^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '')) return 'HOST_IS_ADDRESS';
  if (RESERVED.test(host)) return 'HOST_RESERVED';
  const [second = '', top = ''] = labels;
  const isSuffix =
    labels.length === 1 || (labels.length === 2 && top.length === 2 && GENERIC.test(second));
  return isSuffix ? 'HOST_PUBLIC_SUFFIX' : undefined;
}

/** The time of a proposal's next automatic check: often at first, while its owner waits. */
export function nextCheck(
  { createdAt, expiresAt }: { createdAt: Date; expiresAt: Date },
  now: Date,
): Date | null {
  const age = now.getTime() - createdAt.getTime();
  const next = now.getTime() + (age < HOUR ? MINUTE : age < DAY ? 10 * MINUTE : HOUR);
  return next < expiresAt.getTime() ? new Date(next) : null;
}

/** True if a host's record has been missing for so long that the host is released. */
export function isGraceOver(missingSince: Date, now: Date): boolean {
  return now.getTime() - missingSince.getTime() >= GRACE_DAYS * DAY;
}

/** The result of comparing a name's records with a token. */
export function readRecords(
  records: readonly string[],
  token: string,
): 'PROVED' | 'OTHER_VALUE' | 'NOT_FOUND' {
  const values = records.map((record) => record.trim());
  if (values.includes(token)) return 'PROVED';
  return values.some((value) => value !== '') ? 'OTHER_VALUE' : 'NOT_FOUND';
}
