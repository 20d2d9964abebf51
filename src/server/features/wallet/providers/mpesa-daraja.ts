// M-Pesa by Daraja, Safaricom's API in Kenya; the API of the other countries is in mpesa-openapi.ts.
import * as z from 'zod/mini';
import { callJson, factsOf, ProviderUnreachable } from './provider-http.ts';
import type { StatusAnswer, CallbackFacts, Facts, Provider, PushAnswer } from './provider.ts';

export type DarajaConfig = {
  baseUrl: string;
  consumerKey: string;
  consumerSecret: string;
  shortcode: string;
  passkey: string;
  transactionType: 'CustomerPayBillOnline' | 'CustomerBuyGoodsOnline';
};

const TIMEOUT_MS = 20_000;
/** A token is renewed this long before it expires. */
const TOKEN_MARGIN_MS = 60_000;
const STILL_UNDER_WAY = new Set(['4999', '500.001.1001']);

const tokenAnswer = z.object({
  access_token: z.string(),
  expires_in: z.union([z.string(), z.number()]),
});
const pushAnswer = z.object({
  MerchantRequestID: z.string(),
  CheckoutRequestID: z.string(),
  ResponseCode: z.union([z.string(), z.number()]),
});
const askAnswer = z.object({ ResultCode: z.union([z.string(), z.number()]) });
const fault = z.object({ errorCode: z.string() });
const callback = z.object({
  Body: z.object({
    stkCallback: z.object({
      MerchantRequestID: z.optional(z.string()),
      CheckoutRequestID: z.string(),
      ResultCode: z.union([z.string(), z.number()]),
      // `Balance` comes without a value, dates and numbers as numbers, failures without any of it.
      CallbackMetadata: z.optional(
        z.object({
          Item: z.array(
            z.object({ Name: z.string(), Value: z.optional(z.union([z.string(), z.number()])) }),
          ),
        }),
      ),
    }),
  }),
});

async function askToken({
  baseUrl,
  consumerKey,
  consumerSecret,
}: DarajaConfig): Promise<z.output<typeof tokenAnswer>> {
  const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64');
  const { status, body } = await callJson(
    `${baseUrl}/oauth/v1/generate?grant_type=client_credentials`,
    { headers: { authorization: `Basic ${basic}` } },
    TIMEOUT_MS,
  );
  const known = tokenAnswer.safeParse(body);
  if (!known.success) throw new ProviderUnreachable({ status, oauth: body });
  return known.data;
}

/** Tests the application's credentials by getting a token; returns Daraja's answer if it refuses. */
export async function tryDaraja(config: DarajaConfig): Promise<{ token: boolean; facts: Facts }> {
  try {
    await askToken(config);
    return { token: true, facts: {} };
  } catch (error) {
    return {
      token: false,
      facts:
        error instanceof Error && error.cause instanceof Error
          ? { failure: error.cause.message }
          : factsOf(error),
    };
  }
}

/**
 * M-Pesa Express (STK push) of Safaricom's Daraja. A push that is answered is accepted, not paid; nothing there is
 * idempotent, so a push whose answer was lost is never repeated.
 */
