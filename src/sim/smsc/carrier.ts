/** The simulated carrier behind its sockets: accounts, accepted messages, receipts. */
import { encode } from '../../smpp/encoder.ts';
import { readContent, splitMessage } from '../../smpp/concatenation.ts';
import { ESM_CLASS, NPI, RESPONSE_TO, STATUS, TON, MESSAGE_STATE } from '../../smpp/pdus.ts';
import type { BindCommand, OutgoingOf, PduOf, Request } from '../../smpp/pdus.ts';
import { receiptText, receiptTlvs } from '../../smpp/receipt.ts';
import type { Link, LinkHandlers, Outcome } from '../../smpp/link.ts';
import { decodeText, encodeText } from '../../smpp/text.ts';
import { DEFAULT_BEHAVIOUR, planFor, VERDICTS } from './behaviour.ts';
import type { Behaviour, Plan, VerdictName } from './behaviour.ts';
import { chance, fingerprint } from './chance.ts';
import { Records } from './records.ts';
import type { KeptPart } from './records.ts';
import { Wheel } from './wheel.ts';
import type { Delivery } from './account.ts';
import { Account } from './account.ts';

export interface SmscOptions {
  /** 0, the default, takes a free one. */
  port?: number;
  /** 127.0.0.1 unless said. */
  host?: string;
  /** Credentials of the bind; without them any client may bind. */
  systemId?: string;
  password?: string;
  /** The seed of every random choice. */
  seed?: number;
  /** Receipts and MO unanswered at a time on one link, 50 unless said. */
  window?: number;
  /** Messages that `received` remembers, 100,000 unless said; 0 for long runs that only count. */
  record?: number;
  behaviour?: Partial<Behaviour>;
}

/** Counts since the start. */
export interface SmscStats {
  links: number;
  accepted: number;
  /** Accepted with a destination, part number and text that had been accepted before. */
  duplicates: number;
  refused: number;
  throttled: number;
  receiptsSent: number;
  receiptsAnswered: number;
  /** Sent again because the first sending was not answered. */
  receiptsRepeated: number;
  /** Refused for good by the client. */
  receiptsRefused: number;
  /** Still to be sent or answered. */
  receiptsOpen: number;
  moSent: number;
  moAnswered: number;
  linksCut: number;
}

/** A message from a phone. */
export interface MobileOriginated {
  source: string;
  destination: string;
  text: string;
  /** The system_id whose link gets it; the one that bound last unless said. */
  account?: string;
}

type Submit = PduOf<'submit_sm'> | PduOf<'data_sm'>;

/** How long the response waits where a receipt is to overtake it. */
const OVERTAKEN = 50;

const RETRY_DELAY = 1000;

const LONGEST_ADDRESS = 20;

