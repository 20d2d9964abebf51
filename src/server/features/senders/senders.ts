// A sender ID from the request to the first message, and what stops it. Each step holds the sender ID's row, so that two
// people who decide at the same time decide one after the other, and the second is told how it stands.
import { formatUnits, parseDecimal } from '../../../contract/shared/units.ts';
import type { Parsed } from '../../../contract/endpoint.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import {
  documentsNeeded,
  matchesName,
  type SenderKind,
} from '../../../contract/shared/sender-names.ts';
import type { NameProblem, senders } from '../../../contract/api/senders.ts';
import type { senderDocuments } from '../../../contract/api/sender-documents.ts';
import type { SenderRule } from '../../../contract/api/sender-rules.ts';
import { record } from '../../core/audit/audit.ts';
import type { Session } from '../../infra/http/caller.ts';
import { consume } from '../../core/auth/rate-limits.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import {
  badInput,
  brandOwnerMissing,
  conflict,
  documentsMissing,
  feeUnpaid,
  fourEyes,
  notAllowed,
  notBelow,
  notFound,
  senderName,
  uploadGone,
} from '../../infra/errors.ts';
import { newId } from '../../infra/ids.ts';
import type { Notification } from '../../core/mail/notification-kinds.ts';
import { notifyAllChannels, type Messenger } from '../../core/mail/notifications.ts';
import { systemScope, type Scope } from '../../infra/database/scope.ts';
import { lockTreeShared } from '../../core/client-tree/tree.ts';
import { claimUpload } from '../../core/uploads/uploads.store.ts';
import { languageOf, type Language } from '../../i18n/language.ts';
import { sentence } from '../../i18n/sentence.ts';
import { texts } from '../../i18n/texts.ts';
import { PURPOSE } from './documents.ts';
import {
  documentsOf,
  findDocument,
  insertDocument,
  moveDocument,
  replaceDocument,
} from './documents.store.ts';
import type { DocumentRow } from './documents.store.ts';
import { allApproved, may, nameProblem } from './senders.rules.ts';
import type { Action } from './senders.rules.ts';
import { getRule } from './sender-rules.store.ts';
import {
  addEvent,
  findApplicant,
  findSender,
  insertSender,
  lockSender,
  moveSender,
  nameFacts,
  setDelegated,
  standsBelow,
} from './senders.store.ts';
import type { Applicant, WholeSender } from './senders.store.ts';

/** The parts that the verbs need. */
export type SendersStand = { database: Database; messenger: Messenger };
/** A call of somebody who is signed in. */
export type Caller = {
  scope: Scope;
  own: Scope;
  session: Session;
  language: Language;
  address: string;
  userAgent: string;
};

const MOST_REQUESTS = { most: 30, seconds: 86_400 };

// --- asking ----------------------------------------------------------------------------------------------------------

type Name = { senderId: string; country: string; kind: SenderKind };
export type Checked = {
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
  { senderId, country, kind }: Name,
): Promise<Checked> {
  const rule = { ...(await getRule(tx, country, kind)), country };
  const { looksLike, ...facts } = await nameFacts(tx, {
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

/** Refuses a name in words. */
function mustBeHad(problem: NameProblem | null, rule: SenderRule, language: Language): void {
  if (problem)
    throw senderName(
      problem === 'TAKEN' || problem === 'ALIKE' ? 409 : 422,
      sentence(language, `SENDER_${problem}`, { shortest: rule.shortest, longest: rule.longest }),
    );
}

/**
 * Asks for a sender ID for one's own account. Documents are taken out of one's uploads, once.
 * @throws Refusal SENDER_NAME, BRAND_OWNER_MISSING, DOCUMENTS_MISSING, UPLOAD_GONE, TOO_MANY_REQUESTS
 */
export async function requestSender(
  { database }: SendersStand,
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
  mustBeHad(checked.problem, rule, language);
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
        await attach(
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
      throw nameTaken(error, language);
    });
  return id;
}

/** Enters a sender ID that serves everyone, under the account at the root, which the caller is. */
export async function addGeneric(
  { database }: SendersStand,
  call: Caller,
  { senderId, kind, country }: Parsed<typeof senders.addGeneric>,
): Promise<string> {
  const { clientId } = call.session;
  const checked = await database.run(systemScope(), async (tx) =>
    checkName(tx, await findApplicant(tx, clientId), { senderId, country, kind }),
  );
  // Words that say nothing of a sender are what these are for.
  mustBeHad(checked.problem === 'WORD' ? null : checked.problem, checked.rule, call.language);
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
      throw nameTaken(error, call.language);
    });
  return id;
}

