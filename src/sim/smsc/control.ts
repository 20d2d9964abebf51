/** The simulator's control port: plain HTTP for tests and for people with curl. Loopback only. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { readBehaviour } from './behaviour.ts';
import type { Smsc } from './smsc.ts';
import type { MobileOriginated } from './options.ts';

const LONGEST_BODY = 1024 * 1024;

/** A request that cannot be served; its message is for the sender. */
class BadRequest extends Error {}

/**
 * GET /stats, GET /received (a line of JSON for each message), GET /handset, GET /numbers, POST /mo, POST
 * /drop, POST /rules. Resolves once it listens, with the port it took (0 takes a free one).
 */
export async function startControl(
  smsc: Smsc,
  port: number,
): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    answer(smsc, request, response).catch((error: unknown) => {
      if (!response.headersSent) {
        response.statusCode = error instanceof BadRequest ? 400 : 500;
        sendJson(response, { error: error instanceof Error ? error.message : String(error) });
      } else response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port, // listening on TCP, so it is neither a path nor null
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  smsc: Smsc,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
  switch (`${request.method} ${pathname}`) {
    case 'GET /stats':
      return sendJson(response, smsc.stats());
    case 'GET /received':
      return sendReceived(smsc, response);
    case 'GET /handset': {
      const number = query.get('number');
      if (!number) throw new BadRequest('number is missing: whose phone');
      return sendJson(response, { messages: smsc.handset(number, readLimit(query)) });
    }
    case 'GET /numbers':
      return sendJson(response, { numbers: smsc.latestNumbers(readLimit(query)) });
    case 'POST /mo': {
      const message = readMo(await readJson(request));
      return sendJson(response, { queued: asked(() => smsc.injectMo(message)) });
    }
    case 'POST /drop':
      return sendJson(response, { dropped: smsc.drop() });
    case 'POST /rules': {
      const given = await readJson(request);
      smsc.behave(asked(() => readBehaviour(given)));
      return sendJson(response, { changed: Object.keys(given) });
    }
    default:
      response.statusCode = 404;
      sendJson(response, {
        error:
          'There are GET /stats, GET /received, GET /handset, GET /numbers, POST /mo, POST /drop, POST /rules',
      });
  }
}

async function sendReceived(smsc: Smsc, response: ServerResponse): Promise<void> {
  response.setHeader('content-type', 'application/x-ndjson');
  await pipeline(linesOf(smsc), response).catch(() => {}); // the client disconnected
}

function* linesOf(smsc: Smsc): Generator<string> {
  for (const message of smsc.received()) yield `${JSON.stringify(message)}\n`;
}

function readLimit(query: URLSearchParams): number {
  const limit = Number(query.get('limit') ?? 50);
  if (Number.isInteger(limit) && limit > 0 && limit <= 1000) return limit;
  throw new BadRequest('limit is a whole number from 1 to 1000');
}

function readMo(given: Record<string, unknown>): MobileOriginated {
  const text = (name: string) => {
    const value = given[name];
    if (typeof value === 'string' && value !== '') return value;
    throw new BadRequest(
      `${name} is missing: a message from a phone has source, destination and text`,
    );
  };
  const account = typeof given['account'] === 'string' ? given['account'] : undefined;
  return { source: text('source'), destination: text('destination'), text: text('text'), account };
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += String(chunk);
    if (body.length > LONGEST_BODY) throw new BadRequest('The body has more than 1 MiB');
  }
  const value: unknown = asked(() => JSON.parse(body));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadRequest('The body is not a JSON object');
  return Object.fromEntries(Object.entries(value));
}

function asked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new BadRequest(error instanceof Error ? error.message : String(error));
  }
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(`${JSON.stringify(value)}\n`);
}
