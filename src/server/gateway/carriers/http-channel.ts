/**
 * A generic connector's connection: a window of messages, gathered into requests to the provider's
 * HTTP API.
 */
import type { GenericSettings } from '../../../contract/api/connector-generic-settings.ts';
import { repeats } from '../../../contract/api/request-template.ts';
import { OutboundFailure } from '../../infra/http/outbound.ts';
import type { Channel, ChannelHandlers, Verdict } from './dialect.ts';
import type { ForTemplate, Meaning } from './generic.rules.ts';

/** The provider's HTTP API, as the dialect calls it. */
type ProviderApi = {
  /** May change while a channel is open. */
  readonly settings: GenericSettings;
  /** Checks that the provider answers and grants a token. @throws OutboundFailure */
  reach(): Promise<void>;
  /** @returns the meaning of the answer for each message, in their order */
  submit(messages: readonly ForTemplate[]): Promise<Meaning[]>;
};

type Waiting<Context> = { message: ForTemplate; context: Context };

/** A window of messages, gathered into requests. */
export class HttpChannel<Context> implements Channel<ForTemplate, Context> {
  readonly #provider: ProviderApi;
  readonly #handlers: ChannelHandlers<Context>;
  #gathered: Waiting<Context>[] = [];
  #gathering = false;
  #outstanding = 0;
  #open = false;
  #over = false;
  #ending: string | undefined;
  #lost = 0;

  constructor(provider: ProviderApi, handlers: ChannelHandlers<Context>) {
    this.#provider = provider;
    this.#handlers = handlers;
    provider.reach().then(
      () => {
        if (this.#ending !== undefined) return this.#close();
        this.#open = true;
        handlers.bound();
      },
      (error: unknown) => {
        this.#ending ??= error instanceof Error ? error.message : String(error);
        this.#close();
      },
    );
  }

  get free(): number {
    return this.#open && this.#ending === undefined
      ? Math.max(0, this.#provider.settings.window - this.#outstanding)
      : 0;
  }

  get outstanding(): number {
    return this.#outstanding;
  }

  send(message: ForTemplate, context: Context): boolean {
    // No message is accepted while the channel ends; the link requeues what it could not write.
    if (this.free === 0) return false;
    this.#outstanding++;
    this.#gathered.push({ message, context });
    if (!this.#gathering) {
      this.#gathering = true;
      setImmediate(() => this.#flush());
    }
    return true;
  }

  unbind(): void {
    this.#end('connection closed');
  }

  destroy(): void {
    this.#end('connection closed');
  }

  /** Accepts nothing more, and closes when the last answer has arrived. */
  #end(reason: string): void {
    this.#ending ??= reason;
    if (this.#open && this.#outstanding === 0) this.#close();
  }

  #close(): void {
    if (this.#over) return;
    this.#over = true;
    this.#open = false;
    this.#handlers.closed(this.#ending ?? 'connection closed');
  }

  #flush(): void {
    this.#gathering = false;
    const gathered = this.#gathered;
    this.#gathered = [];
    const { settings } = this.#provider;
    const together = repeats(settings)
      ? [gathered]
      : [
          ...Map.groupBy(gathered, ({ message: { sender, text, encoding } }) =>
            JSON.stringify([sender, text, encoding]),
          ).values(),
        ];
    for (const group of together)
      for (let at = 0; at < group.length; at += settings.batch_size)
        void this.#submit(group.slice(at, at + settings.batch_size));
  }

  async #submit(batch: readonly Waiting<Context>[]): Promise<void> {
    let meanings: Meaning[];
    let failure: string | undefined;
    try {
      meanings = await this.#provider.submit(batch.map(({ message }) => message));
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      const sent = !(error instanceof OutboundFailure) || error.sent;
      meanings = batch.map(() =>
        sent
          ? { outcome: 'lost', reason: failure ?? '' }
          : { outcome: 'unusable', reason: failure ?? '' },
      );
    }
    this.#outstanding -= batch.length;
    const unusable = meanings.find((meaning) => meaning.outcome === 'unusable');
    this.#lost = meanings.every(({ outcome }) => outcome === 'lost') ? this.#lost + 1 : 0;
    this.#handlers.verdicts(
      batch.map(({ context }, at) => ({
        sending: context,
        verdict: this.#verdict(meanings[at]!),
        late: false,
      })),
    );
    if (unusable) this.#end(unusable.reason);
    else if (this.#lost >= MOST_LOST) this.#end(failure ?? 'its answers were lost');
    if (this.#ending !== undefined && this.#outstanding === 0) this.#close();
  }

  #verdict(meaning: Meaning): Verdict {
    if (meaning.outcome === 'unusable') return { outcome: 'unsent' };
    return meaning.outcome === 'throttled'
      ? { ...meaning, waitMs: this.#provider.settings.requeue_delay * 1000 }
      : meaning;
  }
}

/** Lost answers in a row after which the link pauses before it tries the provider again. */
const MOST_LOST = 3;
