// Sends with the typed client, and waits for what becomes of it.   API_URL=https://sms.example.com API_KEY=tuma_test_... node send.ts +254712345678
import { argv, env } from 'node:process';
import { ApiError, Client } from './client.ts';

const client = new Client({ baseUrl: env['API_URL'] ?? '', apiKey: env['API_KEY'] ?? '' });
const FINAL = new Set(['DELIVERED', 'UNDELIVERABLE', 'EXPIRED', 'REJECTED', 'FAILED', 'CANCELLED', 'UNKNOWN']);

try {
  const sent = await client.sendMessages({ messages: argv.slice(2).map((to) => ({ from: env['SENDER'] ?? 'TUMA', to, text: 'Your parcel is here.' })) });
  if (!('messages' in sent)) throw new Error('several messages have several outcomes');
  for (const outcome of sent.messages) {
    if ('error' in outcome) console.log(outcome.to, outcome.error, outcome.message);
    else console.log(outcome.to, await fate(outcome.messageId));
  }
  console.log((await client.getBalance()).units, 'units left');
} catch (failure) {
  if (!(failure instanceof ApiError)) throw failure;
  console.error(failure.status, failure.code, failure.message, failure.details);
  process.exitCode = 1;
}

/** Asks until it is known. Where many are sent, a webhook tells instead. */
async function fate(messageId: string): Promise<string> {
  for (;;) {
    const { status } = await client.getMessage(messageId);
    if (FINAL.has(status)) return status;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
