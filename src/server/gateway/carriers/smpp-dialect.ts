/** The dialect of an SMPP carrier. */
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { readRetryRules } from '../../../contract/api/connector-settings.ts';
import type { RetryRule, SmppSettings } from '../../../contract/api/connector-settings.ts';
import { smppErrorsTotal } from '../../infra/instruments.ts';
import { PduFieldError } from '../../../smpp/layout.ts';
import { STATUS, statusName } from '../../../smpp/pdus.ts';
import type { PduOf, Request } from '../../../smpp/pdus.ts';
import { isMarkedReceipt, parseReceipt } from '../../../smpp/receipt.ts';
import type { Outcome } from '../../../smpp/link.ts';
import { answeredId, partsOf, readReceipt } from './connector.rules.ts';
import type { Submit } from './connector.rules.ts';
import { Unsendable } from './dialect.ts';
import type { Channel, ChannelHandlers, Dialect, Limits, Verdict } from './dialect.ts';
import { PartReferences } from './part-references.ts';
import { readIncoming } from '../incoming/incoming.rules.ts';
import type { Wire } from './ports.ts';
import { LOST } from '../../core/dispatch/unconfirmed/unconfirmed.rules.ts';
import { revealCode } from '../../core/verification-codes/codes.rules.ts';
import type { PurposeKeys } from '../../infra/secrets.ts';
import type { Ring } from './trace.ts';
import { fieldsOf, textOf } from './smpp-trace.ts';
import { connectionOf, describe } from './smpp-connection.ts';

/** One for all links of this process: a phone may get messages through several. */
const references = new PartReferences();

export type SmppConfig = {
  connectorId: number;
  cid: string;
  carrierAccountId: number;
  settings: SmppSettings;
  password: string;
  /** The keys of one-time codes, whose digits go into no row. */
  codeKeys: PurposeKeys;
};

export class SmppDialect implements Dialect<Submit> {
  readonly connectorId: number;
  readonly cid: string;
  readonly carrierAccountId: number;
  readonly #password: string;
  readonly #codeKeys: PurposeKeys;
  /** Texts of PDUs with a one-time code, as the trace shows them. */
  readonly #masked = new WeakMap<Submit, string>();
  readonly #wire: Wire;
  readonly #ring: Ring;
  #settings: SmppSettings;
  #limits: Limits;
  #retryRules: readonly RetryRule[];
  /** The open connection; its window may change. */
  #opened: { set window(window: number) } | undefined;

  constructor(
    { connectorId, cid, carrierAccountId, settings, password, codeKeys }: SmppConfig,
    wire: Wire,
    ring: Ring,
  ) {
    this.connectorId = connectorId;
    this.cid = cid;
    this.carrierAccountId = carrierAccountId;
    this.#settings = settings;
    this.#limits = limitsOf(settings);
    this.#retryRules = readRetryRules(settings.retry_rules) ?? [];
    this.#password = password;
    this.#codeKeys = codeKeys;
    this.#wire = wire;
    this.#ring = ring;
  }

  get settings(): SmppSettings {
    return this.#settings;
  }

  /** May be replaced while a link is open by settings that need no new connection. */
  set settings(settings: SmppSettings) {
    this.#settings = settings;
    this.#limits = limitsOf(settings);
    this.#retryRules = readRetryRules(settings.retry_rules) ?? [];
    if (this.#opened) this.#opened.window = settings.window;
  }

  limits(): Limits {
    return this.#limits;
  }

  parts(...[message, chunk, now]: Parameters<Dialect<Submit>['parts']>) {
    if (!message.code) return partsOf(message, chunk, this.settings, now, references);
    const text = revealCode(this.#codeKeys, message.text, message.code);
    if (text === undefined) return undefined;
    const parts = partsOf({ ...message, text }, chunk, this.settings, now, references);
    for (const { payload } of parts ?? []) this.#masked.set(payload, message.text);
    return parts;
  }

  open<Context>(handlers: ChannelHandlers<Context>): Channel<Submit, Context> {
    const { settings } = this;
    const wire = this.#wire<Context>(connectionOf(settings, this.#password), {
      bound: (response) => {
        if (response.command_status === STATUS.ESME_ROK) handlers.bound();
      },
      outcomes: (batch) =>
        handlers.verdicts(
          batch.map((outcome) => {
            this.#noteAnswer(outcome);
            return {
              sending: outcome.context,
              verdict: this.#verdict(outcome),
              late: outcome.effect === 'late',
            };
          }),
        ),
      requests: (batch) => this.#requests(batch, wire, handlers),
      note: (note) => handlers.note(note.effect, 'reason' in note ? note.reason : undefined),
      closed: (reason) => handlers.closed(describe(reason)),
    });
    this.#opened = wire;
    const ring = this.#ring;
    const masked = this.#masked;
    return {
      get free() {
        return wire.free;
      },
      get outstanding() {
        return wire.outstanding;
      },
      send(pdu, context) {
        try {
          if (!wire.send(pdu, context)) return false;
        } catch (error) {
          throw error instanceof PduFieldError ? new Unsendable(error.field) : error;
        }
        ring.add(() => ({
          direction: 'OUT',
          command: pdu.command,
          fields: fieldsOf(pdu),
          text: masked.get(pdu) ?? textOf(pdu),
        }));
        return true;
      },
      unbind: () => wire.unbind(),
      destroy: () => wire.destroy(),
    };
  }

