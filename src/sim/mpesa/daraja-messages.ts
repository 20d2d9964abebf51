/** The requests that Daraja refuses, and the callbacks and answers that it sends. */
import type { Ending } from './daraja-endings.ts';

export type SimulatedPayment = {
  checkoutRequestId: string;
  merchantRequestId: string;
  phone: string;
  amount: number;
  reference: string;
  callbackUrl: string;
  /** Null while the payer has not answered. */
  resultCode: number | null;
  receipt: string | null;
  callbacksSent: number;
  /** Callbacks that were answered or found no receiver. */
  callbacksDone: number;
};

export type RunningPayment = SimulatedPayment & { ending: Ending };

/** Returns the field that Daraja would refuse, as far as its checks are known. */
export function wrongIn(
  body: Record<string, unknown>,
  { shortcode, passkey }: { shortcode: string; passkey: string },
): string | undefined {
  const stamp = String(body['Timestamp']);
  if (String(body['BusinessShortCode']) !== shortcode) return 'BusinessShortCode';
  if (!/^\d{14}$/.test(stamp)) return 'Timestamp';
  if (body['Password'] !== Buffer.from(`${shortcode}${passkey}${stamp}`).toString('base64'))
    return 'Password';
  if (
    body['TransactionType'] !== undefined &&
    !['CustomerPayBillOnline', 'CustomerBuyGoodsOnline'].includes(String(body['TransactionType']))
  )
    return 'TransactionType';
  if (
    body['Amount'] !== undefined &&
    !(Number.isInteger(Number(body['Amount'])) && Number(body['Amount']) >= 1)
  )
    return 'Amount';
  if (!/^254[17]\d{8}$/.test(String(body['PhoneNumber']))) return 'PhoneNumber';
  if (String(body['AccountReference']).length > 12) return 'AccountReference';
  if (String(body['TransactionDesc']).length > 13) return 'TransactionDesc';
  const callback = URL.parse(String(body['CallBackURL']));
  const loopback = callback !== null && /^(localhost|127\.|\[::1\])/.test(callback.hostname);
  if (callback === null || (callback.protocol !== 'https:' && !loopback)) return 'CallBackURL';
  if (
    /mpesa|m-pesa|safaricom/i.test(String(body['CallBackURL'])) ||
    /^https?:\/\/[^/]*[A-Z]/.test(String(body['CallBackURL']))
  )
    return 'CallBackURL';
  return undefined;
}

export function callbackOf(payment: RunningPayment): unknown {
  const { ending } = payment;
  const metadata = {
    CallbackMetadata: {
      Item: [
        { Name: 'Amount', Value: ending.wrongAmount ? payment.amount + 1 : payment.amount },
        { Name: 'MpesaReceiptNumber', Value: payment.receipt },
        { Name: 'Balance' },
        { Name: 'TransactionDate', Value: Number(nairobiStamp()) },
        { Name: 'PhoneNumber', Value: Number(payment.phone) },
      ],
    },
  };
  const stkCallback = {
    MerchantRequestID: payment.merchantRequestId,
    CheckoutRequestID: payment.checkoutRequestId,
    ResultCode: ending.code,
    ResultDesc: ending.words,
    ...(ending.code === 0 && metadata),
  };
  return { Body: { stkCallback } };
}

/** The answer to a query for a payment that has ended or whose callback is late. */
export function statusOf(payment: RunningPayment): unknown {
  const ids = {
    MerchantRequestID: payment.merchantRequestId,
    CheckoutRequestID: payment.checkoutRequestId,
  };
  if (payment.resultCode === null)
    return {
      ResponseCode: '0',
      ResponseDescription: 'ok',
      ...ids,
      ResultCode: '4999',
      ResultDesc: 'The transaction is still under processing',
    };
  return {
    ResponseCode: '0',
    ResponseDescription: 'The service request has been accepted successsfully',
    ...ids,
    ResultCode: String(payment.resultCode),
    ResultDesc:
      payment.resultCode === 0
        ? 'The service request is processed successfully.'
        : `Query: ${payment.ending.words}`,
  };
}

/** yyyyMMddHHmmss in Nairobi, whose clock is three hours ahead of UTC all year. */
function nairobiStamp(): string {
  return new Date(Date.now() + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
}
