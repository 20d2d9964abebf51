/** A receipt as a request to a customer's server, in the words of the dialect that its message came in by. */
import type { MessageStatus } from '../../../../contract/api/messages.ts';
import type {
  BatchReport,
  MessageEvent,
  Receipt,
  UrlCallback,
} from '../../../core/dispatch/events/events.ts';
import { reportOf as beemReportOf } from './beem.rules.ts';
import { reportOf } from './sendsms.rules.ts';
import { errorCodeOf, statusOf } from './twilio-answers.rules.ts';
import { messageSidOf } from './twilio.rules.ts';

export type ReceiptRequest = {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
};

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_BODY = { 'content-type': 'application/json' };

/** Words of SMPP's receipts (3.4, Appendix B). */
const STAT: Readonly<Record<MessageStatus, string>> = {
  QUEUED: 'ACCEPTD',
  CLAIMED: 'ACCEPTD',
  AMBIGUOUS: 'ACCEPTD',
  SUBMITTED: 'ACCEPTD',
  DELIVERED: 'DELIVRD',
  UNDELIVERABLE: 'UNDELIV',
  EXPIRED: 'EXPIRED',
  REJECTED: 'REJECTD',
  FAILED: 'REJECTD',
  CANCELLED: 'DELETED',
  UNKNOWN: 'UNKNOWN',
};

/** A report to an address: of a message's event, or of a message of a batch. */
export type Report = Receipt<UrlCallback> | BatchReport;

export const addressOf = (report: Report): string =>
  'batch' in report ? report.url : report.callback.url;

/** Makes the request of a report. @param attempt from 1 */
export function reportRequest(report: Report, attempt: number): ReceiptRequest | undefined {
  return 'batch' in report
    ? { method: 'GET', url: withQuery(report.url, report.batch), headers: {} }
    : receiptRequest(report.callback, report.event, attempt);
}

/** An address with parameters added to its own. */
function withQuery(url: string, parameters: Record<string, string>): string {
  const added = new URL(url);
  for (const [name, value] of Object.entries(parameters)) added.searchParams.append(name, value);
  return added.href;
}

/**
 * Makes the request that reports an event; undefined where the dialect has no word for it, or the
 * customer did not ask for this level.
 * @param attempt from 1
 */
export function receiptRequest(
  callback: UrlCallback,
  heard: MessageEvent,
  attempt: number,
): ReceiptRequest | undefined {
  // The connector and the carrier's id would tell a customer the platform's supplier. To customers
  // the platform is the carrier, so its own id stands in the place of the carrier's.
  const event = { ...heard, connectorCid: null, carrierId: heard.carrierId && heard.messageId };
  switch (callback.dialect) {
    case 'JASMIN':
      return jasmin(callback, event);
    case 'KANNEL':
      return { method: 'GET', url: kannelUrl(callback.url, event), headers: {} };
    case 'AFRICASTALKING':
      return africasTalking(callback, event, attempt);
    case 'TWILIO':
      return twilio(callback, event);
    case 'BEEM': {
      const report = beemReportOf(event);
      return (
        report && {
          method: 'POST',
          url: callback.url,
          headers: JSON_BODY,
          body: JSON.stringify(report),
        }
      );
    }
    case 'SENDSMS':
      return {
        method: 'POST',
        url: callback.url,
        headers: JSON_BODY,
        body: JSON.stringify(
          reportOf({
            messageId: event.messageId,
            to: event.to,
            status: event.status,
            submittedAt: event.submittedAt === null ? null : new Date(event.submittedAt),
            doneAt: event.doneAt === null ? null : new Date(event.doneAt),
          }),
        ),
      };
  }
}

/** Returns whether an answer acknowledges a receipt; `BATCH` is a report of Jasmin's REST API. */
export function isTaken(
  dialect: UrlCallback['dialect'] | 'BATCH',
  { status, body }: { status: number; body: string },
): boolean {
  return (
    status >= 200 &&
    status < (dialect === 'JASMIN' ? 400 : 300) &&
    (dialect !== 'JASMIN' || body.trim() === 'ACK/Jasmin')
  );
}

function jasmin(
  { url, method, level: wanted }: UrlCallback,
  event: MessageEvent,
): ReceiptRequest | undefined {
  // The carrier's answer is level 1, its receipt level 2. A request for level 2 alone also reports
  // a refusal, because no receipt follows one.
  const answered = event.status === 'SUBMITTED' || event.submittedAt === null;
  if (wanted === 1 && !answered) return undefined;
  const own = { id: event.messageId, connector: event.connectorCid ?? '' };
  const fields: Record<string, string> =
    answered && wanted !== 2
      ? {
          ...own,
          level: '1',
          message_status:
            event.status === 'SUBMITTED'
              ? 'ESME_ROK'
              : /^ESME_R[A-Z]+$/.test(event.errorCode ?? '')
                ? event.errorCode!
                : 'ESME_RSUBMITFAIL',
        }
      : {
          ...own,
          level: '2',
          message_status: STAT[event.status],
          id_smsc: event.carrierId ?? '',
          subdate: minute(event.submittedAt),
          donedate: minute(event.doneAt),
          sub: '001',
          dlvrd: event.status === 'DELIVERED' ? '001' : '000',
          err: code(event.errorCode),
          text: 'ND',
        };
  const parameters = new URLSearchParams(fields).toString();
  if (method === 'POST')
    return { method, url, headers: { ...FORM, accept: 'text/plain' }, body: parameters };
  const address = new URL(url);
  address.search = address.search === '' ? parameters : `${address.search}&${parameters}`;
  return { method, url: address.href, headers: { accept: 'text/plain' } };
}

