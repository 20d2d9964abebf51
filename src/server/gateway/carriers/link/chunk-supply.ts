/** The chunks that a link has leased and not yet claimed: leasing more of them, and returning those it should not send. */
import { leaseChunks, returnChunks } from '../../../core/dispatch/submission/lease.store.ts';
import { cutSession } from './state.ts';
import type { LinkContext, LinkSession } from './state.ts';

/** Clients whose chunks a link holds at a time; an urgent chunk comes on top. */
const MOST_CLIENTS = 8;
/** Messages in hand above which no second chunk of a client is leased. */
const ENOUGH_MESSAGES = 1000;

export class ChunkSupply<Payload> {
  readonly #link: LinkContext<Payload>;
  readonly #refill: () => void;
  #routeIds: readonly number[];
  #leasing: Promise<void> | undefined;
  /** The queue may hold chunks that this link has not seen: it looks when it runs low, or at once when woken. */
  #mayHaveMore = true;
  #isWoken = false;
  #lastClient: string | null = null;
  /** Routes whose chunks in hand are returned, to be leased by the shares of now. */
  #outdated: ReadonlySet<number> = new Set();

  /** @param refill called when chunks have been leased */
  constructor(link: LinkContext<Payload>, routeIds: readonly number[], refill: () => void) {
    this.#link = link;
    this.#routeIds = routeIds;
    this.#refill = refill;
  }

  get routeIds(): readonly number[] {
    return this.#routeIds;
  }

  set routeIds(routeIds: readonly number[]) {
    this.#routeIds = routeIds;
  }

  /** Resolves when the current lease request has ended. */
  get leasing(): Promise<void> | undefined {
    return this.#leasing;
  }

  /** Looks for chunks when the link next runs low. */
  nudge(): void {
    this.#mayHaveMore = true;
  }

  /** Looks for chunks at the next refill: they may be more urgent than those in hand. */
  wake(): void {
    this.#isWoken = true;
  }

  /** Returns the chunks in hand of these routes at the next refill: they were leased by other shares. */
  reconsider(routeIds: ReadonlySet<number>): void {
    this.#outdated = new Set([...this.#outdated, ...routeIds]);
    this.wake();
  }

  isLow(session: LinkSession<Payload>): boolean {
    return (
      this.messagesLeft(session) <=
      Math.max(2 * this.#link.dialect.limits().window, ENOUGH_MESSAGES / 4)
    );
  }

  /** Returns how many messages are in hand and not claimed yet. */
  messagesLeft({ chunks }: LinkSession<Payload>): number {
    return chunks.reduce((sum, { leased, next }) => sum + leased.messages.length - next, 0);
  }

  /** Leases chunks beside the claims, so that the window stays full while they are read. */
  leaseMore(session: LinkSession<Payload>): void {
    const left = this.messagesLeft(session);
    const isLow = this.isLow(session);
    if (
      this.#leasing ||
      this.#routeIds.length === 0 ||
      !(this.#isWoken || (this.#mayHaveMore && isLow))
    )
      return;
    this.#isWoken = false;
    this.#mayHaveMore = false;
    this.#leasing = this.#lease(session, ENOUGH_MESSAGES - left)
      .catch((error: unknown) => cutSession(this.#link, session, error))
      .finally(() => {
        this.#leasing = undefined;
      });
  }

  async #lease(session: LinkSession<Payload>, messages: number): Promise<void> {
    const { ports } = this.#link;
    const shares = new Map<number, number>();
    for (const routeId of this.#routeIds) {
      const share = ports.allowance?.(routeId);
      if (share !== undefined) shares.set(routeId, share);
    }
    const routeIds = this.#routeIds.filter((routeId) => shares.get(routeId) !== 0);
    if (routeIds.length === 0) return;
    const heldClients = new Set(session.chunks.map(({ leased }) => leased.clientId));
    const abovePriority =
      session.chunks.length === 0
        ? null
        : Math.max(...session.chunks.map(({ leased }) => leased.priority));
    const found = await ports.sql.run((tx) =>
      leaseChunks(tx, session.lease, {
        routeIds,
        shares,
        clients: Math.max(0, MOST_CLIENTS - heldClients.size),
        messages,
        heldClients,
        abovePriority,
        afterClient: this.#lastClient,
        ...(ports.relief && { relief: ports.relief() }),
      }),
    );
    if (session.isOver || found.length === 0) return;
    // Messages that went to other connectors were this link's turn all the same.
    for (const { routeId, taken } of found)
      if (shares.has(routeId)) ports.countLeased?.(routeId, taken);
    this.#lastClient = found.at(-1)?.clientId ?? null;
    this.#mayHaveMore = true;
    const leased = found.filter(({ messages: its }) => its.length > 0);
    // A chunk that was paused and resumed meanwhile comes a second time: the copy in hand is out of date.
    const again = new Set(leased.map(({ id }) => id));
    session.chunks = session.chunks.filter((chunk) => !again.has(chunk.leased.id));
    session.chunks.push(...leased.map((chunk) => ({ leased: chunk, next: 0, pos: chunk.pos })));
    this.#refill();
  }

  /**
   * Returns chunks of routes that this link serves no more or by other shares, for another link, and chunks
   * that have expired. The sweep ends those, by the database's clock; where the clock of this machine was
   * ahead for a while, they are leased again.
   */
  async returnUnserved(session: LinkSession<Payload>): Promise<void> {
    const now = this.#link.ports.clock.date();
    const gone = session.chunks.filter(
      ({ leased }) =>
        !this.#routeIds.includes(leased.routeId) ||
        this.#outdated.has(leased.routeId) ||
        leased.expiresAt <= now,
    );
    this.#outdated = new Set();
    if (gone.length === 0) return;
    session.chunks = session.chunks.filter((chunk) => !gone.includes(chunk));
    await this.returnChunks(
      session,
      gone.map(({ leased }) => leased.id),
    );
    // Not looked for at once: where the clock stays ahead, they would come and go without end.
    if (gone.every(({ leased }) => leased.expiresAt <= now)) this.#mayHaveMore = false;
  }

  /**
   * Returns chunks that were paused, cancelled or moved between two claims. One that was paused and resumed may have
   * been leased again meanwhile, and no link would look at it any more.
   */
  async returnChunks(session: LinkSession<Payload>, ids: readonly bigint[]): Promise<void> {
    try {
      await this.#link.ports.sql.single((tx) => returnChunks(tx, session.lease, ids));
      this.#mayHaveMore = true;
    } catch (error) {
      cutSession(this.#link, session, error);
    }
  }
}
