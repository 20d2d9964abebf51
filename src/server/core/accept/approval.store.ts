/** Messages that need approval: what went out without, and the campaigns that gather the others. */
import type { Tx } from '../../infra/database/db.ts';
import { settled } from '../../infra/database/pipeline.ts';
import { NO_RULES, APPROVAL_LIMITS } from '../../../contract/api/platform-settings.ts';
import type { ApprovalLimits, ContentRules } from '../../../contract/api/platform-settings.ts';
import type {
  Allowance,
  ApprovalFacts,
  Reason,
  TextDecision,
  Unapprovals,
} from './approval.rules.ts';
import { gatheringKey } from './approval.rules.ts';

/** A message counts for a day from its time, and a scheduled one until then as well. */
export const WITHIN_A_DAY = `sends_at > now() - interval '24 hours'`;
const IN_FORCE = `(expires_at is null or expires_at > now())`;
/**
 * Marks a fingerprint of a text that reached a number with a message that is counted already: as one of
 * its parts, or for another text of the same part.
 */
export const COUNTED_ELSEWHERE = '+';

export async function readApprovalSettings(
  tx: Tx,
): Promise<{ content: ContentRules; limits: ApprovalLimits; consentDemanded: boolean }> {
  const { rows } = await tx.query<{ key: string; value: unknown }>(
    `select key, value from setting where key in ('contentRules', 'approvalLimits', 'consentDemanded')`,
    [],
    'accept approval settings',
  );
  const valueOf = (key: string) => rows.find((row) => row.key === key)?.value;
  return {
    content: (valueOf('contentRules') as ContentRules | undefined) ?? NO_RULES,
    limits: (valueOf('approvalLimits') as ApprovalLimits | undefined) ?? APPROVAL_LIMITS,
    consentDemanded: valueOf('consentDemanded') === true,
  };
}

/** The approval that a client's texts need, by its own rule or by those of the accounts above it. */
export type ApprovalRule = {
  rule: 'CLIENT' | 'EBU' | null;
  /** Numbers for a text without approval; null: as the platform sets it. */
  numbers: number | null;
};

export async function readApprovalRule(tx: Tx, clientId: string): Promise<ApprovalRule> {
  const { rows } = await tx.query<ApprovalRule>(`select rule, numbers from approval_rule_of($1)`, [
    clientId,
  ]);
  return rows[0]!;
}

/** Reads the approval that clients need, for which every account above them is looked at. */
export async function readApprovalFacts(
  tx: Tx,
  clientIds: readonly string[],
): Promise<Map<string, ApprovalFacts>> {
  const { rows } = await tx.query<ApprovalFacts & { clientId: string }>(
    `select of as "clientId", rule as "approvalRule", numbers as "unapprovedNumbers", allowance_of as "allowanceOf" from unnest($1::uuid[]) of cross join lateral approval_rule_of(of)`,
    [clientIds],
    'accept approval facts',
  );
  return new Map(rows.map(({ clientId, ...facts }) => [clientId, facts]));
}

/** True of an account that needs approval itself and stands under the root. */
const NEEDS_APPROVAL = `a.parent_id is not null and exists (select from approval_rule_of(a.id) where rule is not null)`;

export async function needsApproval(tx: Tx, clientId: string): Promise<boolean> {
  const { rows } = await tx.query<{ needs: boolean }>(
    `select ${NEEDS_APPROVAL} as needs from client a where a.id = $1`,
    [clientId],
  );
  return rows[0]?.needs ?? false;
}

/**
 * True where an account needs approval itself and the client is it or stands below it: the one then
 * decides nothing about the approval of the other.
 */
export async function isBoundOver(tx: Tx, accountId: string, clientId: string): Promise<boolean> {
  const { rows } = await tx.query<{ bound: boolean }>(
    `select starts_with(c.path, a.path) and ${NEEDS_APPROVAL} as bound from client a, client c where a.id = $1 and c.id = $2`,
    [accountId, clientId],
  );
  return rows[0]?.bound ?? false;
}

const DECISION = `client_id as "clientId", sender, text, fingerprint, is_approved as "isApproved"`;

/** The texts of these clients that are approved, with the time at which the first of them is so no more. */
export async function readApprovedTexts(
  tx: Tx,
  clientIds: readonly string[],
): Promise<(TextDecision & { until: Date | null })[]> {
  const { rows } = await tx.query<TextDecision & { until: Date | null }>(
    `select ${DECISION}, expires_at as until from text_decision where client_id = any ($1::uuid[]) and is_approved and ${IN_FORCE}`,
    [clientIds],
    'accept approved texts',
  );
  return rows;
}

/**
 * Reads what is known of unapproved messages of these texts. The caller's statements before lock the
 * clients' wallets; the allowances are locked here, behind all wallets and in one order, so that no other
 * message is counted for them meanwhile, and the campaigns against decisions.
 * @param texts.allowanceOf one for each client
 */