/** Two asked for one name at the same time: the database lets one have it. */
function nameTaken(error: unknown, language: Language): unknown {
  return (error as { constraint?: string }).constraint === 'sender_live'
    ? senderName(409, sentence(language, 'SENDER_TAKEN'))
    : error;
}

async function attach(
  tx: Tx,
  document: Pick<DocumentRow, 'id' | 'senderId' | 'clientId' | 'kind'>,
  uploadId: string,
): Promise<void> {
  const upload = await claimUpload(tx, document.clientId, uploadId, PURPOSE);
  if (!upload) throw uploadGone();
  await insertDocument(tx, {
    ...document,
    fileId: upload.id,
    fileName: upload.fileName,
    contentType: upload.info!['contentType'] as DocumentRow['contentType'],
    bytes: upload.bytes,
  });
}

/** Puts another in the place of a document of one's own that was rejected. @throws Refusal NOT_FOUND, CONFLICT, UPLOAD_GONE */
export function replace(
  { database }: SendersStand,
  call: Caller,
  { documentId, uploadId }: Parsed<typeof senderDocuments.replace>,
): Promise<DocumentRow> {
  return database.run(call.own, async (tx) => {
    const { document, sender } = await lockOf(tx, call.own, documentId);
    if (sender.status !== 'PENDING_DOCUMENTS_APPROVAL') throw conflict('sender ID', sender.status);
    const id = newId();
    if (!(await replaceDocument(tx, documentId, id))) throw conflict('document', document.status);
    await attach(
      tx,
      { id, senderId: sender.id, clientId: sender.clientId, kind: document.kind },
      uploadId,
    );
    await addEvent(tx, sender, 'DOCUMENT_REPLACED', call.session, { documentKind: document.kind });
    return (await findDocument(tx, call.own, { id }))!;
  });
}

// --- deciding --------------------------------------------------------------------------------------------------------

/** A document with its sender ID, locked. @throws Refusal NOT_FOUND */
async function lockOf(
  tx: Tx,
  scope: Scope,
  documentId: string,
): Promise<{ document: DocumentRow; sender: WholeSender }> {
  const found = await findDocument(tx, scope, { id: documentId });
  const sender = found && (await lockSender(tx, scope, found.senderId));
  // As it stands now that nobody else decides.
  const document = sender && (await findDocument(tx, scope, { id: documentId }));
  if (!sender || !document) throw notFound('document');
  return { document, sender };
}

async function lock(tx: Tx, scope: Scope, senderIdId: string): Promise<WholeSender> {
  const sender = await lockSender(tx, scope, senderIdId);
  if (!sender) throw notFound('sender ID');
  return sender;
}

/** The account that requested it on behalf of its owner does not decide on it. */
function mustBeAnother(sender: WholeSender, session: Session): void {
  if (
    [session.clientId, session.impersonatorId].some(
      (id) =>
        id !== null &&
        (id === sender.impersonatorId || (id === sender.clientId && !sender.isGeneric)),
    )
  )
    throw fourEyes();
}

/**
 * Decides on a document. With the last one approved the sender ID moves on by itself, and its owner hears of the fee.
 * @param reason why it is rejected; undefined approves it
 * @throws Refusal NOT_FOUND, CONFLICT, FOUR_EYES
 */
