/**
 * A simulated provider with an HTTP API, in the dialects of providers that there are: Africa's Talking, the Kenyan
 * sendsms API, Jasmin, Kannel. It takes, answers and calls back as the number's last digits and its settings say.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeGsm } from '../../smpp/gsm.ts';

export interface ProviderBehaviour {
  /** Milliseconds before an answer. */
  latency: number;
  /** Milliseconds from the answer to the callback. */
  callbackDelay: number;
  /** Milliseconds of a late callback. */
  lateDelay: number;
  /** Messages a second above which it answers 429; 0: no limit. */
  rate: number;
  /** Whether numbers decide by their last digits. */
  rules: boolean;
  /** For everybody: answers as they should be, 500s, cut connections, none at all, or an id that its callbacks do not know. */
  mood: 'honest' | 'failing' | 'cutting' | 'silent' | 'lying';
}
export const DEFAULT_PROVIDER: ProviderBehaviour = {
  latency: 0,
  callbackDelay: 200,
  lateDelay: 5000,
  rate: 0,
  rules: true,
  mood: 'honest',
};

export interface ProviderMessage {
  dialect: Dialect;
  to: string;
  from: string;
  text: string;
  id: string;
  callbacks: number;
}
export interface ProviderStats {
  requests: number;
  accepted: number;
  duplicates: number;
  refused: number;
  throttled: number;
  callbacksSent: number;
  callbacksAnswered: number;
  callbacksFailed: number;
  open: number;
}
export type Dialect = 'africastalking' | 'sendsms' | 'jasmin' | 'kannel';

export interface ProviderOptions {
  port?: number;
  /** Where callbacks go whose requests name no address. */
  callbackUrl?: string;
  /** What must be given as key or password; anything unless said. */
  secret?: string;
  behaviour?: Partial<ProviderBehaviour>;
}

export interface Provider {
  readonly port: number;
  stats(): ProviderStats;
  received(): readonly ProviderMessage[];
  behave(change: Partial<ProviderBehaviour>): void;
  /** Where callbacks go that no request names. */
  callTo(url: string): void;
  stop(): Promise<void>;
}

/** What becomes of a number by its last digits. Words are those of the dialect. */
type Fate =
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
const ENDINGS: Readonly<Record<string, Fate>> = {
  '01': 'undelivered',
  '03': 'expired',
  '04': 'rejected',
  '05': 'refused',
  '06': 'throttled twice',
  '07': 'no callback',
  '08': 'late',
  '09': 'twice',
  10: 'early',
  11: '500',
  16: 'silent',
  17: 'cut after',
  18: 'cut before',
  19: 'wrong id',
};
const MOODS: Record<Exclude<ProviderBehaviour['mood'], 'honest'>, Fate> = {
  failing: '500',
  cutting: 'cut after',
  silent: 'silent',
  lying: 'wrong id',
};

const WORDS: Record<
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

type Asked = {
  dialect: Dialect;
  to: string;
  from: string;
  text: string;
  callbackUrl: string | undefined;
};