export async function readUnapprovals(
  tx: Tx,
  texts: readonly {
    clientId: string;
    allowanceOf: string;
    fingerprint: string;
    sender: string;
    mostNumbers: number;
  }[],
): Promise<Map<string, Unapprovals>> {
  const clientIds = [...new Set(texts.map(({ clientId }) => clientId))];
  const allowances = [...new Set(texts.map(({ allowanceOf }) => allowanceOf))].sort();
  const fingerprints = [...new Set(texts.map(({ fingerprint }) => fingerprint))];
  const [, gathering, numbers, messages, decisions] = await settled([
    tx.query(
      `select pg_advisory_xact_lock(hashtext('unapproved messages'), hashtext(id)) from unnest($1::text[]) id`,
      [allowances],
      'accept lock allowances',
    ),
    tx.query<{ id: string; clientId: string; fingerprint: string; sender: string }>(
      `select id, client_id as "clientId", fingerprint, sender from lock_gathering($1::uuid[], $2::text[])`,
      [clientIds, fingerprints],
      'accept gathering',
    ),
    tx.query<{ of: string; fingerprint: string; destination: string }>(
      `select client_id as of, fingerprint, destination from unapproved_message
       where client_id = any ($1::uuid[]) and fingerprint = any ($2::text[]) and ${WITHIN_A_DAY}`,
      [allowances, [...fingerprints, ...fingerprints.map((each) => COUNTED_ELSEWHERE + each)]],
      'accept unapproved numbers',
    ),
    tx.query<{ of: string; messages: number }>(
      `select client_id as of, count(*)::int as messages from unapproved_message
       where client_id = any ($1::uuid[]) and ${WITHIN_A_DAY} and not starts_with(fingerprint, '${COUNTED_ELSEWHERE}') group by client_id`,
      [allowances],
      'accept unapproved messages',
    ),
    tx.query<TextDecision>(
      `select ${DECISION} from text_decision where client_id = any ($1::uuid[]) and fingerprint = any ($2::text[]) and ${IN_FORCE}`,
      [clientIds, fingerprints],
      'accept decisions',
    ),
  ] as const);
  const sent = new Map<string, Allowance>(
    allowances.map((of) => [
      of,
      {
        numbers: new Map(),
        messages: messages.rows.find((row) => row.of === of)?.messages ?? 0,
        waiting: 0,
      },
    ]),
  );
  for (const { of, fingerprint: counted, destination } of numbers.rows) {
    const reached = sent.get(of)!.numbers;
    const fingerprint = counted.replace(COUNTED_ELSEWHERE, '');
    reached.set(fingerprint, (reached.get(fingerprint) ?? new Set()).add(destination));
  }
  const known = new Map<string, Unapprovals>(
    texts.map(({ clientId, allowanceOf }) => [
      clientId,
      {
        allowance: sent.get(allowanceOf)!,
        gathering: new Map(),
        decisions: decisions.rows.filter((row) => row.clientId === clientId),
      },
    ]),
  );
  for (const { id, clientId, fingerprint, sender } of gathering.rows)
    known.get(clientId)!.gathering.set(gatheringKey(fingerprint, sender), id);
  const mayOpen = texts.filter(({ clientId, fingerprint, sender, mostNumbers }) => {
    const { gathering: open, allowance } = known.get(clientId)!;
    const reached = allowance.numbers.get(fingerprint)?.size ?? 0;
    return !open.has(gatheringKey(fingerprint, sender)) && reached + texts.length > mostNumbers;
  });
  if (mayOpen.length > 0) await readWaiting(tx, sent, mayOpen);
  return known;
}

/** Counts the texts that wait, of the allowances of texts that may be one more. */
async function readWaiting(
  tx: Tx,
  sent: ReadonlyMap<string, Allowance>,
  texts: readonly { allowanceOf: string }[],
): Promise<void> {
  const { rows } = await tx.query<{ of: string; waiting: number }>(
    `select allowance_of as of, waiting from count_gathering($1::uuid[])`,
    [[...new Set(texts.map(({ allowanceOf }) => allowanceOf))]],
    'accept waiting texts',
  );
  for (const { of, waiting } of rows) sent.get(of)!.waiting = waiting;
}

/**
 * Counts texts that go out without approval.
 * @param messages.isMessage false where a message counts already
 */
export async function addUnapproved(
  tx: Tx,
  messages: readonly {
    id: string;
    allowanceOf: string;
    fingerprint: string;
    destination: string;
    notBefore: Date | null;
    isMessage: boolean;
  }[],
): Promise<void> {
  await tx.query(
    `insert into unapproved_message (message_id, client_id, fingerprint, destination, sends_at)
     select id, client_id, fingerprint, destination, coalesce(sends_at, now())
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[]) as t (id, client_id, fingerprint, destination, sends_at)`,
    [
      messages.map(({ id }) => id),
      messages.map(({ allowanceOf }) => allowanceOf),
      messages.map(({ fingerprint, isMessage }) =>
        isMessage ? fingerprint : COUNTED_ELSEWHERE + fingerprint,
      ),
      messages.map(({ destination }) => destination),
      messages.map(({ notBefore }) => notBefore?.toISOString() ?? null),
    ],
    'accept count unapproved',
  );
}

/** A campaign that gathers messages of one text. */
export type NewGathering = {
  id: string;
  clientId: string;
  name: string;
  sender: { id: string; name: string };
  text: string;
  country: string;
  fingerprint: string;
  reasons: readonly Reason[];
};

export async function openGathering(tx: Tx, campaign: NewGathering): Promise<void> {
  await tx.query(
    `select open_gathering($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      campaign.id,
      campaign.clientId,
      campaign.name,
      campaign.sender.id,
      campaign.sender.name,
      campaign.text,
      campaign.country,
      campaign.fingerprint,
      JSON.stringify(campaign.reasons),
    ],
    'accept open gathering',
  );
}

/** Forgets messages that count no more, and scheduled parts that nothing is joined with any more. */
export async function dropOldUnapproved(tx: Tx): Promise<void> {
  await tx.query(`delete from unapproved_message where not (${WITHIN_A_DAY})`);
  await tx.query(`delete from scheduled_part where not (${WITHIN_A_DAY})`);
}