export function decideDocument(
  { database, messenger }: SendersStand,
  call: Caller,
  documentId: string,
  reason?: string,
): Promise<DocumentRow> {
  return database.run(call.scope, async (tx) => {
    const { document, sender } = await lockOf(tx, call.scope, documentId);
    mustBeAnother(sender, call.session);
    if (sender.status !== 'PENDING_DOCUMENTS_APPROVAL') throw conflict('sender ID', sender.status);
    const to = reason === undefined ? 'DOCUMENT_APPROVED' : 'DOCUMENT_REJECTED';
    const moved = await moveDocument(tx, documentId, to, reason ?? null);
    if (!moved) throw conflict('document', document.status);
    await addEvent(tx, sender, to, call.session, {
      documentKind: document.kind,
      ...(reason !== undefined && { reason }),
    });
    await record(tx, call, {
      action: to,
      clientId: sender.clientId,
      after: {
        senderId: sender.sender,
        document: document.kind,
        ...(reason !== undefined && { reason }),
      },
    });
    if (reason !== undefined) {
      await tell(tx, messenger, sender, (facts, language) => ({
        kind: 'SENDER_DOCUMENT_REJECTED',
        ...facts,
        document: texts[language].senders.documents[document.kind],
        reason,
      }));
    } else if (
      allApproved(await documentsOf(tx, sender.id)) &&
      (await moveSender(tx, sender.id, 'documentsApproved'))
    ) {
      await addEvent(tx, sender, 'DOCUMENTS_APPROVED', null);
      await tell(tx, messenger, sender, (facts) =>
        sender.paymentStatus === 'UNPAID'
          ? { kind: 'SENDER_FEE_DUE', ...facts, fee: feeOf(sender) }
          : { kind: 'SENDER_DOCUMENTS_APPROVED', ...facts },
      );
    }
    return moved;
  });
}

const feeOf = ({ fee, currency }: WholeSender) =>
  `${currency} ${formatUnits(parseDecimal(fee ?? '0'))}`;

/** Moves a sender ID, or tells how it stands. The caller holds its row. */
async function move(
  tx: Tx,
  sender: WholeSender,
  action: Action,
  more: { reason?: string | null; blockedByStaff?: boolean } = {},
): Promise<void> {
  if (!may(action, sender.status) || !(await moveSender(tx, sender.id, action, more)))
    throw conflict('sender ID', sender.status);
}

/**
 * Approves a sender ID, so that operators are asked to set it up, or rejects it.
 * @throws Refusal NOT_FOUND, CONFLICT, FEE_UNPAID, FOUR_EYES; BAD_INPUT for a rejection without a reason
 */
export function decide(
  { database, messenger }: SendersStand,
  call: Caller,
  { senderIdId, approved, reason }: Parsed<typeof senders.approve>,
): Promise<void> {
  if (!approved && !reason)
    throw badInput([{ field: 'reason', message: sentence(call.language, 'REASON_MISSING') }]);
  return database.run(call.scope, async (tx) => {
    const sender = await lock(tx, call.scope, senderIdId);
    mustBeAnother(sender, call.session);
    if (approved) {
      if (may('approve', sender.status) && sender.paymentStatus === 'UNPAID')
        throw feeUnpaid(feeOf(sender));
      await move(tx, sender, 'approve');
      const rule = await getRule(tx, sender.country, sender.kind);
      await tell(tx, messenger, sender, (facts) => ({
        kind: 'SENDER_APPROVED',
        ...facts,
        days:
          rule.daysLeast === rule.daysMost
            ? String(rule.daysMost)
            : `${rule.daysLeast}–${rule.daysMost}`,
      }));
    } else {
      await move(tx, sender, 'reject', { reason: reason! });
      await tell(tx, messenger, sender, (facts) => ({
        kind: 'SENDER_REJECTED',
        ...facts,
        reason: reason!,
      }));
    }
    await addEvent(tx, sender, approved ? 'APPROVED' : 'REJECTED', call.session, {
      reason: approved ? null : reason!,
    });
    await record(tx, call, {
      action: approved ? 'SENDER_APPROVED' : 'SENDER_REJECTED',
      clientId: sender.clientId,
      after: { senderId: sender.sender, ...(!approved && { reason }) },
    });
  });
}

/** The operators have it: it can be sent with. @throws Refusal NOT_FOUND, CONFLICT, FOUR_EYES */
export function markReady(
  { database, messenger }: SendersStand,
  call: Caller,
  senderIdId: string,
): Promise<void> {
  return database.run(call.scope, async (tx) => {
    const sender = await lock(tx, call.scope, senderIdId);
    mustBeAnother(sender, call.session);
    await move(tx, sender, 'markReady');
    await addEvent(tx, sender, 'READY', call.session);
    await record(tx, call, {
      action: 'SENDER_READY',
      clientId: sender.clientId,
      after: { senderId: sender.sender },
    });
    await tell(tx, messenger, sender, (facts) => ({ kind: 'SENDER_READY', ...facts }));
  });
}

