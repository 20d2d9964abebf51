import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { callJson, factsOf, ProviderUnreachable } from './provider-http.ts';
import type { StatusAnswer, Facts, Provider, PushAnswer } from './provider.ts';

export type Market = 'TZ' | 'MZ';
export type OpenApiConfig = {
  baseUrl: string;
  market: Market;
  apiKey: string;
  /** Base64 of its DER, as the portal shows it. */ publicKey: string;
  serviceProviderCode: string;
};

/** The amounts bound slips of the finger; the market's own limits are told by its codes 990 to 992. */
const MARKETS = {
  TZ: {
    name: 'MPESA_TZ',
    path: 'vodacomTZN',
    country: 'TZN',
    currency: 'TZS',
    mostAmount: 5_000_000,
    phone: /^\+255[67]\d{8}$/,
  },
  MZ: {
    name: 'MPESA_MZ',
    path: 'vodacomMOZ',
    country: 'MOZ',
    currency: 'MZN',
    mostAmount: 200_000,
    phone: /^\+2588[2-7]\d{7}$/,
  },
} as const;

/** It answers a push once the payer has. */
const PUSH_TIMEOUT_MS = 120_000;
const TIMEOUT_MS = 20_000;
/** A session key is taken some 30 seconds after it was given; until then a call is refused as if it were wrong. */
const SESSION_ATTEMPTS = 14;
const SESSION_WAIT_MS = 3_000;

const PAID = 'INS-0';
/** Said of a session key that has ended or is not taken yet; nothing was done. */
const BAD_KEY = 'INS-2';
/** The push may have been taken: a fault, a time-out, a number seen before, a load, an unknown status. */
const MAYBE = new Set(['INS-1', 'INS-9', 'INS-10', 'INS-16', 'INS-23']);
/** Our request was wrong, so no payer was prompted. */
const REFUSED = new Set([
  BAD_KEY,
  'INS-13',
  'INS-14',
  'INS-15',
  'INS-17',
  'INS-18',
  'INS-19',
  'INS-20',
  'INS-21',
  'INS-22',
  'INS-24',
  'INS-25',
  'INS-26',
  'INS-998',
]);
/** Asked about a number that it does not know, or not yet. */
const NOT_KNOWN = new Set(['INS-18', 'INS-19', 'INS-23', 'INS-6140']);
/** Words of the query's status, in its own letters or not; any other is still under way. */
const STATUSES: Readonly<Record<string, string>> = {
  completed: PAID,
  cancelled: 'CANCELLED',
  expired: 'EXPIRED',
  failed: 'FAILED',
  declined: 'DECLINED',
  rejected: 'DECLINED',
  reversed: 'FAILED',
};

const answered = z.looseObject({ output_ResponseCode: z.string() });
const answerSchema = z.looseObject({
  output_ConversationID: z.optional(z.string()),
  output_TransactionID: z.optional(z.string()),
  output_OriginalTransactionID: z.optional(z.string()),
  output_ResponseTransactionStatus: z.optional(z.string()),
});
const session = z.object({ output_SessionID: z.string().check(z.minLength(1)) });

/**
 * Vodacom's M-Pesa OpenAPI: a push in a single stage, which is answered once the payer has entered the PIN or has not. It
 * knows a push by the number that we give it, so that one whose answer was lost can still be asked about.
 */
