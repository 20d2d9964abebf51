/** The simulated carrier behind its sockets: accounts, accepted messages, receipts. */
import { encode } from '../../smpp/encoder.ts';
import { readContent } from '../../smpp/concatenation.ts';
import { RESPONSE_TO, STATUS } from '../../smpp/pdus.ts';
import type { BindCommand, PduOf, Request } from '../../smpp/pdus.ts';
import type { Link, LinkHandlers, Outcome } from '../../smpp/link.ts';
import { DEFAULT_BEHAVIOUR, planFor } from './behaviour.ts';
import type { Behaviour, Plan, VerdictName } from './behaviour.ts';
import { chance, fingerprint } from './chance.ts';
import { formatId, formatReceiptId } from './ids.ts';
import type { MobileOriginated, SmscOptions, SmscStats } from './options.ts';
import { openReceipts, wantsReceipt } from './receipts.ts';
import { partsOf } from './mobile-originated.ts';
import { Records } from './records.ts';
import type { KeptPart } from './records.ts';
import { TokenBucket } from './token-bucket.ts';
import { Wheel } from './wheel.ts';
import type { Delivery } from './account.ts';
import { Account } from './account.ts';
import { answerCancel, answerQuery, refuseCommand } from './commands.ts';

type Submit = PduOf<'submit_sm'> | PduOf<'data_sm'>;

/** How long the response waits where a receipt is to overtake it. */
const OVERTAKEN = 50;

const RETRY_DELAY = 1000;

const LONGEST_ADDRESS = 20;

const IDS_PER_SEED = 0x1000000;

/** Statuses by which a client asks for a delivery again. */
const TEMPORARY: ReadonlySet<number> = new Set([
  STATUS.ESME_RSYSERR,
  STATUS.ESME_RMSGQFUL,
  STATUS.ESME_RTHROTTLED,
  STATUS.ESME_RX_T_APPN,
]);

export class Carrier {
  readonly records: Records;
  readonly stats: Omit<SmscStats, 'links' | 'duplicates'> = {
    accepted: 0,
    refused: 0,
    throttled: 0,
    receiptsSent: 0,
    receiptsAnswered: 0,
    receiptsRepeated: 0,
    receiptsRefused: 0,
    receiptsOpen: 0,
    moSent: 0,
    moAnswered: 0,
    linksCut: 0,
  };
  readonly #options: SmscOptions;
  readonly #seed: number;
  #behaviour: Behaviour;
  readonly #accounts = new Map<string, Account>();
  #lastBound: Account | undefined;
  readonly #wheel = new Wheel(() => this.#pumpAll());
  readonly #cutLinks = new WeakSet<Link<Delivery>>();
  /** How often a message was turned away, by its print, where a rule counts that. */
  readonly #turnedAway = new Map<number, number>();
  #lastId: number;
  #moReference = 0;
  readonly #bucket = new TokenBucket();

  constructor(options: SmscOptions) {
    this.#options = options;
    this.#seed = options.seed ?? 1;
    this.#behaviour = { ...DEFAULT_BEHAVIOUR, ...options.behaviour };
    this.#lastId = this.#seed * IDS_PER_SEED;
    this.records = new Records(options.record ?? 100_000);
  }

  behave(behaviour: Partial<Behaviour>): void {
    this.#behaviour = { ...this.#behaviour, ...behaviour };
  }

  stop(): void {
    this.#wheel.stop();
  }

  cut(link: Link<Delivery>): void {
    this.#cutLinks.add(link);
    this.stats.linksCut++;
    link.destroy();
  }

