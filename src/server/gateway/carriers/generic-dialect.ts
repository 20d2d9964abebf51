/** The dialect of a provider's HTTP API. */
import type { GenericSettings } from '../../../contract/api/connector-generic-settings.ts';
import type { ChunkFacts, QueuedMessage } from '../../core/dispatch/types.ts';
import { revealCode } from '../../core/verification-codes/codes.rules.ts';
import type { PurposeKeys } from '../../infra/secrets.ts';
import { OutboundFailure } from '../../infra/http/outbound.ts';
import type { Outbound } from '../../infra/http/outbound.ts';
import { partOf } from './connector.rules.ts';
import type { Channel, ChannelHandlers, Dialect, Limits } from './dialect.ts';
import { readAnswer, requestFor } from './generic.rules.ts';
import type { ForTemplate, GenericSecrets, Meaning } from './generic.rules.ts';
import type { Ring } from './trace.ts';
import { HttpChannel } from './http-channel.ts';

export type GenericConfig = {
  connectorId: number;
  cid: string;
  carrierAccountId: number;
  settings: GenericSettings;
  secrets: GenericSecrets;
  /** The keys of one-time codes, whose digits go into no row. */
  codeKeys: PurposeKeys;
};
const FIRST_LOOK_MS = 10_000;
/** A token is renewed this long before it expires. */
const TOKEN_MARGIN_MS = 30_000;

export class GenericDialect implements Dialect<ForTemplate> {
  readonly connectorId: number;
  readonly cid: string;
  readonly carrierAccountId: number;
  readonly #outbound: Outbound;
  readonly #codeKeys: PurposeKeys;
  readonly #ring: Ring;
  #token: { text: string; until: number } | undefined;
  /** Requests without a token wait together for the one that is being fetched. */
  #asking: Promise<string> | undefined;
  /** Both may change while a link is open: the next request uses them. */
  settings: GenericSettings;
  secrets: GenericSecrets;

  constructor(
    { connectorId, cid, carrierAccountId, settings, secrets, codeKeys }: GenericConfig,
    outbound: Outbound,
    ring: Ring,
  ) {
    this.connectorId = connectorId;
    this.cid = cid;
    this.carrierAccountId = carrierAccountId;
    this.settings = settings;
    this.secrets = secrets;
    this.#outbound = outbound;
    this.#codeKeys = codeKeys;
    this.#ring = ring;
  }

  limits(): Limits {
    const { window, submit_throughput: throughput, timeout } = this.settings;
    const again = { retry: true, delayMs: 10_000 };
    return {
      window,
      throughput,
      receiptSeconds: this.settings.dlr_expiry,
      holdSeconds: this.settings.hold_time,
      answerMs: timeout * 1000,
      afterLoss: again,
      afterFailure: again,
    };
  }

  /**
   * Returns one part, because the provider splits long texts itself; its API does not accept
   * octets.
   */
  parts(message: QueuedMessage, chunk: ChunkFacts) {
    if (message.payload) return undefined;
    const { code } = message;
    const text = code ? revealCode(this.#codeKeys, message.text, code) : message.text;
    if (text === undefined) return undefined;
    return [
      {
        part: partOf(message, chunk, this.settings.ambiguity, 1, 1),
        payload: {
          id: message.id,
          destination: message.destination,
          sender: chunk.sender,
          text,
          ...(code && { masked: message.text }),
          encoding: message.encoding,
        },
      },
    ];
  }

  open<Context>(handlers: ChannelHandlers<Context>): Channel<ForTemplate, Context> {
    return new HttpChannel(this, handlers);
  }

  /** Submits messages in one request; the outcomes are in the order of the messages. */
  async submit(messages: readonly ForTemplate[]): Promise<Meaning[]> {
    const { settings, secrets, cid } = this;
    const request = requestFor({ cid, settings, secrets }, messages);
    const token = settings.auth === 'oauth' ? await this.#oauthToken() : undefined;
    if (token !== undefined) request.headers['authorization'] = `Bearer ${token}`;
    this.#ring.add(() => ({
      direction: 'OUT',
      command: request.method,
      fields: { url: bare(request.url), messages: messages.length, to: messages[0]!.destination },
      text: messages[0]!.masked ?? messages[0]!.text,
    }));
    const answer = await this.#outbound.call({
      method: request.method,
      url: request.url,
      headers: request.headers,
      ...(request.body !== undefined && { body: request.body }),
      timeoutMs: settings.timeout * 1000,
      allowListed: settings.allow_private,
    });
    const meanings = readAnswer(settings, answer, messages);
    this.#ring.add(() => ({
      direction: 'IN',
      command: `HTTP ${answer.status}`,
      fields: { milliseconds: answer.milliseconds, ...describe(meanings[0]) },
      text: null,
    }));
    // Another request may have fetched a newer token by now.
    if (answer.status === 401 && this.#token?.text === token) this.#token = undefined;
    return meanings;
  }

  /** Checks that the provider answers and grants a token. @throws OutboundFailure */
  async reach(): Promise<void> {
    const { settings } = this;
    await this.#outbound.reach(settings.url, {
      timeoutMs: Math.min(FIRST_LOOK_MS, settings.timeout * 1000),
      allowListed: settings.allow_private,
    });
    if (settings.auth === 'oauth') await this.#oauthToken();
  }

  async #oauthToken(): Promise<string> {
    if (this.#token && this.#token.until > Date.now()) return this.#token.text;
    this.#asking ??= this.#newToken().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #newToken(): Promise<string> {
    const { settings, secrets } = this;
    const answer = await this.#outbound
      .call({
        method: 'POST',
        url: settings.token_url ?? '',
        timeoutMs: settings.timeout * 1000,
        allowListed: settings.allow_private,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          authorization: `Basic ${Buffer.from(`${encodeURIComponent(settings.username)}:${encodeURIComponent(secrets.secret)}`).toString('base64')}`,
        },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          ...(settings.token_scope !== '' && { scope: settings.token_scope }),
        }).toString(),
      })
      .catch((error: unknown) => {
        throw new OutboundFailure(
          `no token: ${error instanceof Error ? error.message : String(error)}`,
          false,
        );
      });
    let given: { access_token?: unknown; expires_in?: unknown } = {};
    try {
      given = JSON.parse(answer.body) as typeof given;
    } catch {
      /** reported below */
    }
    if (answer.status >= 300 || typeof given.access_token !== 'string')
      throw new OutboundFailure(`no token: HTTP ${answer.status}`, false);
    this.#token = {
      text: given.access_token,
      until: Date.now() + Math.max(0, Number(given.expires_in ?? 3600) * 1000 - TOKEN_MARGIN_MS),
    };
    return this.#token.text;
  }
}

/** Removes the query of an address, which may hold secrets. */
const bare = (url: string) => url.replace(/\?.*$/s, '?...');

function describe(meaning: Meaning | undefined): Record<string, string> {
  if (!meaning) return {};
  return {
    outcome: meaning.outcome,
    ...('carrierId' in meaning && { id: meaning.carrierId }),
    ...('errorCode' in meaning && { error: meaning.errorCode }),
    ...('reason' in meaning && { reason: meaning.reason }),
  };
}