export function openDaraja(config: DarajaConfig): Provider {
  let token: { value: string; until: number } | undefined;

  async function bearer(fresh: boolean): Promise<string> {
    if (!fresh && token && token.until > Date.now()) return token.value;
    const { access_token: value, expires_in: seconds } = await askToken(config);
    token = { value, until: Date.now() + Number(seconds) * 1000 - TOKEN_MARGIN_MS };
    return token.value;
  }

  /** A call under our token; one that the other side has forgotten is renewed, for then nothing was done. */
  async function post(
    path: string,
    fields: Record<string, unknown>,
  ): Promise<{ status: number; body: unknown }> {
    for (const fresh of [false, true]) {
      const authorization = `Bearer ${await bearer(fresh)}`;
      const response = await callJson(
        config.baseUrl + path,
        {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify(fields),
        },
        TIMEOUT_MS,
      );
      if (fresh || codeOf(response.body) !== '404.001.03') return response;
    }
    throw new Error('unreachable');
  }

  function signed(): { BusinessShortCode: number; Password: string; Timestamp: string } {
    const timestamp = nairobiTimestamp(Date.now());
    return {
      BusinessShortCode: Number(config.shortcode),
      Password: Buffer.from(`${config.shortcode}${config.passkey}${timestamp}`).toString('base64'),
      Timestamp: timestamp,
    };
  }

  return {
    name: 'MPESA_KE',
    currency: 'KES',
    leastAmount: 1,
    mostAmount: 250_000,
    serves: (phone) => /^\+254[17]\d{8}$/.test(phone),

    async push({ phone, amount, reference, about, callbackUrl }): Promise<PushAnswer> {
      const msisdn = Number(phone.replace('+', ''));
      let sent = false;
      try {
        await bearer(false);
        sent = true;
        const { status, body } = await post('/mpesa/stkpush/v1/processrequest', {
          ...signed(),
          TransactionType: config.transactionType,
          Amount: amount,
          PartyA: msisdn,
          PartyB: Number(config.shortcode),
          PhoneNumber: msisdn,
          CallBackURL: callbackUrl,
          AccountReference: reference.slice(0, 12),
          TransactionDesc: about.slice(0, 13),
        });
        return readPushAnswer(status, body);
      } catch (error) {
        return { kind: sent ? 'unknown' : 'refused', facts: factsOf(error) };
      }
    },

    async queryStatus({ checkoutId }): Promise<StatusAnswer> {
      try {
        const { status, body } = await post('/mpesa/stkpushquery/v1/query', {
          ...signed(),
          CheckoutRequestID: checkoutId,
        });
        const facts = { status, body };
        const known = askAnswer.safeParse(body);
        const code = known.success ? String(known.data.ResultCode) : codeOf(body);
        // The same code is in flight and a fault at random: neither is an end.
        if (code !== undefined && STILL_UNDER_WAY.has(code)) return { kind: 'underWay', facts };
        return known.success
          ? { kind: 'ended', code: code!, receipt: null, facts }
          : { kind: 'unreachable', facts };
      } catch (error) {
        return { kind: 'unreachable', facts: factsOf(error) };
      }
    },

    readCallback,
  };
}

/** Daraja's answer to a push: accepted, refused, or unknown, where a machine in between may have answered. */
function readPushAnswer(status: number, body: unknown): PushAnswer {
  const facts = { status, body };
  const accepted = pushAnswer.safeParse(body);
  if (accepted.success && String(accepted.data.ResponseCode) === '0')
    return {
      kind: 'accepted',
      checkoutId: accepted.data.CheckoutRequestID,
      merchantId: accepted.data.MerchantRequestID,
      facts,
    };
  // A fault with a code, or an answer that says no, was refused.
  return {
    kind: codeOf(body) !== undefined || accepted.success ? 'refused' : 'unknown',
    facts,
  };
}

function readCallback(body: unknown): CallbackFacts | undefined {
  const read = callback.safeParse(body);
  if (!read.success) return undefined;
  const { CheckoutRequestID, MerchantRequestID, ResultCode, CallbackMetadata } =
    read.data.Body.stkCallback;
  const item = (name: string) => {
    const value = CallbackMetadata?.Item.find((each) => each.Name === name)?.Value;
    return value === undefined ? null : String(value);
  };
  const amount = item('Amount');
  return {
    checkoutId: CheckoutRequestID,
    merchantId: MerchantRequestID ?? null,
    code: String(ResultCode),
    receipt: item('MpesaReceiptNumber'),
    amount: amount !== null && /^\d{1,9}(\.\d{1,2})?$/.test(amount) ? amount : null,
    phone: item('PhoneNumber'),
  };
}

function codeOf(body: unknown): string | undefined {
  const known = fault.safeParse(body);
  return known.success ? known.data.errorCode : undefined;
}

/** yyyyMMddHHmmss on a clock in Nairobi, three hours ahead of UTC all year. */
function nairobiTimestamp(now: number): string {
  return new Date(now + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
}
