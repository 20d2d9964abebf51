// The same calls for every client: one message, or three.
import { createHash } from 'node:crypto';
import type { MessageRequest } from '../../src/server/core/accept/accept.ts';

export function callOf(
  at: number,
  from: string,
): { offers: MessageRequest[]; once: { key: string; bodyHash: Buffer } } {
  const offers = Array.from({ length: at % 3 === 0 ? 3 : 1 }, (_, each): MessageRequest => ({
    from,
    to: String(254_700_000_000 + at * 10 + each),
    content: { text: `Call ${at}` },
  }));
  return {
    offers,
    once: {
      key: `call ${at}`,
      bodyHash: createHash('sha256').update(JSON.stringify(offers)).digest(),
    },
  };
}
