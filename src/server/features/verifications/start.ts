/**
 * Sends a one-time code. The verification is written first, then its message is accepted like any
 * other, then both are joined: whatever ends between them, a repeat under the same key continues.
 */
import type { restVerifications } from '../../../contract/api/rest-verifications.ts';
import type { Parsed } from '../../../contract/endpoint.ts';
import { normalizePhone } from '../../../contract/shared/phone.ts';
import { countAttempt, takeBackAttempt } from '../../core/auth/limits/rate-limits.store.ts';
import type { Acceptor, MessageRequest } from '../../core/accept/accept.ts';
import { openRules } from '../../core/accept/approval.rules.ts';
import { readApprovalSettings } from '../../core/accept/approval.store.ts';
import {
  compileGuard,
  refuseByShare,
  refuseNumber,
  refuseRepeat,
  ruleOf,
} from '../../core/guard/guard.rules.ts';
import type { Guard } from '../../core/guard/guard.rules.ts';
import { readGuardRules } from '../../core/guard/guard.store.ts';
import type { openRefusalCounter } from '../../core/guard/refusal-counter.ts';
import {
  hashCode,
  keyOfCode,
  newCode,
  testCode,
} from '../../core/verification-codes/codes.rules.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import {
  idempotencyKeyReused,
  numberRefused,
  Refusal,
  tooManyRequests,
} from '../../infra/errors.ts';
import { dropKeys, findAnswer, keepAnswer, takeKey } from '../../infra/http/idempotency.store.ts';
import { newId } from '../../infra/ids.ts';
import type { Scope } from '../../infra/database/scope.ts';
import type { PurposeKeys } from '../../infra/secrets.ts';
import { codeTexts } from '../../i18n/receivers.ts';
import { findText } from './texts.store.ts';
import { addSent, takeBackSent } from './traffic.store.ts';
import { codeText, mayAdvertise } from './verifications.rules.ts';
import {
  expire,
  insertVerification,
  isKnownNumber,
  lockOpen,
  lockVerification,
  readClient,
  sendOnceMore,
  setMessage,
  takeBackSending,
} from './verifications.store.ts';
import type { VerificationRow } from './verifications.store.ts';

export type VerificationServices = {
  database: Database;
  acceptor: Acceptor;
  keys: PurposeKeys;
  countRefusals: ReturnType<typeof openRefusalCounter>;
};

type Wanted = Parsed<typeof restVerifications.start>;
type Caller = {
  own: Scope;
  test: boolean;
  request: { key: string; bodyHash: Buffer } | undefined;
  /** Called once a message with a code is accepted. */
  onAccepted?(): void;
};

/**
 * Starts a verification, or sends its code once more.
 * @throws Refusal of the guard, TOO_MANY_REQUESTS before the code may be sent again, and every refusal
 * of a message
 */
export async function startVerification(
  at: VerificationServices,
  wanted: Wanted,
  caller: Caller,
): Promise<VerificationRow> {
  const { clientId } = caller.own;
  let prepared: Prepared;
  try {
    prepared = await at.database.run(caller.own, (tx) => prepare(tx, at.keys, wanted, caller));
  } catch (error) {
    if (error instanceof Refusal && ruleOf(error))
      await at.countRefusals(clientId, [{ refusal: error, destination: wanted.to }]);
    throw error;
  }
  const { row, message, usual } = prepared;
  if (row.messageId !== null) return row;
  const accept = (request: MessageRequest) =>
    at.acceptor.accept(
      { source: 'REST', clientId, user: null, test: caller.test },
      [request],
      // A repeat after a lost answer accepts no second message.
      { key: `verification ${row.id} ${row.sends}`, bodyHash: Buffer.from(row.id) },
    );
  let [outcome] = await accept(message);
  // The code goes in any case: without an approval that its own words need, in the usual ones.
  if ('refusal' in outcome! && outcome.refusal.code === 'TEXT_DECLINED' && usual)
    [outcome] = await accept(usual);
  if ('refusal' in outcome!) {
    await at.database.run(caller.own, (tx) => takeBack(tx, row, caller.request?.key));
    throw outcome.refusal;
  }
  caller.onAccepted?.();
  const { messageId, sender, segments, units } = outcome!;
  return at.database.run(caller.own, (tx) =>
    setMessage(tx, row.id, { messageId, sender, segments, units }),
  );
}

/** Reads the answer under the key of a call: its repeat does not send a code that was sent again since. */
type Begun = { verificationId: string; sends: number };

/** @property usual the code in words that need no approval, where those of `message` may */
type Prepared = { row: VerificationRow; message: MessageRequest; usual?: MessageRequest };

