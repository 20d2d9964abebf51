/**
 * The mails received, for people and for the sandbox's inbox, as JSON over HTTP on loopback: `GET
 * /messages?to=address&limit=50`, `GET /addresses?limit=20`, `DELETE /messages`.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Arrived, MailServer } from './smtp.ts';

export async function startListing(
  mail: MailServer,
  port = 0,
): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const limit = Number(url.searchParams.get('limit') ?? Infinity);
    if (!(limit > 0)) return answer(400, { message: 'limit is a number above 0.' });
    if (url.pathname === '/addresses')
      return answer(200, { addresses: latestAddresses(mail.messages()).slice(0, limit) });
    if (url.pathname !== '/messages')
      return answer(404, {
        message: 'There are /messages, with ?to=address, ?limit=50 and DELETE, and /addresses.',
      });
    if (request.method === 'DELETE') {
      mail.clear();
      return answer(200, { messages: [] });
    }
    const to = url.searchParams.get('to')?.toLowerCase();
    answer(200, {
      messages: mail
        .messages()
        .filter(
          (message) =>
            to === undefined || message.rcptTo.some((address) => address.toLowerCase() === to),
        )
        .slice(0, limit),
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Addresses that received mail, the latest first. */
function latestAddresses(
  messages: readonly Arrived[],
): { address: string; count: number; at: string }[] {
  const found = new Map<string, { address: string; count: number; at: string }>();
  for (const { rcptTo, arrivedAt } of messages) {
    for (const address of new Set(rcptTo.map((each) => each.toLowerCase()))) {
      const known = found.get(address);
      if (known) known.count += 1;
      else found.set(address, { address, count: 1, at: arrivedAt });
    }
  }
  return [...found.values()];
}
