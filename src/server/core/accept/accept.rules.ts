// Long because every refusal of acceptance stands here in one order.
/**
 * Decides about one message that a customer's software submits, before units or limits are touched.
 */
import { COUNTRIES } from '../../../contract/shared/countries.ts';
import { formatTimestamp } from '../../../contract/shared/dates.ts';
import { networkOf } from '../../../contract/shared/networks.ts';
import { normalizePhone } from '../../../contract/shared/phone.ts';
import { hasLink } from '../../../contract/shared/stop-clauses.ts';
import {
  accountNotActive,
  noRate,
  noRoute,
  numberRefused,
  outsideWindow,
  Refusal,
  senderMissing,
  senderNotReady,
  senderNotRegistered,
  textDeclined,
  timeOutOfBounds,
  userMayNot,
} from '../../infra/errors.ts';
import { isUsable } from '../auth/sessions/session.rules.ts';
import { SINGLE_PRIORITY } from '../dispatch/dispatch.rules.ts';
import { refuseNumber, velocityNow } from '../guard/guard.rules.ts';
import { storedCallback } from '../dispatch/events/events.ts';
import type { ClientFacts } from './accept.store.ts';
import { chooseSender, senderOn, stopClauseFor } from './sender.rules.ts';
import { scriptedRefusal } from './script.rules.ts';
import type { SenderFacts } from './sender.rules.ts';
import { openStateAt } from './sending-hours.rules.ts';
import type { SendingWindow } from './sending-hours.rules.ts';
import { readContent } from './content.rules.ts';
import { requireStorable } from './storable.rules.ts';
import { isNamedBy, openApproved, openJudge } from './approval.rules.ts';
import type { ApprovalRules } from './approval.rules.ts';
import { readCut, readWords, USER_DATA_HEADER } from './parts.rules.ts';
import { requireAuthorisations, requireFilters } from './user-rights.rules.ts';
import type { Submitter, MessageRequest, AcceptanceContext, Draft } from './types.ts';
/** Validity in seconds when the request does not set one. */
const DEFAULT_VALIDITY = 86_400;

/** Before every campaign, as the platform's own codes. */
const CODE_PRIORITY = 9;

export const VALIDITY_SECONDS = { least: 60, most: 7 * 86_400 };

/** Furthest time ahead that a message may be scheduled for. */
export const SCHEDULE_SECONDS = 30 * 86_400;

/**
 * A schedule in the past is sent at once, unless it is older than this: then the sender's clock is
 * wrong.
 */
const PASSED_SECONDS = 3600;

/**
 * Decides about one request. @returns the reason for refusing it, or the message with its price and
 * route
 */
