// M-Pesa by Vodacom's OpenAPI in Tanzania and Mozambique; Kenya's is in mpesa-daraja.ts.
import * as z from 'zod/mini';
import { BAD_KEY, codeOf, OpenApiSessions } from './openapi-sessions.ts';
import { callJson, factsOf } from './provider-http.ts';
import type { StatusAnswer, Facts, Provider, PushAnswer } from './provider.ts';

export type Market = 'TZ' | 'MZ';
export type OpenApiConfig = {
  baseUrl: string;
  market: Market;
  apiKey: string;
  /** Base64 of its DER, as the portal shows it. */ publicKey: string;
  serviceProviderCode: string;
};

/** The amounts catch typing errors; the codes 990 to 992 report the market's own limits. */
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

const PAID = 'INS-0';
/** The push may have been accepted: a fault, a timeout, a repeated number, overload, unknown status. */
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
/** A query for a number that it does not know, or not yet. */
const NOT_KNOWN = new Set(['INS-18', 'INS-19', 'INS-23', 'INS-6140']);
/** Statuses of a query, in small letters; a payment of any other has not ended. */
const STATUSES: Readonly<Record<string, string>> = {
  completed: PAID,
  cancelled: 'CANCELLED',
  expired: 'EXPIRED',
  failed: 'FAILED',
  declined: 'DECLINED',
  rejected: 'DECLINED',
  reversed: 'FAILED',
};

const answerSchema = z.looseObject({
  output_ConversationID: z.optional(z.string()),
  output_TransactionID: z.optional(z.string()),
  output_OriginalTransactionID: z.optional(z.string()),
  output_ResponseTransactionStatus: z.optional(z.string()),
});

/**
 * Vodacom's M-Pesa OpenAPI: a push has a single stage and is answered after the payer has entered the
 * PIN or has not. It knows a push by our own number, so that one whose answer was lost can be
 * queried.
 */
export function openOpenApi(
  config: OpenApiConfig,
  { sessionWaitMs }: { sessionWaitMs?: number } = {},
): Provider {
  const market = MARKETS[config.market];
  const base = `${config.baseUrl}/ipg/v2/${market.path}`;
  const sessions = new OpenApiSessions(config, base, sessionWaitMs);

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
        const { status, body } = await sessions.call(async (headers) => {
          sent = true;
          const heard = await callJson(
            `${base}/c2bPayment/singleStage/`,
            {
              method: 'POST',
              headers,
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
        return readPush(number!, { status, body });
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
        const { status, body } = await sessions.call((headers) =>
          callJson(`${base}/queryTransactionStatus/?${query.toString()}`, { headers }, TIMEOUT_MS),
        );
        return readStatus({ status, body });
      } catch (error) {
        return { kind: 'unreachable', facts: factsOf(error) };
      }
    },

    // A push is answered with its outcome; there are no callbacks.
    readCallback: () => undefined,
  };
}

/** @param number our own number of the payment, under which it is queried */
function readPush(number: string, facts: Facts & { body: unknown }): PushAnswer {
  const code = codeOf(facts.body);
  const { output_ConversationID: conversation, output_TransactionID: receipt } = readAnswer(
    facts.body,
  );
  if (code === PAID)
    return {
      kind: 'accepted',
      checkoutId: number,
      merchantId: conversation ?? null,
      paid: { receipt: receipt ?? null },
      facts,
    };
  if (code === undefined || MAYBE.has(code)) return { kind: 'unknown', facts };
  return REFUSED.has(code) ? { kind: 'refused', facts } : { kind: 'ended', code, facts };
}

function readStatus(facts: Facts & { body: unknown }): StatusAnswer {
  const code = codeOf(facts.body);
  if (code !== undefined && NOT_KNOWN.has(code)) return { kind: 'notKnown', facts };
  if (code !== PAID) return { kind: 'unreachable', facts };
  const {
    output_ResponseTransactionStatus: word = '',
    output_OriginalTransactionID: original,
    output_TransactionID: transaction,
  } = readAnswer(facts.body);
  const end = STATUSES[word.trim().toLowerCase()];
  if (end === undefined) return { kind: 'underWay', facts };
  const receipt = end === PAID ? (original ?? transaction ?? null) : null;
  return { kind: 'ended', code: end, receipt, facts };
}

function readAnswer(body: unknown): z.output<typeof answerSchema> {
  const read = answerSchema.safeParse(body);
  return read.success ? read.data : {};
}
