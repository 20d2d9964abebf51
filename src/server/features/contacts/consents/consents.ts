import type { ConsentPurpose, ConsentRecord } from '../../../../contract/api/consents.ts';
import { record } from '../../../core/audit/audit.ts';
import type { Actor } from '../../../core/audit/audit.ts';
import { withdraw } from '../../../core/consents/consents.ts';
import { insertConsents } from '../../../core/consents/consents.store.ts';
import type { NewConsent } from '../../../core/consents/consents.store.ts';
import { badInput } from '../../../infra/errors.ts';
import type { Tx } from '../../../infra/database/db.ts';
import type { PageTokens } from '../../../infra/database/pages.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import { sentence } from '../../../i18n/sentence.ts';
import type { Language } from '../../../i18n/language.ts';
import { listConsents } from './consent-list.store.ts';
import type { ConsentRow } from './consent-list.store.ts';
import { phoneRangesOf, readPhones } from '../contacts.ts';
import { getCountry } from '../contacts.store.ts';

/** The audit log names this many numbers of one action, and the count of all. */
const RECORDED = 20;
/** A clock may be a little ahead. */
const AHEAD_MS = 300_000;

/** A page of consents. @param kind of list, which its page tokens are bound to */
export async function pageOfConsents(
  tx: Tx,
  scope: Scope,
  tokens: PageTokens,
  kind: string,
  {
    query,
    clientIds,
    purposes,
    ...page
  }: {
    query: string;
    clientIds: string[];
    purposes: ConsentPurpose[];
    pageSize: number;
    pageToken: string;
  },
) {
  const ranges = await phoneRangesOf(tx, query, scope.clientId);
  const { rows, footer } = await listConsents(
    tx,
    scope,
    { clientIds, purposes, ranges },
    tokens.openPage(kind, page),
  );
  return { consents: rows.map(presentConsent), ...footer };
}

function presentConsent(row: ConsentRow): ConsentRecord {
  return {
    consentId: row.id,
    clientId: row.clientId,
    phone: `+${row.destination}`,
    purpose: row.purpose,
    source: row.source,
    wording: row.wording,
    evidence: row.evidence,
    timestamp: row.givenAt.getTime() / 1000,
    recordTimestamp: row.createdAt.getTime() / 1000,
    withdrawTimestamp: row.withdrawnAt && row.withdrawnAt.getTime() / 1000,
    optOutTimestamp: row.optedOutAt && row.optedOutAt.getTime() / 1000,
    contactName: row.contactName,
  };
}

type Written = { phones: string[]; language: Language };

/**
 * Records consents of numbers as people write them. @throws Refusal BAD_INPUT naming the number that is none,
 * or a time to come
 */
export async function recordConsents(
  tx: Tx,
  clientId: string,
  createdBy: string | null,
  {
    phones,
    language,
    timestamp,
    ...given
  }: Written & Omit<NewConsent, 'givenAt'> & { timestamp?: number | undefined },
): Promise<{ recorded: number }> {
  const givenAt = timestamp === undefined ? null : new Date(timestamp * 1000);
  if (givenAt && givenAt.getTime() > Date.now() + AHEAD_MS)
    throw badInput([{ field: 'timestamp', message: sentence(language, 'NOT_IN_PAST') }]);
  const destinations = await read(tx, clientId, { phones, language });
  await insertConsents(tx, clientId, destinations, { ...given, givenAt }, createdBy);
  return { recorded: destinations.length };
}

/**
 * Withdraws consents of numbers as people write them, and records it. @throws Refusal BAD_INPUT naming the
 * number that is none
 */
export async function withdrawWritten(
  tx: Tx,
  clientId: string,
  actor: Actor,
  { purpose, note, ...written }: Written & { purpose?: ConsentPurpose | undefined; note: string },
): Promise<{ withdrawn: number }> {
  const destinations = await read(tx, clientId, written);
  const withdrawn = await withdraw(tx, clientId, destinations, {
    purpose: purpose ?? null,
    note,
  });
  if (withdrawn > 0)
    await record(tx, actor, {
      action: 'CONSENTS_WITHDRAWN',
      clientId,
      after: {
        count: withdrawn,
        phones: destinations.slice(0, RECORDED).map((phone) => `+${phone}`),
      },
    });
  return { withdrawn };
}

async function read(tx: Tx, clientId: string, { phones, language }: Written): Promise<string[]> {
  return readPhones(phones, await getCountry(tx, clientId), language, (at) => `phones.${at}`);
}
