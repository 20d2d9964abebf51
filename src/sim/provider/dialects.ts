/** Requests, answers and callbacks of the simulated provider in each of its dialects. */
import type { ServerResponse } from 'node:http';
import { decodeGsm } from '../../smpp/gsm.ts';

export type Dialect = 'africastalking' | 'sendsms' | 'jasmin' | 'kannel';

/** The outcome of a message by the last digits of its number, in words of the dialect. */
export type Fate =
  | 'delivered'
  | 'undelivered'
  | 'expired'
  | 'rejected'
  | 'refused'
  | 'throttled twice'
  | 'no callback'
  | 'late'
  | 'twice'
  | 'early'
  | '500'
  | 'cut after'
  | 'cut before'
  | 'silent'
  | 'wrong id';

export const WORDS: Record<
  Dialect,
  Record<'delivered' | 'undelivered' | 'expired' | 'rejected', string>
> = {
  africastalking: {
    delivered: 'Success',
    undelivered: 'Failed',
    expired: 'Expired',
    rejected: 'Rejected',
  },
  sendsms: {
    delivered: 'DeliveredToTerminal',
    undelivered: 'AbsentSubscriber',
    expired: 'EXPIRED',
    rejected: 'SenderName Blacklisted',
  },
  jasmin: { delivered: 'DELIVRD', undelivered: 'UNDELIV', expired: 'EXPIRED', rejected: 'REJECTD' },
  kannel: { delivered: '1', undelivered: '2', expired: '2', rejected: '16' },
};

export type Asked = {
  dialect: Dialect;
  to: string;
  from: string;
  text: string;
  callbackUrl: string | undefined;
};

export function dialectOf(path: string): Dialect | undefined {
  if (path.startsWith('/version1/messaging')) return 'africastalking';
  if (path.startsWith('/api/services/sendsms')) return 'sendsms';
  if (path === '/send') return 'jasmin';
  return path.startsWith('/cgi-bin/sendsms') ? 'kannel' : undefined;
}

export function readParameters(url: URL, body: string): Record<string, string> {
  const query = Object.fromEntries(url.searchParams);
  if (/^\s*\{/.test(body))
    return {
      ...query,
      ...Object.fromEntries(
        Object.entries(JSON.parse(body) as Record<string, unknown>).map(([name, value]) => [
          name,
          String(value),
        ]),
      ),
    };
  return { ...query, ...Object.fromEntries(new URLSearchParams(body)) };
}

export function askedOf(dialect: Dialect, given: Record<string, string>): Asked[] {
  const digits = (number: string) => number.replace(/\D/g, '');
  switch (dialect) {
    case 'africastalking':
      return (given['to'] ?? '').split(',').map((to) => ({
        dialect,
        to: digits(to),
        from: given['from'] ?? '',
        text: given['message'] ?? '',
        callbackUrl: undefined,
      }));
    case 'sendsms':
      return [
        {
          dialect,
          to: digits(given['mobile'] ?? ''),
          from: given['shortcode'] ?? '',
          text: given['message'] ?? '',
          callbackUrl: undefined,
        },
      ];
    case 'jasmin': {
      const octets = Buffer.from(given['hex-content'] ?? '', 'hex');
      const text =
        given['content'] ??
        (given['coding'] === '8'
          ? Buffer.from(octets).swap16().toString('utf16le')
          : decodeGsm(octets));
      return [
        {
          dialect,
          to: digits(given['to'] ?? ''),
          from: given['from'] ?? '',
          text,
          callbackUrl: given['dlr-url'],
        },
      ];
    }
    case 'kannel':
      return [
        {
          dialect,
          to: digits(given['to'] ?? ''),
          from: given['from'] ?? '',
          text: given['text'] ?? '',
          callbackUrl: given['dlr-url'],
        },
      ];
  }
}

export function answer(
  response: ServerResponse,
  dialect: Dialect,
  results: readonly { one: Asked; id: string; taken: boolean; again: boolean }[],
): void {
  const [first] = results;
  if (!first) return send(response, 400, 'to is missing');
  switch (dialect) {
    case 'africastalking':
      // One throttled message throttles the whole request.
      if (results.some(({ again }) => again)) return send(response, 429, 'Too many requests');
      return send(response, 201, {
        SMSMessageData: {
          Message: `Sent to ${results.filter(({ taken }) => taken).length}/${results.length}`,
          Recipients: results.map(({ one, id, taken }) => ({
            statusCode: taken ? 101 : 403,
            number: `+${one.to}`,
            cost: 'KES 0.8000',
            status: taken ? 'Success' : 'InvalidPhoneNumber',
            messageId: taken ? id : 'None',
          })),
        },
      });
    case 'sendsms':
      if (first.again) return send(response, 429, 'Too many requests');
      return send(response, 200, {
        responses: [
          first.taken
            ? {
                'respose-code': 200,
                'response-description': 'Success',
                mobile: Number(first.one.to),
                messageid: Number(first.id),
                networkid: '1',
              }
            : {
                'respose-code': 1003,
                'response-description': 'Invalid mobile number',
                mobile: Number(first.one.to),
              },
        ],
      });
    case 'jasmin':
      if (first.again) return send(response, 429, 'Error "User throughput exceeded"');
      return first.taken
        ? send(response, 200, `Success "${first.id}"`)
        : send(response, 400, 'Error "Argument [to] has an invalid value"');
    case 'kannel':
      if (first.again) return send(response, 503, 'Temporal failure, try again later.');
      return first.taken
        ? send(response, 202, '0: Accepted for delivery')
        : send(response, 400, 'Destination refused');
  }
}

export function callbackOf(
  one: Asked,
  id: string,
  word: string,
  target: string,
): { url: string; init: RequestInit } {
  const form = (fields: Record<string, string>) => ({
    url: target,
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    },
  });
  switch (one.dialect) {
    case 'africastalking':
      return form({
        id,
        status: word,
        phoneNumber: `+${one.to}`,
        networkCode: '63902',
        retryCount: '0',
        ...(word === 'Failed' && { failureReason: 'UserInactive' }),
      });
    case 'sendsms':
      return {
        url: target,
        init: {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ messageid: Number(id), description: word, mobile: one.to }),
        },
      };
    case 'jasmin':
      return form({
        id,
        level: '2',
        message_status: word,
        id_smsc: '1',
        sub: '001',
        dlvrd: '001',
        subdate: '2611211200',
        donedate: '2611211201',
        err: word === 'DELIVRD' ? '000' : '027',
        text: '',
      });
    case 'kannel':
      return {
        url: target.replaceAll('%d', word).replaceAll('%p', one.to),
        init: { method: 'GET' },
      };
  }
}

export function send(response: ServerResponse, status: number, body: unknown): void {
  response.statusCode = status;
  response.setHeader('content-type', typeof body === 'string' ? 'text/plain' : 'application/json');
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