/** Starts it on a port of this machine; resolves when it listens. */
export async function startProvider(options: ProviderOptions = {}): Promise<Provider> {
  const behaviour = { ...DEFAULT_PROVIDER, ...options.behaviour };
  const counts: Omit<ProviderStats, 'open'> = {
    requests: 0,
    accepted: 0,
    duplicates: 0,
    refused: 0,
    throttled: 0,
    callbacksSent: 0,
    callbacksAnswered: 0,
    callbacksFailed: 0,
  };
  const messages: ProviderMessage[] = [];
  const seen = new Set<string>();
  const throttles = new Map<string, number>();
  const timers = new Set<NodeJS.Timeout>();
  let callbackUrl = options.callbackUrl;
  let open = 0;
  let tokens = 0;
  let filledAt = performance.now();
  let stopping = false;

  const server = createServer({ keepAliveTimeout: 5000 }, (request, response) => {
    counts.requests++;
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://provider');
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
    const parameters = readParameters(url, body);
    const dialect = dialectOf(url.pathname);
    if (!dialect) return send(response, 404, { error: 'not found' });
    const key =
      dialect === 'africastalking'
        ? request.headers['apikey']
        : (parameters['apikey'] ?? parameters['password']);
    if (options.secret !== undefined && key !== options.secret)
      return send(
        response,
        dialect === 'jasmin' ? 403 : 401,
        'The supplied authentication is invalid',
      );
    await wait(behaviour.latency);
    const asked = askedOf(dialect, parameters);
    if (!mayTake(asked.length)) {
      counts.throttled += asked.length;
      return send(response, 429, 'Too many requests');
    }
    const fates = asked.map((one) => ({ one, fate: fateOf(one) }));
    const whole = fates.find(
      ({ fate }) =>
        fate === '500' || fate === 'silent' || fate === 'cut after' || fate === 'cut before',
    )?.fate;
    if (whole === 'cut before') return void response.destroy();
    const results = fates.map(({ one, fate }) => take(one, fate));
    if (whole === '500') return send(response, 500, 'Internal Server Error');
    if (whole === 'cut after') return void response.destroy();
    if (whole === 'silent') return undefined; // whoever asked gives up
    return answer(response, dialect, results);
  }

  function fateOf(one: Asked): Fate {
    if (behaviour.mood !== 'honest') return MOODS[behaviour.mood];
    const fate = behaviour.rules ? (ENDINGS[one.to.slice(-2)] ?? 'delivered') : 'delivered';
    if (fate !== 'throttled twice') return fate;
    const key = `${one.to} ${one.text}`;
    const times = (throttles.get(key) ?? 0) + 1;
    throttles.set(key, times);
    return times <= 2 ? fate : 'delivered';
  }

  function take(
    one: Asked,
    fate: Fate,
  ): { one: Asked; id: string; taken: boolean; again: boolean } {
    if (fate === 'refused') counts.refused++;
    if (fate === 'throttled twice') counts.throttled++;
    if (fate === 'refused' || fate === 'throttled twice')
      return { one, id: '', taken: false, again: fate === 'throttled twice' };
    const key = createHash('sha256').update(`${one.to}\0${one.text}`).digest('hex');
    if (seen.has(key)) counts.duplicates++;
    seen.add(key);
    const id =
      one.dialect === 'sendsms'
        ? String(8_000_000 + messages.length)
        : one.dialect === 'africastalking'
          ? `ATXid_${key.slice(0, 24)}`
          : `${key.slice(0, 8)}-${key.slice(8, 12)}-4${key.slice(13, 16)}-8${key.slice(17, 20)}-${key.slice(20, 32)}`;
    const message: ProviderMessage = {
      dialect: one.dialect,
      to: one.to,
      from: one.from,
      text: one.text,
      id,
      callbacks: 0,
    };
    messages.push(message);
    counts.accepted++;
    report(one, message, fate);
    return { one, id, taken: true, again: false };
  }

  function report(one: Asked, message: ProviderMessage, fate: Fate): void {
    if (fate === 'no callback') return;
    const word =
      WORDS[one.dialect][
        fate === 'undelivered' || fate === 'expired' || fate === 'rejected' ? fate : 'delivered'
      ];
    const id = fate === 'wrong id' ? `${message.id}x` : message.id;
    const delay =
      fate === 'early' ? 0 : behaviour.callbackDelay + (fate === 'late' ? behaviour.lateDelay : 0);
    for (let copy = 0; copy < (fate === 'twice' ? 2 : 1); copy++)
      later(delay + copy * 20, () => void callBack(one, message, id, word, 1));
  }

  async function callBack(
    one: Asked,
    message: ProviderMessage,
    id: string,
    word: string,
    attempt: number,
  ): Promise<void> {
    const target = one.callbackUrl ?? callbackUrl;
    if (target === undefined || stopping) return;
    counts.callbacksSent++;
    message.callbacks++;
    open++;
    try {
      const { url, init } = callbackOf(one, id, word, target);
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) });
      const text = await response.text();
      if (response.status >= 300 || (one.dialect === 'jasmin' && text.trim() !== 'ACK/Jasmin'))
        throw new Error(`HTTP ${response.status}`);
      counts.callbacksAnswered++;
    } catch {
      counts.callbacksFailed++;
      // It says it again for a while, as providers do.
      if (attempt < 20 && !stopping)
        later(
          Math.min(5000, 100 * 2 ** attempt),
          () => void callBack(one, message, id, word, attempt + 1),
        );
    } finally {
      open--;
    }
  }

  function mayTake(count: number): boolean {
    if (behaviour.rate === 0) return true;
    const now = performance.now();
    tokens = Math.min(behaviour.rate, tokens + ((now - filledAt) / 1000) * behaviour.rate);
    filledAt = now;
    if (tokens < count) return false;
    tokens -= count;
    return true;
  }

  function later(milliseconds: number, work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, milliseconds);
    timers.add(timer);
  }

  const wait = (milliseconds: number) =>
    milliseconds === 0
      ? Promise.resolve()
      : new Promise<void>((resolve) => {
          later(milliseconds, resolve);
        });

  return {
    port: (server.address() as AddressInfo).port, // listening on TCP, so it is neither a path nor null
    stats: () => ({ ...counts, open: open + timers.size }),
    received: () => messages,
    behave: (change) => void Object.assign(behaviour, change),
    callTo: (url) => {
      callbackUrl = url;
    },
    async stop() {
      stopping = true;
      for (const timer of timers) clearTimeout(timer);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function dialectOf(path: string): Dialect | undefined {
  if (path.startsWith('/version1/messaging')) return 'africastalking';
  if (path.startsWith('/api/services/sendsms')) return 'sendsms';
  if (path === '/send') return 'jasmin';
  return path.startsWith('/cgi-bin/sendsms') ? 'kannel' : undefined;
}

function readParameters(url: URL, body: string): Record<string, string> {
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

function askedOf(dialect: Dialect, given: Record<string, string>): Asked[] {
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

function answer(
  response: ServerResponse,
  dialect: Dialect,
  results: readonly { one: Asked; id: string; taken: boolean; again: boolean }[],
): void {
  const [first] = results;
  if (!first) return send(response, 400, 'to is missing');
  switch (dialect) {
    case 'africastalking':
      // One that is asked to wait makes the whole request wait.
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

function callbackOf(
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

function send(response: ServerResponse, status: number, body: unknown): void {
  response.statusCode = status;
  response.setHeader('content-type', typeof body === 'string' ? 'text/plain' : 'application/json');
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