/**
 * Blocks a sender ID, or lets it go on. What the platform's own people blocked, only they let go on. What is on its way
 * stops by `stopBlockedSenders`, after this is committed.
 * @throws Refusal NOT_FOUND, CONFLICT, NOT_ALLOWED
 */
export async function setBlocked(
  { database, messenger }: SendersStand,
  call: Caller,
  senderIdId: string,
  blocked: boolean,
  reason: string | undefined,
): Promise<void> {
  const staff = reachOf(call.session.accessLevel, 'senders.approve') !== undefined;
  await database.run(call.scope, (tx) => lock(tx, call.scope, senderIdId));
  // Within reach; its owner is told at the cost of the account at the root, which a reseller does not reach.
  await database.run(systemScope(), async (tx) => {
    const sender = await lock(tx, systemScope(), senderIdId);
    if (!blocked && sender.blockedByStaff && !staff) throw notAllowed();
    await move(tx, sender, blocked ? 'block' : 'unblock', {
      reason: blocked ? reason || null : null,
      blockedByStaff: blocked && staff,
    });
    await addEvent(tx, sender, blocked ? 'BLOCKED' : 'UNBLOCKED', call.session, {
      reason: blocked ? reason || null : null,
    });
    await record(tx, call, {
      action: blocked ? 'SENDER_BLOCKED' : 'SENDER_UNBLOCKED',
      clientId: sender.clientId,
      after: { senderId: sender.sender, ...(blocked && reason && { reason }) },
    });
    await tell(tx, messenger, sender, (facts) =>
      blocked
        ? { kind: 'SENDER_BLOCKED', ...facts, reason: reason || '–' }
        : { kind: 'SENDER_UNBLOCKED', ...facts },
    );
  });
}

/**
 * Lets a client below a sender ID's owner send with it, or takes that back.
 * @throws Refusal NOT_FOUND for either, CONFLICT where it is not ready or nothing changes, NOT_BELOW
 */
export function delegate(
  { database }: SendersStand,
  call: Caller,
  { senderIdId, clientId, delegated }: Parsed<typeof senders.delegate>,
): Promise<void> {
  return database.run(call.scope, async (tx) => {
    // Nobody is moved elsewhere meanwhile.
    await lockTreeShared(tx);
    const sender = await lock(tx, call.scope, senderIdId);
    const below = await standsBelow(tx, clientId, sender.clientId);
    if (below === undefined) throw notFound('client');
    if (delegated && !below) throw notBelow();
    if (delegated && sender.status !== 'READY_FOR_SENDING')
      throw conflict('sender ID', sender.status);
    if (!(await setDelegated(tx, senderIdId, clientId, delegated))) return;
    await addEvent(tx, sender, delegated ? 'DELEGATED' : 'TAKEN_BACK', call.session, {
      aboutId: clientId,
    });
    await record(tx, call, {
      action: delegated ? 'SENDER_DELEGATED' : 'SENDER_TAKEN_BACK',
      clientId,
      after: { senderId: sender.sender },
    });
  });
}

/** Tells the owner what was decided, by mail and by SMS. Of what belongs to the platform nobody need be told. */
async function tell(
  tx: Tx,
  messenger: Messenger,
  sender: WholeSender,
  notificationOf: (facts: { name: string; link: string }, language: Language) => Notification,
): Promise<void> {
  if (sender.isGeneric) return;
  const owner = await findApplicant(tx, sender.clientId);
  await notifyAllChannels(tx, messenger, owner, (page) =>
    notificationOf(
      { name: sender.sender, link: page(`/dashboard/sender-ids/${sender.id}`) },
      languageOf(owner.language),
    ),
  );
}

/** A sender ID that the caller may see. @throws Refusal NOT_FOUND */
export async function getSender(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<WholeSender & { within: boolean }> {
  const sender = await findSender(tx, scope, id);
  if (!sender) throw notFound('sender ID');
  return sender;
}
