/** Requests and answers of the simulated provider in each of its dialects. */
import type { ServerResponse } from 'node:http';
import { decodeGsm } from '../../smpp/gsm.ts';

export type Dialect = 'africastalking' | 'sendsms' | 'jasmin' | 'kannel' | 'twilio' | 'beem';

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
  if (path.startsWith('/2010-04-01/Accounts/')) return 'twilio';
  if (path === '/v1/send') return 'beem';
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
          typeof value === 'object' ? JSON.stringify(value) : String(value),
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
    case 'twilio':
      return [
        {
          dialect,
          to: digits(given['To'] ?? ''),
          from: given['From'] ?? '',
          text: given['Body'] ?? '',
          callbackUrl: given['StatusCallback'],
        },
      ];
    case 'beem':
      return (JSON.parse(given['recipients'] ?? '[]') as { dest_addr: string }[]).map(
        ({ dest_addr: to }) => ({
          dialect,
          to: digits(to),
          from: given['source_addr'] ?? '',
          text: given['message'] ?? '',
          callbackUrl: undefined,
        }),
      );
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
    case 'twilio':
      if (first.again)
        return send(response, 429, { code: 20429, message: 'Too Many Requests', status: 429 });
      return first.taken
        ? send(response, 201, { sid: first.id, status: 'queued', to: `+${first.one.to}` })
        : send(response, 400, { code: 21211, message: 'Invalid number', status: 400 });
    case 'beem':
      if (first.again) return send(response, 429, { code: 103, message: 'Network timeout' });
      return first.taken
        ? send(response, 200, {
            successful: true,
            request_id: Number(first.id),
            code: 100,
            message: 'Message Submitted Successfully',
            valid: results.length,
            invalid: 0,
            duplicates: 0,
          })
        : send(response, 400, { code: 101, message: 'Invalid phone number' });
  }
}

export function send(response: ServerResponse, status: number, body: unknown): void {
  response.statusCode = status;
  response.setHeader('content-type', typeof body === 'string' ? 'text/plain' : 'application/json');
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
