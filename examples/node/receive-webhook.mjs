// Takes webhooks and believes only what is signed.   WEBHOOK_SECRET=whsec_... node receive-webhook.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { env } from 'node:process';

const OLDEST_SECONDS = 300;

/** True if the body, exactly as it came, was signed with our secret a short while ago. */
function isGenuine(signature, body) {
  const parts = signature.split(',').map((part) => part.split('='));
  const seconds = parts.find(([name]) => name === 't')?.[1];
  if (!(Math.abs(Date.now() / 1000 - Number(seconds)) <= OLDEST_SECONDS)) return false;
  const expected = createHmac('sha256', env.WEBHOOK_SECRET).update(`${seconds}.`).update(body).digest();
  return parts.some(([name, value]) => name === 'v1' && /^[0-9a-f]{64}$/.test(value) && timingSafeEqual(Buffer.from(value, 'hex'), expected));
}

const server = createServer(async (request, response) => {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const body = Buffer.concat(pieces);
  if (!isGenuine(String(request.headers['tuma-signature'] ?? ''), body)) return response.writeHead(401).end();
  // Answer first, work afterwards; an event may come again, so remember the ids of those that are done.
  response.writeHead(204).end();
  const event = JSON.parse(body);
  console.log(event.id, event.type, event.data.messageId, event.data.status ?? event.data.text);
});
server.listen(Number(env.PORT ?? 3000), () => console.log(`listening on ${server.address().port}`));