async function prepare(
  tx: Tx,
  keys: PurposeKeys,
  wanted: Wanted,
  { own: { clientId }, test, request }: Caller,
): Promise<Prepared> {
  const client = await readClient(tx, clientId);
  const phone = normalizePhone(wanted.to, client.country);
  if (!phone.ok) throw numberRefused(wanted.to, phone.reason);
  const destination = phone.e164.slice(1);
  const brand = wanted.brand ?? client.clientName;
  const own = await findText(tx, clientId, brand, wanted.language);
  const usual = codeTexts[wanted.language];
  const isAd =
    wanted.brand !== undefined &&
    (mayAdvertise(wanted.brand) || (await meetsContentRule(tx, wanted.brand)));
  const sending = (row: VerificationRow): Prepared => {
    const { from } = wanted;
    const message = requestFor(keys, row, { text: own ?? usual, brand, from });
    if (own === undefined && !isAd) return { row, message };
    return {
      row,
      message: { ...message, isOwnCodeText: true },
      usual: requestFor(keys, row, { text: usual, brand: isAd ? client.clientName : brand, from }),
    };
  };

  // A concurrent call with the same key waits here until this one has begun.
  if (request && !(await takeKey(tx, clientId, request.key, request.bodyHash))) {
    const begun = await findBegun(tx, clientId, request);
    const row = await lockVerification(tx, { clientId, id: begun.verificationId, test });
    // One that was sent again since, and is under way: this call's own code has gone.
    if (row && row.sends !== begun.sends && row.messageId === null)
      throw tooManyRequests(Math.max(1, row.resendIn));
    if (row) return sending(row);
  }
  const begin = async (row: VerificationRow): Promise<Prepared> => {
    if (!test) await guardCode(tx, clientId, destination, phone.country);
    const begun: Begun = { verificationId: row.id, sends: row.sends };
    if (request) await keepAnswer(tx, clientId, request.key, begun);
    return sending(row);
  };
  let open = await lockOpen(tx, { clientId, destination, test });
  if (open?.isOver) {
    await expire(tx, open.id);
    open = undefined;
  }
  if (open && open.resendIn > 0) throw tooManyRequests(open.resendIn);
  if (open && open.sends > 0) return begin(await sendOnceMore(tx, open.id));
  // Its only message was refused: what is asked for now may differ.
  if (open) await expire(tx, open.id);

  const id = newId();
  const { length } = wanted;
  const row = await insertVerification(tx, {
    id,
    clientId,
    destination,
    country: phone.country,
    brand,
    language: wanted.language,
    length,
    codeHash: hashCode(keys, id, test ? testCode(length) : newCode(keys, id, length).code),
    mostTries: wanted.tries,
    resendSeconds: wanted.resendSeconds,
    validitySeconds: wanted.validitySeconds,
    test,
  });
  if (!row) throw tooManyRequests(wanted.resendSeconds);
  return begin(row);
}

/** True of a brand with a word or link of the content rules: the words around it are judged like any text. */
async function meetsContentRule(tx: Tx, brand: string): Promise<boolean> {
  const { content, limits } = await readApprovalSettings(tx);
  return (openRules(content, limits).findContent?.(brand) ?? []).length > 0;
}

/** Reads the verification that an earlier call with this key began. @throws Refusal IDEMPOTENCY_KEY_REUSED */
async function findBegun(
  tx: Tx,
  clientId: string,
  { key, bodyHash }: { key: string; bodyHash: Buffer },
): Promise<Begun> {
  const first = await findAnswer(tx, clientId, key);
  if (!first?.answer || !first.bodyHash.equals(bodyHash)) throw idempotencyKeyReused();
  return first.answer as Begun;
}

/** @throws Refusal of the rule that stands against a code to this number; nothing is then counted */
async function guardCode(
  tx: Tx,
  clientId: string,
  destination: string,
  country: string,
): Promise<void> {
  const guard: Guard = compileGuard(await readGuardRules(tx, [clientId]));
  const refused = refuseNumber(guard, destination, country);
  if (refused) throw refused;
  if (guard.number) {
    const attempt = await countAttempt(tx, repeatKey(clientId, destination), guard.number.seconds);
    const repeat = refuseRepeat(guard, destination, attempt);
    if (repeat) throw repeat;
  }
  const uses = await addSent(tx, clientId, destination);
  const pumped = refuseByShare(guard, destination, uses);
  // A number that has entered a code before is a person's.
  if (pumped && !(await isKnownNumber(tx, clientId, destination))) throw pumped;
}

const repeatKey = (clientId: string, destination: string) => `code ${clientId} ${destination}`;

/** Takes back what was counted for a code that was not accepted, once, and releases its key. */
async function takeBack(tx: Tx, row: VerificationRow, key: string | undefined): Promise<void> {
  if (!(await takeBackSending(tx, row))) return;
  if (key !== undefined) await dropKeys(tx, [{ clientId: row.clientId, key }]);
  if (row.test) return;
  await takeBackAttempt(tx, repeatKey(row.clientId, row.destination));
  await takeBackSent(tx, row.clientId, row.destination);
}

/** The message of a verification, with stars for its code. */
function requestFor(
  keys: PurposeKeys,
  { id, destination, length, expiresAt, codeHash, test }: VerificationRow,
  { text, brand, from }: { text: string; brand: string; from: string | undefined },
): MessageRequest {
  const seconds = Math.max(1, Math.round((expiresAt.getTime() - Date.now()) / 1000));
  const masked = codeText(text, { brand, minutes: Math.max(1, Math.round(seconds / 60)), length });
  // Without the key of its code the message ends as one that cannot be sent, as any in the queue.
  const key = test ? '' : (keyOfCode(keys, { verificationId: id, hash: codeHash, length }) ?? '');
  return {
    from: from ?? null,
    ...(from === undefined && { isSenderOptional: true as const }),
    to: `+${destination}`,
    content: { text: masked.text },
    validitySeconds: seconds,
    code: { verificationId: id, at: masked.at, length, key },
  };
}
