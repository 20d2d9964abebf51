import { ESM_CLASS, STATUS } from '../../../src/smpp/pdus.ts';
import type { OutgoingOf, PduOf, Request } from '../../../src/smpp/pdus.ts';
import type { LinkHandlers, Outcome } from '../../../src/smpp/link.ts';
import { WINDOW, type CarrierSession, type Mortal, type Scheduler } from './world-ports.ts';

/** A connection as the link sees it, without a socket. */
export class FakeSession implements CarrierSession {
  readonly process: Mortal;
  isBound = false;
  window = WINDOW;
  #world: Scheduler;
  #handlers: LinkHandlers<unknown>;
  #waiting = new Set<unknown>();
  #reports = new Map<number, () => void>();
  #sequence = 1;
  #over = false;

  constructor(world: Scheduler, process: Mortal, handlers: LinkHandlers<unknown>) {
    this.#world = world;
    this.process = process;
    this.#handlers = handlers;
  }

  get dead(): boolean {
    return this.process.dead;
  }

  get free(): number {
    return this.isBound ? this.window - this.#waiting.size : 0;
  }

  get outstanding(): number {
    return this.#waiting.size;
  }

  bind(): void {
    this.isBound = true;
    this.#handlers.bound?.({
      command: 'bind_transceiver_resp',
      command_status: 0,
      sequence_number: 1,
      system_id: 'world',
    });
  }

  send(pdu: OutgoingOf<Request>, context: unknown): boolean {
    if (this.#over || this.free <= 0 || pdu.command !== 'submit_sm') return false;
    this.#waiting.add(context);
    this.#world.add({
      name: `submit ${pdu.destination_addr} arrives`,
      owner: this,
      run: () => this.#world.carrierGets(this, pdu, context),
    });
    return true;
  }

  /** The carrier's answer; now and then it comes after its time. */
  answer(context: unknown, status: number, id: string): void {
    const response = {
      command: 'submit_sm_resp',
      command_status: status,
      sequence_number: 1,
      message_id: id,
    } as const;
    const late = this.#world.random() < 0.1;
    this.#waiting.delete(context);
    if (!late) return this.#handlers.outcomes([{ effect: 'answered', context, response }]);
    this.#handlers.outcomes([{ effect: 'unanswered', context, reason: 'timeout' }]);
    this.#world.add({
      name: `answers late with ${id}`,
      owner: this,
      run: () => this.#handlers.outcomes([{ effect: 'late', context, response }]),
    });
  }

  deliver(destination: string, id: string, again: () => void): void {
    const sequence = this.#sequence++;
    this.#reports.set(sequence, again);
    this.#handlers.requests([
      {
        command: 'deliver_sm',
        command_status: 0,
        sequence_number: sequence,
        service_type: '',
        source_addr_ton: 1,
        source_addr_npi: 1,
        source_addr: destination,
        dest_addr_ton: 5,
        dest_addr_npi: 0,
        destination_addr: 'TUMA',
        esm_class: ESM_CLASS.delivery_receipt,
        protocol_id: 0,
        priority_flag: 0,
        schedule_delivery_time: '',
        validity_period: '',
        registered_delivery: 0,
        replace_if_present_flag: 0,
        data_coding: 0,
        sm_default_msg_id: 0,
        short_message: Buffer.from(`id:${id} stat:DELIVRD err:000`),
      },
    ]);
  }

  respond(request: PduOf<Request>, response: { command_status?: number }): void {
    if (this.#over) return;
    const again = this.#reports.get(request.sequence_number);
    this.#reports.delete(request.sequence_number);
    if (response.command_status !== STATUS.ESME_ROK) again?.();
  }

  unbind(): void {
    this.destroy();
  }

  destroy(): void {
    this.#world.add({ name: 'the connection closes', owner: this, run: () => this.cut() });
  }

  /** The carrier repeats each report that was not acknowledged; a submit without an answer stays unknown. */
  cut(): void {
    if (this.#over) return;
    this.#over = true;
    this.isBound = false;
    this.#world.forget(this);
    for (const again of this.#reports.values()) again();
    if (this.process.dead) return;
    const lost = [...this.#waiting].map((context): Outcome<unknown> => ({
      effect: 'unanswered',
      context,
      reason: 'closed',
    }));
    this.#waiting.clear();
    if (lost.length > 0) this.#handlers.outcomes(lost);
    this.#handlers.closed({ kind: 'connection' });
  }
}
