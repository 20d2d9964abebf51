/**
 * Collects the status changes that messages made in a transaction, and publishes those that have a
 * subscriber; the events commit with the caller.
 */
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import { settled } from '../../../infra/database/pipeline.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { STATUS_NAME, loadEventFacts } from './event-facts.store.ts';
import type { EventStep } from './event-facts.store.ts';
import { EVENT_OF_STATUS } from './events.ts';
import type { Receipt, UrlCallback } from './events.ts';
import type { NotificationBatch, Notifier } from './notifications.store.ts';
import { publish } from './notifications.ts';
import { batches } from '../sql.ts';

const { SUBMITTED } = MESSAGE_STATUS;

type Step = EventStep & { clientId: string };

/**
 * Collects the status changes of a transaction and publishes those that have a subscriber.
 * Subscriptions are one lookup by client; messages are read only if there is a subscriber and their
 * facts did not come with the step.
 */
export class EventCollector {
  /** Makes calls to customers' servers by itself once the transaction is committed. */
  readonly notifier: Notifier | undefined;
  /** By what is known of a message's own callback: it has one or may have, or has none. */
  readonly #steps: { asked: Step[]; quiet: Step[] } = { asked: [], quiet: [] };
  readonly #order = new Map<Step, number>();
  /** The batches that the notifier is to call, complete after the commit. */
  readonly notifications: NotificationBatch[] = [];
  /** The events that a client's webhooks ask for, where that is known. */
  readonly #subscriptions = new Map<string, ReadonlySet<string>>();

  constructor(notifier?: Notifier) {
    this.notifier = notifier;
  }

  /** @param calls whether the message's callback asks for the status; undefined where that is not known */
  add(step: Step, calls: boolean | undefined): void {
    const events = this.#subscriptions.get(step.clientId);
    if (calls === false && events && !events.has(eventNameOf(step))) return;
    (calls === false ? this.#steps.quiet : this.#steps.asked).push(step);
    this.#order.set(step, this.#order.size);
  }

  /** Notes that a client has no webhook, so that it need not be looked up. */
  noteWithoutWebhooks(clientId: string): void {
    if (!this.#subscriptions.has(clientId)) this.#subscriptions.set(clientId, NONE);
  }

  async #readSubscriptions(tx: Tx, clientIds: ReadonlySet<string>): Promise<void> {
    const unknown = [...clientIds].filter((clientId) => !this.#subscriptions.has(clientId));
    if (unknown.length === 0) return;
    const { rows } = await tx.query<{ clientId: string; events: string[] }>(
      `select client_id as "clientId", events from webhook where client_id = any ($1::uuid[]) and enabled and url is not null`,
      [unknown],
      'event clients',
    );
    this.noteSubscriptions(unknown, rows);
  }

  /** Notes the events that webhooks of these clients ask for, where a statement read them on the way. */
  noteSubscriptions(
    clientIds: readonly string[],
    webhooks: readonly { clientId: string; events: string[] }[],
  ): void {
    const byClient = Map.groupBy(webhooks, ({ clientId }) => clientId);
    for (const clientId of clientIds)
      this.#subscriptions.set(
        clientId,
        new Set(byClient.get(clientId)?.flatMap(({ events }) => events)),
      );
  }

  /** Publishes without a notifier, where statements of the transaction follow. */
  async publish(tx: Tx): Promise<void> {
    const { written } = await this.prepare(tx);
    await settled(written);
  }

  /**
   * Reads what is not known yet and sends the last statements.
   * @returns their answers, to be awaited before the commit or with it, and the notifier's calls, which
   * the caller writes down
   */
  async prepare(
    tx: Tx,
  ): Promise<{ written: Promise<void>[]; calls: readonly Receipt<UrlCallback>[] }> {
    const { asked, quiet } = this.#steps;
    if (asked.length + quiet.length === 0) return { written: [], calls: [] };
    await this.#readSubscriptions(
      tx,
      new Set([...asked, ...quiet].map(({ clientId }) => clientId)),
    );
    const subscribed = ({ clientId, status }: Step) =>
      this.#subscriptions.get(clientId)!.has(eventNameOf({ status }));
    // A receipt that is stored with its answer may be matched first: what it ended was submitted before.
    const steps = [...asked, ...quiet.filter(subscribed)].sort(
      (a, b) =>
        Number(a.status !== SUBMITTED) - Number(b.status !== SUBMITTED) ||
        this.#order.get(a)! - this.#order.get(b)!,
    );
    const published = { written: [] as Promise<void>[], calls: [] as Receipt<UrlCallback>[] };
    for (const some of batches(steps)) {
      const facts = await loadEventFacts(tx, some, subscribed);
      const { written, calls } = await publish(tx, facts, this.notifier);
      published.written.push(written);
      published.calls.push(...calls);
    }
    return published;
  }
}

const eventNameOf = ({ status }: Pick<Step, 'status'>): string =>
  EVENT_OF_STATUS[STATUS_NAME[status]!] ?? '';

const NONE: ReadonlySet<string> = new Set();
