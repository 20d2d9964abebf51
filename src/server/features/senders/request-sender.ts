/** Requests for sender IDs, and the check of their names. */
import type { Parsed } from '../../../contract/endpoint.ts';
import { documentsNeeded, matchesName } from '../../../contract/shared/sender-names.ts';
import type { SenderKind } from '../../../contract/shared/sender-names.ts';
import type { NameProblem, senders } from '../../../contract/api/senders.ts';
import type { SenderRule } from '../../../contract/api/sender-rules.ts';
import { record } from '../../core/audit/audit.ts';
import { consume } from '../../core/auth/limits/rate-limits.ts';
import type { Tx } from '../../infra/database/db.ts';
import { badInput, brandOwnerMissing, documentsMissing, senderName } from '../../infra/errors.ts';
import { newId } from '../../infra/ids.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { Language } from '../../i18n/language.ts';
import { sentence } from '../../i18n/sentence.ts';
import { texts } from '../../i18n/texts.ts';
import { nameProblem } from './senders.rules.ts';
import { getRule } from './sender-rules.store.ts';
import { addEvent } from './sender-events.store.ts';
import { findApplicant, readNameFacts } from './names.store.ts';
import { insertSender } from './senders.store.ts';
import type { Applicant } from './names.store.ts';
import type { SenderContext, Caller } from './senders.ts';
import { attachDocument } from './documents.ts';

const MOST_REQUESTS = { most: 30, seconds: 86_400 };
type RequestedName = { senderId: string; country: string; kind: SenderKind };
export type NameCheck = {
  problem: NameProblem | null;
  ownName: boolean;
  looksLike: string | null;
  documents: ReturnType<typeof documentsNeeded>;
  rule: SenderRule;
};

/** Checks if an account can have a name, and what that takes. Reads all names: use the system scope. */
export async function checkName(
  tx: Tx,
  applicant: Applicant,
  { senderId, country, kind }: RequestedName,
): Promise<NameCheck> {
  // The source of a rule is the platform's own matter.
  const rule = { ...(await getRule(tx, country, kind)), country, source: '' };
  const { looksLike, ...facts } = await readNameFacts(tx, {
    name: senderId,
    country,
    clientId: applicant.clientId,
  });
  // A number is nobody's name.
  const ownName =
    kind === 'SHORTCODE' ||
    [applicant.companyName, applicant.clientName].some(
      (name) => name !== null && matchesName(senderId, name),
    );
  const documents = documentsNeeded(rule, {
    company: applicant.accountType === 'COMPANY',
    ownName,
    protectedBrand: looksLike !== null,
  });
  return { problem: nameProblem(senderId, rule, facts), ownName, looksLike, documents, rule };
}

/** @throws Refusal SENDER_NAME, with the reason in the caller's language */
function requireName(problem: NameProblem | null, rule: SenderRule, language: Language): void {
  if (problem)
    throw senderName(
      problem === 'TAKEN' || problem === 'ALIKE' ? 409 : 422,
      sentence(language, `SENDER_${problem}`, { shortest: rule.shortest, longest: rule.longest }),
    );
}

/**
 * Requests a sender ID for the caller's own account. Documents are claimed from the caller's uploads, once.
 * @throws Refusal SENDER_NAME, BRAND_OWNER_MISSING, DOCUMENTS_MISSING, UPLOAD_GONE, TOO_MANY_REQUESTS
 */
export async function requestSender(
  { database }: SenderContext,
  call: Caller,
  { senderId, kind, country, brandOwner, sample, documents }: Parsed<typeof senders.request>,
): Promise<string> {
  const { clientId, impersonatorId } = call.session;
  const { language } = call;
  await consume(database, [{ key: `sender request ${clientId}`, ...MOST_REQUESTS }]);
  const checked = await database.run(systemScope(), async (tx) =>
    checkName(tx, await findApplicant(tx, clientId), { senderId, country, kind }),
  );
  const { rule, ownName } = checked;
  requireName(checked.problem, rule, language);
  if (!ownName && !brandOwner) throw brandOwnerMissing(sentence(language, 'BRAND_OWNER_MISSING'));
  if (rule.sample && !sample)
    throw badInput([{ field: 'sample', message: sentence(language, 'SAMPLE_MISSING') }]);
  if (new Set(documents.map((document) => document.kind)).size < documents.length)
    throw badInput([{ field: 'documents', message: sentence(language, 'ONE_OF_A_KIND') }]);
  const missing = checked.documents.filter(
    (needed) => !documents.some((document) => document.kind === needed),
  );
  if (missing.length > 0)
    throw documentsMissing(missing.map((needed) => texts[language].senders.documents[needed]));
  const id = newId();
  await database
    .run(call.own, async (tx) => {
      await insertSender(tx, {
        id,
        sender: senderId,
        clientId,
        kind,
        country,
        isGeneric: false,
        status: documents.length > 0 ? 'PENDING_DOCUMENTS_APPROVAL' : 'DOCUMENTS_APPROVED',
        fee: rule.fee,
        currency: rule.currency,
        brandOwner: ownName ? null : brandOwner!,
        sample: sample || null,
        impersonatorId,
      });
      for (const document of documents)
        await attachDocument(
          tx,
          { id: newId(), senderId: id, clientId, kind: document.kind },
          document.uploadId,
        );
      await addEvent(tx, { id, clientId }, 'REQUESTED', call.session);
      await record(tx, call, {
        action: 'SENDER_REQUESTED',
        clientId,
        after: { senderId, kind, country },
      });
    })
    .catch((error: unknown) => {
      throw asNameTaken(error, language);
    });
  return id;
}

/** Enters a sender ID that serves everyone, under the account at the root, which the caller is. */
export async function addGeneric(
  { database }: SenderContext,
  call: Caller,
  { senderId, kind, country }: Parsed<typeof senders.addGeneric>,
): Promise<string> {
  const { clientId } = call.session;
  const checked = await database.run(systemScope(), async (tx) =>
    checkName(tx, await findApplicant(tx, clientId), { senderId, country, kind }),
  );
  // Words that say nothing of a sender are what these are for.
  requireName(checked.problem === 'WORD' ? null : checked.problem, checked.rule, call.language);
  const id = newId();
  await database
    .run(call.own, async (tx) => {
      await insertSender(tx, {
        id,
        sender: senderId,
        clientId,
        kind,
        country,
        isGeneric: true,
        status: 'WAITING_SETUP',
      });
      await addEvent(tx, { id, clientId }, 'REQUESTED', call.session);
      await record(tx, call, {
        action: 'SENDER_REQUESTED',
        clientId,
        after: { senderId, kind, country, isGeneric: true },
      });
    })
    .catch((error: unknown) => {
      throw asNameTaken(error, call.language);
    });
  return id;
}

/** Two requests for one name at the same time: the database accepts one. */
export function asNameTaken(error: unknown, language: Language): unknown {
  return (error as { constraint?: string }).constraint === 'sender_live'
    ? senderName(409, sentence(language, 'SENDER_TAKEN'))
    : error;
}
