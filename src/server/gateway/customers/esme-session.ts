/** One customer's SMPP connection: requests are answered once their effect is committed. */
import type { GatewayAuthenticator } from '../../core/gateway-users/gateway-users.ts';
import type { UserRow } from '../../core/gateway-users/gateway-users.store.ts';
import type { SoftwareCounter } from '../../core/software-use/software-use.ts';
import { CommitUnknown, DatabaseAway } from '../../infra/database/failures.ts';
import type { Database } from '../../infra/database/db.ts';
import { cancelQueued } from '../../core/dispatch/queue/stop.store.ts';
import { smppServerAnswersTotal } from '../../infra/instruments.ts';
import type { Log } from '../../infra/log.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { RESPONSE_TO, STATUS, statusName } from '../../../smpp/pdus.ts';
import type { BindCommand, PduOf, Request } from '../../../smpp/pdus.ts';
import type { CloseReason } from '../../../smpp/effects.ts';
import type { Link, LinkHandlers, Outcome as LinkOutcome } from '../../../smpp/link.ts';
import type { Acceptor, MessageRequest } from '../../core/accept/accept.ts';
import type { Receiver, DeliveryInFlight } from './smpp-deliveries.ts';
import { queryAnswer, readSubmit, statusOfRefusal } from './smpp-server.rules.ts';
import { OPTIONAL_PARAMETERS } from './smpp-deliveries.rules.ts';
import type { Submit } from './smpp-server.rules.ts';
import { findState } from './smpp-server.store.ts';
import type { BindKind } from './smpp-server.store.ts';

export type SmppServerOptions = {
  database: Database;
  users: GatewayAuthenticator;
  acceptor: Acceptor;
  /** Counts messages by user. */
  counter: SoftwareCounter;
  log: Log;
  /** Identifies this process to others. */
  holder: string;
  host: string;
  port: number;
  /** A second port that speaks TLS; the files of its certificate and key in PEM are read again when they change. */
  tls: { port: number; certFile: string; keyFile: string } | undefined;
};

export const UNBIND_MS = 3000;

export type Bind = {
  id: string;
  user: UserRow;
  kind: BindKind;
  /** Its value at the first refresh. */ passwordHash?: string | null;
};

type EsmeHandlers = {
  bind(pdu: PduOf<BindCommand>): void;
  outcomes(batch: LinkOutcome<DeliveryInFlight>[]): void;
  closed(reason: CloseReason): void;
  numbersOf(username: string, pdu: Submit): (reference: number) => number;
};

/** One connection of a customer's. */
export class EsmeSession implements Receiver {
  readonly link: Link<DeliveryInFlight>;
  readonly address: string;
  readonly tls: boolean;
  readonly #options: SmppServerOptions;
  readonly #events: EsmeHandlers;
  readonly figures = { submitted: 0, refused: 0, delivered: 0 };
  readonly #working = new Set<Promise<void>>();
  bind: Bind | undefined;
  /** interface_version of the bind. */
  version = 0;
  countsAsUnbound = true;
  isClosed = false;

  constructor(
    link: Link<DeliveryInFlight>,
    address: string,
    tls: boolean,
    options: SmppServerOptions,
    handlers: EsmeHandlers,
  ) {
    this.link = link;
    this.address = address;
    this.tls = tls;
    this.#options = options;
    this.#events = handlers;
  }

  get username(): string {
    return this.bind?.user.username ?? '';
  }

  get handlers(): LinkHandlers<DeliveryInFlight> {
    return {
      requests: (batch) => this.#handleRequests(batch),
      outcomes: (batch) => this.#events.outcomes(batch),
      closed: (reason) => {
        this.isClosed = true;
        this.#events.closed(reason);
      },
    };
  }

  refuseBind(pdu: PduOf<BindCommand>, status: number): void {
    smppServerAnswersTotal.inc({ command: 'bind', status: statusName(status) });
    this.link.respond(pdu, { command: RESPONSE_TO[pdu.command], command_status: status });
    this.link.end();
  }

  /** @returns false if the connection has closed meanwhile */
  bound(pdu: PduOf<BindCommand>, bind: Bind): boolean {
    this.bind = bind;
    this.version = pdu.interface_version;
    this.link.respond(pdu, {
      command: RESPONSE_TO[pdu.command],
      system_id: 'gateway',
      ...(pdu.interface_version >= OPTIONAL_PARAMETERS && {
        tlvs: { sc_interface_version: OPTIONAL_PARAMETERS },
      }),
    });
    return this.link.state !== 'CLOSED';
  }

  /** Unbinds, and closes the connection if the peer does not answer in time. */
  unbind(): void {
    this.link.unbind();
    setTimeout(() => this.link.destroy(), UNBIND_MS).unref();
  }

  /** Resolves when every submitted message is answered. */
  async drained(): Promise<void> {
    while (this.#working.size > 0) await Promise.all(this.#working);
  }

  #handleRequests(batch: readonly PduOf<Request>[]): void {
    const submits: Submit[] = [];
    for (const pdu of batch) {
      switch (pdu.command) {
        case 'bind_transmitter':
        case 'bind_receiver':
        case 'bind_transceiver':
          this.#events.bind(pdu);
          break;
        case 'submit_sm':
        case 'data_sm':
          submits.push(pdu);
          break;
        case 'query_sm':
          this.#work(pdu, () => this.#query(pdu));
          break;
        case 'cancel_sm':
          this.#work(pdu, () => this.#cancel(pdu));
          break;
        case 'replace_sm':
          this.#work(pdu, () => this.#replace(pdu));
          break;
        case 'submit_multi':
          this.link.respond(pdu, {
            command: 'submit_multi_resp',
            command_status: STATUS.ESME_RINVCMDID,
          });
          break;
        default: // Other requests do not come from an ESME, or have no response.
      }
    }
    if (submits.length > 0) this.#track(this.#submit(submits));
  }