export function openOpenApi(
  config: OpenApiConfig,
  { sessionWaitMs = SESSION_WAIT_MS }: { sessionWaitMs?: number } = {},
): Provider {
  const market = MARKETS[config.market];
  const base = `${config.baseUrl}/ipg/v2/${market.path}`;
  const publicKey = createPublicKey({
    key: Buffer.from(config.publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  });
  const sealed = (key: string) =>
    publicEncrypt(
      { key: publicKey, padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(key),
    ).toString('base64');
  const headers = (key: string) => ({
    authorization: `Bearer ${sealed(key)}`,
    'content-type': 'application/json',
    origin: '*',
  });
  let key: Promise<string> | undefined;

  /** A session's key; the API key opens one. */
  async function open(): Promise<string> {
    const { status, body } = await callJson(
      `${base}/getSession/`,
      { headers: headers(config.apiKey) },
      TIMEOUT_MS,
    );
    const read = session.safeParse(body);
    if (!read.success) throw new ProviderUnreachable({ status, session: codeOf(body) ?? body });
    return read.data.output_SessionID;
  }

  function current(): Promise<string> {
    key ??= open().catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    return key;
  }

  /** A call under a session; where its key is not taken, with a new one, until that is. */
  async function under(
    call: (key: string) => Promise<{ status: number; body: unknown }>,
  ): Promise<{ status: number; body: unknown }> {
    for (let time = 1; ; time++) {
      const used = await current();
      const heard = await call(used);
      if (codeOf(heard.body) !== BAD_KEY || time === SESSION_ATTEMPTS) return heard;
      if (time === 1 && (await current()) === used) key = undefined;
      else await sleep(sessionWaitMs);
    }
  }

  return {
    name: market.name,
    currency: market.currency,
    leastAmount: 1,
    mostAmount: market.mostAmount,
    answersOncePaid: true,
    serves: (phone) => market.phone.test(phone),
    numberFor: (paymentId) => paymentId.replaceAll('-', ''),

    async push({ number, phone, amount, reference, about }): Promise<PushAnswer> {
      let sent = false;
      try {
        const { status, body } = await under(async (used) => {
          sent = true;
          const heard = await callJson(
            `${base}/c2bPayment/singleStage/`,
            {
              method: 'POST',
              headers: headers(used),
              body: JSON.stringify({
                input_Amount: String(amount),
                input_Country: market.country,
                input_Currency: market.currency,
                input_CustomerMSISDN: phone.replace('+', ''),
                input_ServiceProviderCode: config.serviceProviderCode,
                input_ThirdPartyConversationID: number,
                input_TransactionReference: reference,
                input_PurchasedItemsDesc: about,
              }),
            },
            PUSH_TIMEOUT_MS,
          );
          sent = codeOf(heard.body) !== BAD_KEY;
          return heard;
        });
        const facts = { status, body };
        const code = codeOf(body);
        const { output_ConversationID: conversation, output_TransactionID: receipt } =
          readAnswer(body);
        if (code === PAID)
          return {
            kind: 'accepted',
            checkoutId: number!,
            merchantId: conversation ?? null,
            paid: { receipt: receipt ?? null },
            facts,
          };
        if (code === undefined || MAYBE.has(code)) return { kind: 'unknown', facts };
        return REFUSED.has(code) ? { kind: 'refused', facts } : { kind: 'ended', code, facts };
      } catch (error) {
        return { kind: sent ? 'unknown' : 'refused', facts: factsOf(error) };
      }
    },

    async queryStatus({ checkoutId }): Promise<StatusAnswer> {
      try {
        const query = new URLSearchParams({
          input_QueryReference: checkoutId,
          input_ServiceProviderCode: config.serviceProviderCode,
          input_ThirdPartyConversationID: `Q${Date.now().toString(36)}${checkoutId.slice(-20)}`,
          input_Country: market.country,
        });
        const { status, body } = await under((used) =>
          callJson(
            `${base}/queryTransactionStatus/?${query.toString()}`,
            { headers: headers(used) },
            TIMEOUT_MS,
          ),
        );
        const facts: Facts = { status, body };
        const code = codeOf(body);
        if (code !== undefined && NOT_KNOWN.has(code)) return { kind: 'notKnown', facts };
        if (code !== PAID) return { kind: 'unreachable', facts };
        const {
          output_ResponseTransactionStatus: word = '',
          output_OriginalTransactionID: original,
          output_TransactionID: transaction,
        } = readAnswer(body);
        const end = STATUSES[word.trim().toLowerCase()];
        return end === undefined
          ? { kind: 'underWay', facts }
          : {
              kind: 'ended',
              code: end,
              receipt: end === PAID ? (original ?? transaction ?? null) : null,
              facts,
            };
      } catch (error) {
        return { kind: 'unreachable', facts: factsOf(error) };
      }
    },

    // It answers on the spot; nothing is called back.
    readCallback: () => undefined,
  };
}

function codeOf(body: unknown): string | undefined {
  const known = answered.safeParse(body);
  return known.success ? known.data.output_ResponseCode : undefined;
}

function readAnswer(body: unknown): z.output<typeof answerSchema> {
  const read = answerSchema.safeParse(body);
  return read.success ? read.data : {};
}
