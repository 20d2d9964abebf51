import { constants, createPublicKey, publicEncrypt, type KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { callJson, ProviderUnreachable } from './provider-http.ts';

/** The code of a call whose session key has ended or is not valid yet; nothing was done. */
export const BAD_KEY = 'INS-2';
/** A session key is valid some 30 seconds after it was issued; until then calls are refused. */
const SESSION_ATTEMPTS = 14;
const SESSION_WAIT_MS = 3_000;
const TIMEOUT_MS = 20_000;

const answered = z.looseObject({ output_ResponseCode: z.string() });
const session = z.object({ output_SessionID: z.string().check(z.minLength(1)) });

export function codeOf(body: unknown): string | undefined {
  const known = answered.safeParse(body);
  return known.success ? known.data.output_ResponseCode : undefined;
}

/** The session under which calls are made; all calls of a process share its key. */
export class OpenApiSessions {
  readonly #apiKey: string;
  readonly #base: string;
  readonly #publicKey: KeyObject;
  readonly #waitMs: number;
  #key: Promise<string> | undefined;

  constructor(
    { apiKey, publicKey }: { apiKey: string; publicKey: string },
    base: string,
    waitMs: number = SESSION_WAIT_MS,
  ) {
    this.#apiKey = apiKey;
    this.#base = base;
    this.#publicKey = createPublicKey({
      key: Buffer.from(publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    });
    this.#waitMs = waitMs;
  }

  /** Makes a call under a session; where its key is refused, under a new one until that is valid. */
  async call(
    send: (headers: Record<string, string>) => Promise<{ status: number; body: unknown }>,
  ): Promise<{ status: number; body: unknown }> {
    for (let attempt = 1; ; attempt++) {
      const used = await this.#current();
      const answer = await send(this.#headers(used));
      if (codeOf(answer.body) !== BAD_KEY || attempt === SESSION_ATTEMPTS) return answer;
      if (attempt === 1 && (await this.#current()) === used) this.#key = undefined;
      else await sleep(this.#waitMs);
    }
  }

  #current(): Promise<string> {
    this.#key ??= this.#open().catch((error: unknown) => {
      this.#key = undefined;
      throw error;
    });
    return this.#key;
  }

  /** Opens a session with the API key. @returns the session's key */
  async #open(): Promise<string> {
    const { status, body } = await callJson(
      `${this.#base}/getSession/`,
      { headers: this.#headers(this.#apiKey) },
      TIMEOUT_MS,
    );
    const read = session.safeParse(body);
    if (!read.success) throw new ProviderUnreachable({ status, session: codeOf(body) ?? body });
    return read.data.output_SessionID;
  }

  #headers(key: string): Record<string, string> {
    const sealed = publicEncrypt(
      { key: this.#publicKey, padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(key),
    );
    return {
      authorization: `Bearer ${sealed.toString('base64')}`,
      'content-type': 'application/json',
      origin: '*',
    };
  }
}
