/** What arrived, for people and for the sandbox's inbox, as JSON over HTTP on loopback: `GET /messages?to=address`, `DELETE /messages`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MailServer } from './smtp.ts';

export async function startListing(mail: MailServer, port = 0): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const answer = (status: number, body: unknown) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname !== '/messages') return answer(404, { message: 'There is /messages, with ?to=address, and DELETE.' });
    if (request.method === 'DELETE') {
      mail.clear();
      return answer(200, { messages: [] });
    }
    const to = url.searchParams.get('to')?.toLowerCase();
    answer(200, { messages: mail.messages().filter((message) => to === undefined || message.rcptTo.some((address) => address.toLowerCase() === to)) });
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