  accept(link: Link<Delivery>): LinkHandlers<Delivery> {
    let account: Account | undefined;
    return {
      requests: (batch) => {
        for (const pdu of batch) {
          if (this.#cutLinks.has(link)) return; // what came behind the cut was never read
          if (isBind(pdu)) account = this.#bind(link, pdu);
          else if (account && (pdu.command === 'submit_sm' || pdu.command === 'data_sm'))
            this.#submit(link, account, pdu);
          else if (pdu.command === 'query_sm')
            answerQuery(link, pdu, this.records.find(pdu.message_id));
          else if (pdu.command === 'cancel_sm')
            answerCancel(link, pdu, this.records.find(pdu.message_id));
          else if (pdu.command in RESPONSE_TO) refuseCommand(link, pdu);
        }
        if (account) this.#pump(account);
      },
      outcomes: (batch) => {
        if (account) this.#delivered(account, batch);
      },
      closed: () => {
        account?.links.delete(link);
        if (account) this.#pump(account);
      },
    };
  }

  injectMo(message: MobileOriginated): boolean {
    const account =
      message.account === undefined ? this.#lastBound : this.#accounts.get(message.account);
    if (!account) return false;
    this.#moReference = (this.#moReference + 1) & 0xff;
    const pdus = partsOf(message, this.#moReference);
    for (const pdu of pdus) encode(pdu); // throws here, and not when it is sent
    this.records.write(message.source, message.destination, message.text);
    for (const pdu of pdus)
      account.owe({ pdu, receipt: false, kept: undefined, settled: false, tries: 0 });
    this.#pump(account);
    return true;
  }

  #bind(link: Link<Delivery>, pdu: PduOf<BindCommand>): Account | undefined {
    const command = RESPONSE_TO[pdu.command];
    const { systemId = pdu.system_id, password = pdu.password } = this.#options;
    if (systemId !== pdu.system_id || password !== pdu.password) {
      const command_status =
        systemId === pdu.system_id ? STATUS.ESME_RINVPASWD : STATUS.ESME_RINVSYSID;
      link.respond(pdu, { command, command_status });
      link.end();
      return undefined;
    }
    link.respond(pdu, { command, system_id: 'SIMULATOR', tlvs: { sc_interface_version: 0x34 } });
    const account = this.#accounts.get(pdu.system_id) ?? new Account(pdu.system_id);
    this.#accounts.set(pdu.system_id, account);
    account.links.add(link);
    this.#lastBound = account;
    return account;
  }

  #submit(link: Link<Delivery>, account: Account, pdu: Submit): void {
    const command = RESPONSE_TO[pdu.command];
    if (!this.#bucket.take(this.#behaviour.rate)) {
      this.stats.throttled++;
      link.respond(pdu, { command, command_status: STATUS.ESME_RTHROTTLED });
      return;
    }
    // A receipt goes back by deliver_sm, whose addresses are shorter than those of data_sm.
    if (pdu.destination_addr.length > LONGEST_ADDRESS || pdu.source_addr.length > LONGEST_ADDRESS) {
      this.stats.refused++;
      link.respond(pdu, { command, command_status: STATUS.ESME_RINVDSTADR });
      return;
    }
    const content = readContent(pdu);
    const print = fingerprint(pdu.destination_addr, content.part?.part ?? 1, content.octets);
    const plan = planFor(pdu.destination_addr, this.#behaviour, chance(print + this.#seed));

    const { refuse } = plan;
    if (refuse && (refuse.times === undefined || this.#turnAway(print, refuse.times))) {
      this.stats[refuse.status === STATUS.ESME_RTHROTTLED ? 'throttled' : 'refused']++;
      link.respond(pdu, { command, command_status: refuse.status });
      return;
    }
    if (plan.response === 'lose' && this.#turnAway(print, 1)) {
      this.cut(link);
      return;
    }

    const number = ++this.#lastId;
    const id = formatId(number, this.#behaviour, this.#seed);
    this.stats.accepted++;
    this.records.countDuplicate(print);
    const facts = {
      account: account.name,
      source: pdu.source_addr,
      destination: pdu.destination_addr,
      dataCoding: pdu.data_coding,
    };
    const kept = this.records.keep(id, facts, content, pdu.tlvs?.raw);
    const receiptId = formatReceiptId(number, id, this.#behaviour);
    const receiptOf = openReceipts(pdu, content.octets, receiptId, this.#behaviour);
    this.#plan(plan, pdu.registered_delivery, reporter(account, kept, receiptOf));

    if (plan.response === 'never') return;
    if ((plan.response === 'cut' && this.#turnAway(print, 1)) || this.#dropsNow(print)) {
      this.cut(link);
      return;
    }
    const respond = () => link.respond(pdu, { command, message_id: id });
    const delay =
      plan.early && plan.verdicts.length > 0
        ? Math.max(plan.responseDelay, OVERTAKEN)
        : plan.responseDelay;
    if (plan.early) this.#pump(account);
    if (delay === 0) respond();
    else this.#wheel.after(delay, respond);
  }

  /** Apart from #submit, so that a receipt that waits does not hold the PDU, and with it the whole of what was read. */
  #plan(plan: Plan, registeredDelivery: number, report: (verdict: VerdictName) => void): void {
    plan.verdicts.forEach((verdict, index) => {
      if (!wantsReceipt(registeredDelivery, verdict)) return;
      for (let copy = 0; copy < plan.copies; copy++) {
        this.stats.receiptsOpen++;
        if (plan.early) report(verdict);
        else this.#wheel.after(plan.receiptDelay * (index + 1), () => report(verdict));
      }
    });
  }

  #delivered(account: Account, batch: Outcome<Delivery>[]): void {
    for (const outcome of batch) {
      const delivery = outcome.context;
      if (delivery.settled) continue;
      if (outcome.effect === 'unanswered') {
        account.again.push(delivery);
        continue;
      }
      const status = outcome.response.command_status;
      if (TEMPORARY.has(status)) {
        this.#wheel.after(RETRY_DELAY, () => account.again.push(delivery));
        continue;
      }
      delivery.settled = true;
      if (!delivery.receipt) {
        this.stats.moAnswered++;
        continue;
      }
      this.stats.receiptsOpen--;
      if (status === STATUS.ESME_ROK) {
        this.stats.receiptsAnswered++;
        if (delivery.kept) delivery.kept.receiptsAnswered++;
      } else this.stats.receiptsRefused++;
    }
    this.#pump(account);
  }

  #pump(account: Account): void {
    account.pump((delivery) => {
      delivery.tries++;
      if (!delivery.receipt) {
        this.stats.moSent++;
        return;
      }
      this.stats.receiptsSent++;
      if (delivery.tries > 1) this.stats.receiptsRepeated++;
      if (delivery.kept) delivery.kept.receiptsSent++;
    });
  }

  #pumpAll(): void {
    for (const account of this.#accounts.values()) this.#pump(account);
  }

  /** Returns whether to refuse a message that was refused fewer than `times` times. */
  #turnAway(print: number, times: number): boolean {
    const before = this.#turnedAway.get(print) ?? 0;
    if (before >= times) {
      this.#turnedAway.delete(print);
      return false;
    }
    this.#turnedAway.set(print, before + 1);
    return true;
  }

  #dropsNow(print: number): boolean {
    const { dropEvery, drops } = this.#behaviour;
    if (dropEvery > 0 && this.stats.accepted % dropEvery === 0) return true;
    // With the count, so that a message which is sent again does not meet the same fate for ever.
    return drops > 0 && chance(print + this.#seed + this.stats.accepted)() < drops;
  }
}

/** Made outside the carrier's methods, so that a receipt that waits does not hold the PDU. */
function reporter(
  account: Account,
  kept: KeptPart | undefined,
  receiptOf: ReturnType<typeof openReceipts>,
): (verdict: VerdictName) => void {
  return (verdict) => {
    const pdu = receiptOf(verdict, kept);
    account.owe({ pdu, receipt: true, kept, settled: false, tries: 0 });
  };
}

function isBind(pdu: PduOf<Request>): pdu is PduOf<BindCommand> {
  return pdu.command.startsWith('bind_');
}
