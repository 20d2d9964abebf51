/** Mails that the platform sends, as tests read them. */
import { expect } from '@playwright/test';

export type Received = { rcptTo: string[]; subject: string; text: string };

/** The sandbox's mail, as it lies with the simulated mail server behind `controlPort`. */
export function openMailbox(controlPort: number) {
  /** The mail to an address, oldest first. */
  async function of(to: string): Promise<Received[]> {
    const response = await fetch(
      `http://127.0.0.1:${controlPort}/messages?to=${encodeURIComponent(to)}`,
    );
    // The simulated server lists the newest first.
    return ((await response.json()) as { messages: Received[] }).messages.toReversed();
  }
  /** The mail number `count` to an address, counted from 1, as soon as it is there. */
  async function nth(to: string, count: number): Promise<Received> {
    let found: Received | undefined;
    const look = async () => {
      found = (await of(to))[count - 1];
      return found;
    };
    await expect.poll(look, { message: `mail ${count} to ${to}` }).toBeDefined();
    return found!;
  }
  return {
    of,
    nth,
    code: async (to: string, count = 1): Promise<string> =>
      /\b(\d{6})\b/.exec((await nth(to, count)).text)![1]!,
    /** The link in a mail: its path and query, for whatever host the product believes to be at. */
    link: async (to: string, count = 1): Promise<string> => {
      const { pathname, search } = new URL(/https?:\/\/\S+/.exec((await nth(to, count)).text)![0]);
      return pathname + search;
    },
  };
}