export function decideRequest(
  submitter: Submitter,
  request: MessageRequest,
  context: AcceptanceContext,
): Draft | Refusal {
  try {
    return draftMessage(submitter, request, context);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function draftMessage(
  submitter: Submitter,
  request: MessageRequest,
  {
    now,
    client,
    user,
    prices,
    sendersNamed,
    defaultSender,
    windows,
    clauses,
    guard,
    route,
    configVersion,
    approval,
    approvedTexts,
    consentDemanded,
  }: AcceptanceContext,
): Draft {
  if (!client || !isUsable(client.status)) throw accountNotActive();
  requireStorable(request);
  if (submitter.user) {
    if (!user || !user.enabled || !user.groupEnabled) throw accountNotActive();
    requireAuthorisations(submitter.source, request, user);
  }
  const phone = normalizePhone(request.to, client.country);
  if (!phone.ok) throw numberRefused(printable(request.to), phone.reason);
  const destination = phone.e164.slice(1);
  if (user) requireFilters(submitter.source, request, destination, user);

  const from =
    request.from?.trim() ||
    user?.mtMessagingCred.defaultvalue.src_addr ||
    (request.isSenderOptional && defaultSender);
  if (!from) throw senderMissing();
  const named = chooseSender(sendersNamed(from), submitter.clientId, phone.country);
  // An account that tries the API has no sender ID, price or route yet.
  if (submitter.test)
    return draftTestMessage(submitter, request, destination, named, {
      now,
      client,
      prices,
      clauses,
      phone,
    });
  if (!named) throw senderNotReady(printable(from));
  const guarded = refuseNumber(guard, destination, phone.country);
  if (guarded) throw guarded;

  const { code: network, network: operator } = networkOf(phone.e164);
  const sender = senderOn(named, network, submitter.clientId);
  if (!sender) throw senderNotRegistered(named.sender, operator);
  const receiver = { country: phone.country, network };
  const isPromotion = sender.kind === 'PROMOTIONAL' && !request.code && !request.confirmsOptOut;
  const content = readContent(
    isPromotion ? asWords(request) : request,
    request.confirmsOptOut ? '' : stopClauseFor(sender, receiver, clauses),
  );
  if (
    user &&
    submitter.source === 'HTTP' &&
    content.segments > 1 &&
    !user.mtMessagingCred.authorization.http_long_content
  )
    throw userMayNot('http_long_content');
  const price = prices?.priceOf(phone.e164);
  if (!price) throw noRate(phone.country);

  const notBefore = readSchedule(request, now);
  if (!request.confirmsOptOut)
    requireSendingHours(
      windows.filter(({ kind, country }) => kind === sender.kind && country === phone.country),
      notBefore ?? now,
      client.timezone,
    );
  const ambiguity = user?.mtMessagingCred.defaultvalue.ambiguity;
  const [uid, gid] = user ? [user.uid, user.gid] : [client.uid, client.gid];
  const routing = route?.({
    sender: sender.sender,
    destination,
    text: content.text ?? '',
    userId: uid,
    groupId: gid,
    tags: request.tags ?? [],
    at: now,
  }) ?? { routeId: null, connectorIds: [], tried: [] };
  if (routing.routeId === null) throw noRoute();
  const velocity = velocityNow(guard, now);
  // Codes of verifications pass, because the guard limits them, and so do texts of the platform.
  const isExempt =
    (request.code && !request.isOwnCodeText) || request.confirmsOptOut === 'PLATFORM_TEXT';
  const judge = openJudge(sender, client, approval, approvedTexts);
  const unapproved = isExempt ? null : judge(...readable(request));
  const cut =
    client.approvalRule !== null || approval.findContent !== undefined ? cutOf(request) : undefined;
  if (unapproved && request.code) throw textDeclined();
  const standsInFor =
    sender === named
      ? undefined
      : { sender: named.sender, isPromotional: named.kind !== 'TRANSACTIONAL' };
  return {
    routing,
    ...(velocity && { velocity }),
    encoding: content.encoding,
    isLimited: client.limited,
    isMetered: user?.mtMessagingCred.quota.sms_count != null,
    unapproved,
    allowanceOf: client.allowanceOf,
    ...(cut && {
      piece: {
        ...cut,
        isShared: client.approvalRule !== null,
        judge,
        isApproved: openApproved(sender.sender, approval, approvedTexts),
      },
    }),
    isPromotional: !request.code && !request.confirmsOptOut && sender.kind !== 'TRANSACTIONAL',
    ...(standsInFor && { standsInFor }),
    ...(sender.kind === 'PROMOTIONAL' &&
      !request.confirmsOptOut &&
      content.payload === null &&
      hasLink(clauses, receiver) && { clauses }),
    needsConsent: isPromotion && (client.demandsConsent ?? consentDemanded),
    message: {
      clientId: submitter.clientId,
      campaignId: null,
      destination,
      sender: sender.sender,
      text: content.text,
      encoding: content.coding,
      segments: content.segments,
      units: price.unitsFor(content.segments),
      routeId: routing.routeId,
      configVersion,
      country: phone.country,
      network,
      class: classOf(request),
      priority: request.code ? CODE_PRIORITY : SINGLE_PRIORITY + (request.priority ?? 0),
      expiresAt: computeExpiry(request, notBefore ?? now),
      notBefore,
      source: submitter.source,
      clientReference: request.clientReference ?? null,
      facts: {
        at: now.getTime(),
        ...(uid !== null && { user: uid }),
        ...(gid !== null && { group: gid }),
        ...(request.tags && request.tags.length > 0 && { tags: request.tags }),
        ...(request.tlvs && request.tlvs.length > 0 && { tlvs: request.tlvs }),
        ...(ambiguity && { ambiguity }),
        ...(request.code && { code: request.code }),
        ...(standsInFor && { standsInFor }),
        // One that was accepted before its account or text needed approval is asked again (core/accept/scheduled-approval.ts).
        ...(notBefore && isAsked(request, client, approval) && { asked: true }),
        ...(cut && { cut: { reference: cut.reference, total: cut.total, part: cut.part } }),
      },
      gatewayUserId: submitter.user?.id ?? null,
      payload: content.payload,
      callback: request.callback ? storedCallback(request.callback) : null,
      test: submitter.test,
    },
  };
}

/** An opt-out ends the class `BULK` alone. */
const classOf = ({ code, confirmsOptOut }: MessageRequest) =>
  code ? 'OTP' : confirmsOptOut ? 'ALERT' : 'BULK';

/** Makes a submitted value safe to quote in a sentence and to store. */
function printable(written: string): string {
  return written
    .slice(0, 40)
    .toWellFormed()
    .replace(/[\0-\x1f\x7f]/g, '');
}

/**
 * Drafts a test key's message: the price and the parts are real, the outcome depends on the last
 * digits of the number.
 */
function draftTestMessage(
  submitter: Submitter,
  request: MessageRequest,
  destination: string,
  sender: SenderFacts | undefined,
  {
    now,
    client,
    prices,
    clauses,
    phone,
  }: Pick<AcceptanceContext, 'now' | 'prices' | 'clauses'> & {
    client: ClientFacts;
    phone: { e164: string; country: string };
  },
): Draft {
  const refusal = scriptedRefusal(destination);
  if (refusal) throw refusal;
  const name = request.from?.trim() ?? '';
  const network = networkOf(phone.e164).code;
  const content = readContent(
    request,
    sender ? stopClauseFor(sender, { country: phone.country, network }, clauses) : '',
  );
  const price = prices?.priceOf(phone.e164);
  const notBefore = readSchedule(request, now);
  return {
    routing: { routeId: null, connectorIds: [], tried: [] },
    encoding: content.encoding,
    isLimited: false,
    isMetered: false,
    unapproved: null,
    allowanceOf: client.allowanceOf,
    isPromotional: false,
    needsConsent: false,
    message: {
      clientId: submitter.clientId,
      campaignId: null,
      destination,
      sender: sender?.sender ?? name,
      text: content.text,
      encoding: content.coding,
      segments: content.segments,
      units: price?.unitsFor(content.segments) ?? 0n,
      routeId: 0,
      configVersion: 0,
      country: phone.country,
      network,
      class: classOf(request),
      priority: 0,
      expiresAt: computeExpiry(request, notBefore ?? now),
      notBefore,
      source: submitter.source,
      clientReference: request.clientReference ?? null,
      facts: { at: now.getTime(), ...(client.uid !== null && { user: client.uid }) },
      payload: content.payload,
      callback: request.callback ? storedCallback(request.callback) : null,
      test: true,
    },
  };
}

/**
 * The text as the customer wrote it, without a clause; octets that no text is known of as signs,
 * without the header that no phone shows. A campaign may keep it, and PostgreSQL's text holds no NUL.
 * With what else phones may show of octets.
 */
function readable({ content, code }: MessageRequest): [text: string, others?: string[]] {
  if ('octets' in content) {
    const { text, others } = readWords(content);
    return [text, others];
  }
  const text = code
    ? // The stars of a code are a number, as in a text that was approved with one.
      `${content.text.slice(0, code.at)}0${content.text.slice(code.at + code.length)}`
    : content.text;
  return [text.replaceAll('\0', '').toWellFormed()];
}

function isAsked(request: MessageRequest, client: ClientFacts, approval: ApprovalRules): boolean {
  if (client.approvalRule !== null) return true;
  const [text, others = []] = readable(request);
  return isNamedBy(approval, { text, others });
}

/** The place and the words of a part that the customer cut; undefined of any other content. */
function cutOf({ content }: MessageRequest) {
  if (!('octets' in content) || (content.esmClass & USER_DATA_HEADER) === 0) return undefined;
  const cut = readCut(content.octets);
  return (
    cut && {
      ...cut,
      words: readWords(content),
    }
  );
}

/**
 * A request whose octets are a whole text as that text: a promotion ends in a clause, and only texts get
 * one here. It loses its class.
 */
function asWords(request: MessageRequest): Pick<MessageRequest, 'content'> {
  const { content } = request;
  return 'octets' in content &&
    content.text !== undefined &&
    (content.esmClass & USER_DATA_HEADER) === 0
    ? { content: { text: content.text } }
    : request;
}

function readSchedule({ scheduleAt }: MessageRequest, now: Date): Date | null {
  if (!scheduleAt) return null;
  const ahead = (scheduleAt.getTime() - now.getTime()) / 1000;
  if (!(ahead >= -PASSED_SECONDS && ahead <= SCHEDULE_SECONDS))
    throw timeOutOfBounds('scheduleTimestamp', -PASSED_SECONDS, SCHEDULE_SECONDS);
  return ahead <= 0 ? null : scheduleAt;
}

/** Rounded up, so that messages submitted together share one chunk. */
function computeExpiry({ validitySeconds }: MessageRequest, from: Date): Date {
  const [seconds, step] =
    validitySeconds === undefined
      ? [DEFAULT_VALIDITY, 60_000]
      : [Math.min(VALIDITY_SECONDS.most, Math.max(VALIDITY_SECONDS.least, validitySeconds)), 1000];
  return new Date(Math.ceil((from.getTime() + seconds * 1000) / step) * step);
}

function requireSendingHours(windows: readonly SendingWindow[], at: Date, timezone: string): void {
  if (windows.length === 0) return;
  const { open, opensAt } = openStateAt(windows, at.getTime() / 1000);
  if (open) return;
  const countries = windows
    .map(({ country }) => COUNTRIES.find(({ code }) => code === country)?.label ?? country)
    .join(', ');
  throw outsideWindow(
    countries,
    opensAt === null ? null : formatTimestamp(opensAt, 'yyy-MM-dd HH:mm', timezone),
    timezone,
  );
}