/** Kannel's escape codes (gw/urltrans.c): in a receipt %p is the phone and %P our sender, since it comes from there. */
function kannelUrl(url: string, event: MessageEvent): string {
  // %C3 and the like are octets of the address itself.
  return url.replaceAll(/%(?:[A-F][0-9A-F]|([A-Za-z%]))/g, (whole, letter: string | undefined) => {
    if (letter === '%') return '%25';
    const value = letter === undefined ? undefined : kannelValue(letter, event);
    return value === undefined ? whole : letter === 't' ? value : encodeURIComponent(value);
  });
}

/** The value of an escape code; undefined where there is none of this letter. */
function kannelValue(letter: string, event: MessageEvent): string | undefined {
  switch (letter) {
    case 'd':
      return event.status === 'SUBMITTED'
        ? '8'
        : event.status === 'DELIVERED'
          ? '1'
          : event.status === 'REJECTED'
            ? '16'
            : '2';
    case 'p':
    case 'q':
      return event.to;
    case 'P':
    case 'Q':
      return event.from;
    case 't':
      return `${event.at.slice(0, 10)}+${event.at.slice(11, 16)}`;
    case 'T':
      return String(Math.floor(new Date(event.at).getTime() / 1000));
    case 'F':
      return event.carrierId ?? '';
    case 'I':
      return event.messageId;
    case 'i':
      return event.connectorCid ?? '';
    case 'A':
    case 'a':
    case 'b':
      return `id:${event.carrierId ?? event.messageId} sub:001 dlvrd:${event.status === 'DELIVERED' ? '001' : '000'} submit date:${minute(event.submittedAt)} done date:${minute(event.doneAt)} stat:${STAT[event.status]} err:${code(event.errorCode)} text:`;
    case 'c':
      return '0';
    case 'C':
      return 'UTF-8';
    case 'n':
    case 'o':
    case 'B':
    case 'u':
    case 'm':
    case 'M':
    case 'D':
      return '';
    default:
      return undefined;
  }
}

/**
 * Their words and reasons (developers.africastalking.com/docs/sms/notifications). They have none for a
 * message of which nothing was ever heard.
 */
const AFRICAS_TALKING: Partial<Record<MessageStatus, readonly [status: string, reason?: string]>> =
  {
    SUBMITTED: ['Submitted'],
    DELIVERED: ['Success'],
    UNDELIVERABLE: ['Failed', 'DeliveryFailure'],
    EXPIRED: ['Failed', 'DeliveryFailure'],
    REJECTED: ['Rejected', 'DeliveryFailure'],
    FAILED: ['Rejected', 'DeliveryFailure'],
    CANCELLED: ['Rejected', 'DeliveryFailure'],
  };

function africasTalking(
  { url }: UrlCallback,
  event: MessageEvent,
  attempt: number,
): ReceiptRequest | undefined {
  const [status, reason] = AFRICAS_TALKING[event.status] ?? [];
  if (status === undefined) return undefined;
  const fields = {
    id: event.messageId,
    status,
    phoneNumber: `+${event.to}`,
    retryCount: String(attempt - 1),
    ...(reason !== undefined && { failureReason: reason }),
  };
  return { method: 'POST', url, headers: FORM, body: new URLSearchParams(fields).toString() };
}

/**
 * Twilio's status callback (twilio.com/docs/messaging/guides/track-outbound-message-status). It is
 * unsigned: the signature's key is the password, of which only a hash is kept (docs/adr/0069).
 */
function twilio(
  { url, account = '' }: UrlCallback,
  event: MessageEvent,
): ReceiptRequest | undefined {
  if (event.status === 'UNKNOWN') return undefined;
  const [sid, status, errorCode] = [
    messageSidOf(event.messageId),
    statusOf(event.status),
    errorCodeOf(event.status),
  ];
  const hasReceipt = event.status === 'DELIVERED' || event.status === 'UNDELIVERABLE';
  const fields = {
    AccountSid: account,
    ApiVersion: '2010-04-01',
    From: event.from,
    MessageSid: sid,
    MessageStatus: status,
    SmsSid: sid,
    SmsStatus: status,
    To: `+${event.to}`,
    ...(errorCode !== undefined && { ErrorCode: String(errorCode) }),
    ...(hasReceipt && event.doneAt !== null && { RawDlrDoneDate: minute(event.doneAt) }),
  };
  return {
    method: 'POST',
    url,
    // A repeated call has the same token.
    headers: { ...FORM, 'i-twilio-idempotency-token': event.eventId },
    body: new URLSearchParams(fields).toString(),
  };
}

/** YYMMDDhhmm in UTC. */
function minute(at: string | null): string {
  return at === null ? 'ND' : at.replace(/\D/g, '').slice(2, 12);
}

/** Three digits where a carrier's code is a number. */
function code(errorCode: string | null): string {
  if (errorCode === null) return '000';
  return /^\d+$/.test(errorCode) ? errorCode.padStart(3, '0') : errorCode;
}