  #verdict<Context>(outcome: Outcome<Context>): Verdict {
    if (outcome.effect === 'unanswered')
      return {
        outcome: 'lost',
        reason: outcome.reason === 'timeout' ? LOST.NO_ANSWER : LOST.LINK,
      };
    const { response } = outcome;
    if (response.command_status !== STATUS.ESME_ROK)
      smppErrorsTotal.inc({ connector: this.cid, status: statusName(response.command_status) });
    if (response.command === 'submit_sm_resp' && response.command_status === STATUS.ESME_ROK)
      return { outcome: 'accepted', carrierId: answeredId(response.message_id, this.settings) };
    const errorCode = statusName(response.command_status || STATUS.ESME_RUNKNOWNERR);
    const isThrottled = response.command_status === STATUS.ESME_RTHROTTLED;
    const isFull = response.command_status === STATUS.ESME_RMSGQFUL;
    // A rule of the operator's goes before what these two mean by themselves.
    const rule = this.#retryRules.find(
      ({ status }) => status === errorCode || status === hexOf(response.command_status),
    );
    if (rule)
      return {
        outcome: 'temporary',
        errorCode,
        waitMs: rule.seconds * 1000,
        times: rule.times,
        next: rule.next ?? false,
        slowDown: isThrottled || isFull,
      };
    if (isThrottled) return { outcome: 'throttled', errorCode };
    return isFull
      ? { outcome: 'throttled', errorCode, waitMs: this.settings.requeue_delay * 1000 }
      : { outcome: 'refused', errorCode };
  }

  #noteAnswer<Context>(outcome: Outcome<Context>): void {
    this.#ring.add(() =>
      outcome.effect === 'unanswered'
        ? {
            direction: 'IN',
            command: outcome.reason === 'timeout' ? 'no answer' : 'link lost',
            fields: {},
            text: null,
          }
        : {
            direction: 'IN',
            command: outcome.response.command,
            fields: {
              ...fieldsOf(outcome.response),
              command_status: statusName(outcome.response.command_status),
            },
            text: null,
          },
    );
  }

  #requests<Context>(
    batch: readonly PduOf<Request>[],
    wire: ReturnType<Wire>,
    handlers: ChannelHandlers<Context>,
  ): void {
    handlers.requests(({ settler, inbox, log }, tallies) => {
      const { settings, connectorId, carrierAccountId, cid } = this;
      for (const pdu of batch) {
        if (pdu.command !== 'deliver_sm' && pdu.command !== 'data_sm') continue;
        const respond = (ok: boolean) =>
          wire.respond(pdu, {
            command: `${pdu.command}_resp`,
            command_status: ok ? STATUS.ESME_ROK : STATUS.ESME_RX_T_APPN,
          });
        const receipt = parseReceipt(pdu);
        // A phone's text is masked like any text; a receipt's words are the carrier's own.
        this.#ring.add(() => ({
          direction: 'IN',
          command: receipt ? `${pdu.command} (receipt)` : pdu.command,
          fields: {
            ...fieldsOf(pdu),
            ...(receipt && {
              id: receipt.carrierId,
              stat: receipt.stat,
              err: receipt.error ?? null,
            }),
          },
          text: receipt ? null : textOf(pdu),
        }));
        if (receipt) {
          const read = readReceipt(receipt, pdu.source_addr, settings);
          // One that says the message is under way answers for no part: another follows.
          if (read.status !== MESSAGE_STATUS.SUBMITTED) tallies.receipts++;
          settler.receipt({ ...read, connectorId }, respond);
          continue;
        }
        // No phone wrote it, and a repeat would say the same: the trace shows it.
        if (isMarkedReceipt(pdu)) {
          log.warn({ cid }, 'receipt could not be read: it has no id or no status');
          respond(true);
          continue;
        }
        tallies.received++;
        inbox.take(readIncoming(pdu, { connectorId, carrierAccountId })).then(
          () => respond(true),
          (error: unknown) => {
            log.error(
              { cid, err: error },
              'message from a phone could not be stored; the carrier will repeat it',
            );
            respond(false);
          },
        );
      }
    });
  }
}

const limitsOf = (settings: SmppSettings): Limits => ({
  window: settings.window,
  throughput: settings.submit_throughput,
  receiptSeconds: settings.dlr_expiry,
  holdSeconds: settings.hold_time,
  answerMs: settings.res_to * 1000,
  afterLoss: { retry: settings.con_loss_retry, delayMs: settings.con_loss_delay * 1000 },
  afterFailure: { retry: settings.con_fail_retry, delayMs: settings.con_fail_delay * 1000 },
});

/** As retry rules write a status without a name. */
const hexOf = (status: number) => `0x${status.toString(16).padStart(8, '0').toUpperCase()}`;
