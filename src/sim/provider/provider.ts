/**
 * A simulated provider with an HTTP API in six dialects: Africa's Talking, the Kenyan sendsms API,
 * Jasmin, Kannel, Twilio and Beem. The number's last digits and the settings choose its answers and callbacks.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Dialect, Fate, Asked } from './dialects.ts';
import { callbackOf, WORDS } from './callbacks.ts';
import { dialectOf, readParameters, askedOf, answer, send } from './dialects.ts';
import { ENDINGS, MOODS, DEFAULT_PROVIDER } from './behaviour.ts';
import type { ProviderBehaviour } from './behaviour.ts';

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

export interface ProviderOptions {
  port?: number;
  /** Address of callbacks whose requests name none. */
  callbackUrl?: string;
  /** The key or password that requests need; none by default. */
  secret?: string;
  behaviour?: Partial<ProviderBehaviour>;
}

export interface Provider {
  readonly port: number;
  stats(): ProviderStats;
  received(): readonly ProviderMessage[];
  behave(change: Partial<ProviderBehaviour>): void;
  /** Sets the address of callbacks whose requests name none. */
  callTo(url: string): void;
  stop(): Promise<void>;
}

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
        : dialect === 'twilio' || dialect === 'beem'
          ? passwordOf(request.headers.authorization)
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
    if (whole === 'silent') return undefined; // the caller gives up
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
      one.dialect === 'sendsms' || one.dialect === 'beem'
        ? String(8_000_000 + messages.length)
        : one.dialect === 'africastalking'
          ? `ATXid_${key.slice(0, 24)}`
          : one.dialect === 'twilio'
            ? `SM${key.slice(0, 32)}`
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
      // Repeated for a while, as providers do.
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

/** The password of Basic authentication. */
function passwordOf(authorization = ''): string {
  const text = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
}