const ID_DIGITS = 8;

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
  #tokens = 0;
  #tokensAt = -Infinity; // the bucket begins full

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
          else if (pdu.command === 'query_sm') this.#query(link, pdu);
          else if (pdu.command === 'cancel_sm') this.#cancel(link, pdu);
          else if (pdu.command in RESPONSE_TO) this.#refuseCommand(link, pdu);
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
    const { data_coding, octets } = encodeText(message.text);
    this.#moReference = (this.#moReference + 1) & 0xff;
    const parts = splitMessage(octets, data_coding, 'udh8', this.#moReference) ?? [];
    const pdus = parts.map((part): OutgoingOf<'deliver_sm'> => ({
      command: 'deliver_sm',
      source_addr_ton: TON.international,
      source_addr_npi: NPI.isdn,
      source_addr: message.source,
      dest_addr_ton: TON.unknown,
      dest_addr_npi: NPI.isdn,
      destination_addr: message.destination,
      data_coding,
      ...part,
    }));
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
    if (!this.#withinRate()) {
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
    const id = this.#formatId(number);
    this.stats.accepted++;
    this.records.countDuplicate(print);
    const facts = {
      account: account.name,
      source: pdu.source_addr,
      destination: pdu.destination_addr,
      dataCoding: pdu.data_coding,
    };
    const kept = this.records.keep(id, facts, content, pdu.tlvs?.raw);
    this.#plan(
      plan,
      pdu.registered_delivery,
      this.#reporter(account, pdu, number, id, kept, content.octets),
    );

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

  /** Makes the function that owes the account a receipt. It holds on to no more of the PDU than a receipt needs. */
  #reporter(
    account: Account,
    pdu: Submit,
    number: number,
    id: string,
    kept: KeptPart | undefined,
    octets: Buffer,
  ) {
    const submitted = new Date();
    const receiptId = this.#formatReceiptId(number, id);
    const text = (decodeText(pdu.data_coding, octets.subarray(0, 40)) ?? '')
      .slice(0, 20)
      .replace(/[^\x20-\x7e]/g, '?');
    const addresses = {
      source_addr_ton: pdu.dest_addr_ton,
      source_addr_npi: pdu.dest_addr_npi,
      source_addr: pdu.destination_addr,
      dest_addr_ton: pdu.source_addr_ton,
      dest_addr_npi: pdu.source_addr_npi,
      destination_addr: pdu.source_addr,
    };
    const { receiptForm, vocabulary } = this.#behaviour;
    return (name: VerdictName) => {
      const { state, error, word } = VERDICTS[kept?.state === 'DELETED' ? 'deleted' : name];
      const stat = vocabulary === 'parlayx' ? word : state;
      if (kept) {
        kept.state = state;
        kept.outcome = stat;
      }
      const receipt: OutgoingOf<'deliver_sm'> = {
        command: 'deliver_sm',
        ...addresses,
        esm_class: ESM_CLASS.delivery_receipt,
      };
      if (receiptForm !== 'tlvs') {
        receipt.short_message = Buffer.from(
          receiptText({
            carrierId: receiptId,
            stat,
            error: String(error).padStart(3, '0'),
            submitted,
            done: new Date(),
            delivered: state === 'DELIVRD',
            text,
          }),
        );
      }
      if (receiptForm !== 'text') receipt.tlvs = receiptTlvs(receiptId, state, error);
      account.owe({ pdu: receipt, receipt: true, kept, settled: false, tries: 0 });
    };
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

  #query(link: Link<Delivery>, pdu: PduOf<'query_sm'>): void {
    const kept = this.records.find(pdu.message_id);
    if (!kept) {
      link.respond(pdu, { command: 'query_sm_resp', command_status: STATUS.ESME_RQUERYFAIL });
      return;
    }
    link.respond(pdu, {
      command: 'query_sm_resp',
      message_id: pdu.message_id,
      message_state: MESSAGE_STATE[kept.state],
    });
  }

  /** A message without a receipt yet can still be taken back: its receipt will say DELETED. */
  #cancel(link: Link<Delivery>, pdu: PduOf<'cancel_sm'>): void {
    const kept = this.records.find(pdu.message_id);
    const possible = kept?.state === 'ENROUTE';
    if (possible) kept.state = 'DELETED';
    link.respond(pdu, {
      command: 'cancel_sm_resp',
      command_status: possible ? STATUS.ESME_ROK : STATUS.ESME_RCANCELFAIL,
    });
  }

  #refuseCommand(link: Link<Delivery>, pdu: PduOf<Request>): void {
    if (pdu.command === 'outbind' || pdu.command === 'alert_notification') return;
    link.respond(pdu, { command: RESPONSE_TO[pdu.command], command_status: STATUS.ESME_RINVCMDID });
  }

  /** A bucket that holds a tenth of a second's worth, so that a client at the agreed rate is not refused for its bursts. */
  #withinRate(): boolean {
    const { rate } = this.#behaviour;
    if (rate === 0) return true;
    const now = performance.now();
    this.#tokens = Math.min(
      Math.max(1, rate / 10),
      this.#tokens + ((now - this.#tokensAt) * rate) / 1000,
    );
    this.#tokensAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
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

  #formatId(number: number): string {
    const { ids, upperCase } = this.#behaviour;
    const id =
      ids === 'uuid'
        ? uuid(chance(number + this.#seed))
        : ids === 'hex'
          ? number.toString(16).padStart(ID_DIGITS, '0')
          : number.toString();
    return upperCase ? id.toUpperCase() : id;
  }

  #formatReceiptId(number: number, id: string): string {
    const { ids, receiptIds, receiptUpperCase, receiptIdDigits } = this.#behaviour;
    const written =
      receiptIds === 'same' || ids === 'uuid'
        ? id
        : number.toString(receiptIds === 'hex' ? 16 : 10);
    const padded = written.padStart(receiptIdDigits, '0');
    return receiptUpperCase ? padded.toUpperCase() : padded;
  }
}

function isBind(pdu: PduOf<Request>): pdu is PduOf<BindCommand> {
  return pdu.command.startsWith('bind_');
}

/** registered_delivery (5.2.17): 1 asks for every receipt, 2 for those of failures. */
function wantsReceipt(registeredDelivery: number, verdict: VerdictName): boolean {
  const wish = registeredDelivery & 0x03;
  return wish === 1 || (wish === 2 && verdict !== 'delivered');
}

function uuid(draw: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(draw() * 16).toString(16));
  return [8, 4, 4, 4, 12].map((length) => hex.splice(0, length).join('')).join('-');
}
