/** The deliveries that the simulated carrier owes one system_id, over all its links. */
import type { OutgoingOf } from '../../smpp/pdus.ts';
import type { Link } from '../../smpp/link.ts';
import type { KeptPart } from './records.ts';

export interface Delivery {
  pdu: OutgoingOf<'deliver_sm'>;
  receipt: boolean;
  kept: KeptPart | undefined;
  settled: boolean;
  tries: number;
}

/** The owner of one system_id, over all its links. */
export class Account {
  readonly name: string;
  readonly links = new Set<Link<Delivery>>();
  #queue: Delivery[] = [];
  #head = 0;
  /** To be sent again, before anything new. */
  readonly again: Delivery[] = [];

  constructor(name: string) {
    this.name = name;
  }

  owe(delivery: Delivery): void {
    this.#queue.push(delivery);
  }

  /** Sends what is due as far as the windows of the receiving links allow. `sent` is called for each. */
  pump(sent: (delivery: Delivery) => void): void {
    for (const link of this.links) {
      for (let delivery = this.#next(); delivery; delivery = this.#next()) {
        if (!link.send(delivery.pdu, delivery)) break;
        this.#shift();
        sent(delivery);
      }
    }
  }

  #next(): Delivery | undefined {
    while (this.again[0]?.settled) this.again.shift();
    return this.again[0] ?? this.#queue[this.#head];
  }

  #shift(): void {
    if (this.again.length > 0) {
      this.again.shift();
      return;
    }
    this.#head++;
    if (this.#head < 1024 || this.#head * 2 < this.#queue.length) return;
    this.#queue = this.#queue.slice(this.#head);
    this.#head = 0;
  }
}
