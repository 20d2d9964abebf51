import * as z from 'zod/mini';

const mails = z.object({
  messages: z.array(
    z.object({
      id: z.int(),
      from: z.string(),
      subject: z.string(),
      text: z.string(),
      arrivedAt: z.string(),
    }),
  ),
});
const addresses = z.object({
  addresses: z.array(z.object({ address: z.string(), count: z.int(), at: z.string() })),
});
const handset = z.object({
  messages: z.array(
    z.object({
      id: z.int(),
      written: z.boolean(),
      other: z.string(),
      text: z.nullable(z.string()),
      partsArrived: z.int(),
      parts: z.int(),
      at: z.string(),
      outcome: z.nullable(z.string()),
    }),
  ),
});
const numbers = z.object({ numbers: z.array(z.object({ number: z.string(), at: z.string() })) });
const queued = z.object({ queued: z.boolean() });

/** A simulator that does not answer in this time is starting again. */
const TIMEOUT_MS = 3_000;

/** The mails in the sandbox's simulated mail server, read at its control port (`src/sim/README.md`). */
export function openMailSimulator(controlPort: number) {
  return {
    /** The latest first. */
    mailsTo: async (address: string, most: number) =>
      (await ask(mails, controlPort, '/messages', { to: address, limit: most })).messages,
    latestAddresses: async (most: number) =>
      (await ask(addresses, controlPort, '/addresses', { limit: most })).addresses,
  };
}

/** The messages that the sandbox's simulated carrier delivered; numbers without a plus. */
export function openCarrierSimulator(controlPort: number) {
  return {
    /** The latest last. */
    handset: async (number: string, most: number) =>
      (await ask(handset, controlPort, '/handset', { number, limit: most })).messages,
    latestNumbers: async (most: number) =>
      (await ask(numbers, controlPort, '/numbers', { limit: most })).numbers,
    /** @returns false while the gateway has never been connected to it */
    write: async (message: { source: string; destination: string; text: string }) =>
      (await ask(queued, controlPort, '/mo', {}, message)).queued,
  };
}

async function ask<T extends z.ZodMiniType>(
  shape: T,
  port: number,
  path: string,
  query: Record<string, string | number>,
  body?: object,
): Promise<z.output<T>> {
  const address = new URL(path, `http://127.0.0.1:${port}`);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
  const response = await fetch(address, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(
      `the simulator at ${path} answered ${response.status}: ${await response.text()}`,
    );
  return z.parse(shape, await response.json());
}