  /** Answers a request that fails with ESME_RSYSERR. */
  #work(pdu: PduOf<'query_sm' | 'cancel_sm' | 'replace_sm'>, work: () => Promise<void>): void {
    this.#track(
      work().catch((error: unknown) => {
        this.#options.log.error({ err: error, username: this.username }, `${pdu.command} failed`);
        this.link.respond(pdu, {
          command: RESPONSE_TO[pdu.command],
          command_status: STATUS.ESME_RSYSERR,
        });
      }),
    );
  }

  #track(work: Promise<void>): void {
    this.#working.add(work);
    void work.finally(() => this.#working.delete(work));
  }

  async #submit(pdus: readonly Submit[]): Promise<void> {
    const { bind, link } = this;
    const { acceptor, counter, log } = this.#options;
    if (!bind) return;
    const { user } = bind;
    const credential = { username: user.username };
    counter.call(credential, 'SMPP', pdus.length);
    const refuse = (pdu: Submit, status: number, reason: string) => {
      this.figures.refused++;
      smppServerAnswersTotal.inc({ command: 'submit_sm', status: statusName(status) });
      log.debug(
        { username: user.username, status: statusName(status), reason },
        'message was refused',
      );
      link.respond(pdu, { command: RESPONSE_TO[pdu.command], command_status: status });
    };
    const now = new Date();
    const offered: { pdu: Submit; offer: MessageRequest }[] = [];
    for (const pdu of pdus) {
      const read = readSubmit(pdu, now, this.#events.numbersOf(user.username, pdu));
      if ('status' in read) {
        counter.outcome(credential, 'SMPP', statusName(read.status));
        refuse(pdu, read.status, read.reason);
        continue;
      }
      const { receipts, ...offer } = read;
      offered.push({
        pdu,
        offer: {
          ...offer,
          ...(receipts && {
            callback: { kind: 'SMPP' as const, username: user.username, ...receipts },
          }),
        },
      });
    }
    if (offered.length === 0) return;
    try {
      const outcomes = await acceptor.accept(
        { source: 'SMPP', clientId: user.clientId, user, test: false },
        offered.map(({ offer }) => offer),
      );
      counter.messages(credential, 'SMPP', outcomes);
      smppServerAnswersTotal.inc(
        { command: 'submit_sm', status: 'ESME_ROK' },
        outcomes.filter((outcome) => 'messageId' in outcome).length,
      );
      offered.forEach(({ pdu }, at) => {
        const outcome = outcomes[at];
        if (outcome && 'messageId' in outcome) {
          this.figures.submitted++;
          link.respond(pdu, { command: RESPONSE_TO[pdu.command], message_id: outcome.messageId });
        } else
          refuse(
            pdu,
            outcome ? statusOfRefusal(outcome.refusal) : STATUS.ESME_RSYSERR,
            outcome?.refusal.code ?? 'no outcome',
          );
      });
    } catch (error) {
      log.error(
        { err: error, username: user.username, messages: offered.length },
        'messages could not be accepted',
      );
      // The commit is in doubt: neither answer would be true, so that the connection closes without
      // one.
      if (error instanceof CommitUnknown) return link.destroy();
      const status = error instanceof DatabaseAway ? STATUS.ESME_RMSGQFUL : STATUS.ESME_RSYSERR;
      for (const { pdu } of offered) {
        counter.outcome(credential, 'SMPP', statusName(status));
        refuse(pdu, status, 'failed');
      }
    }
  }

  /** Finds a message of this user's client; another client's does not exist for it. */
  async #find(messageId: string) {
    const { bind } = this;
    if (!bind || !UUID.test(messageId)) return undefined;
    return this.#options.database.run(systemScope(), (tx) =>
      findState(tx, bind.user.clientId, messageId.toLowerCase()),
    );
  }

  async #query(pdu: PduOf<'query_sm'>): Promise<void> {
    const found = await this.#find(pdu.message_id);
    if (!found)
      this.link.respond(pdu, {
        command: 'query_sm_resp',
        command_status: STATUS.ESME_RINVMSGID,
        message_id: pdu.message_id,
      });
    else this.link.respond(pdu, queryAnswer(pdu.message_id, found));
  }

  async #cancel(pdu: PduOf<'cancel_sm'>): Promise<void> {
    const answer = (command_status: number) =>
      this.link.respond(pdu, { command: 'cancel_sm_resp', command_status });
    // Cancelling all messages between two addresses (4.9.1) is too easily done by mistake.
    if (pdu.message_id === '') return answer(STATUS.ESME_RCANCELFAIL);
    const { bind } = this;
    if (!bind || !(await this.#find(pdu.message_id))) return answer(STATUS.ESME_RINVMSGID);
    const cancelled = await this.#options.database.run(systemScope(), (tx) =>
      cancelQueued(tx, bind.user.clientId, pdu.message_id.toLowerCase()),
    );
    answer(cancelled ? STATUS.ESME_ROK : STATUS.ESME_RCANCELFAIL);
  }

  /** Price, parts and consent belong to the text that was accepted: another text is another message. */
  async #replace(pdu: PduOf<'replace_sm'>): Promise<void> {
    const found = await this.#find(pdu.message_id);
    this.link.respond(pdu, {
      command: 'replace_sm_resp',
      command_status: found ? STATUS.ESME_RREPLACEFAIL : STATUS.ESME_RINVMSGID,
    });
  }
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
