/** Posts an incoming message to a customer's server over HTTP. */
import type { HttpSettings } from '../../../contract/api/connector-generic-settings.ts';
import { OutboundFailure } from '../../infra/http/outbound.ts';
import type { Outbound } from '../../infra/http/outbound.ts';
import { signatureOf } from '../../infra/signature.ts';

/**
 * The fields of an incoming message, by the names that receivers know. As Jasmin does, `content`
 * has the octets as received: GSM for coding 0, UTF-16 big-endian for coding 8.
 */
export type MoPost = {
  id: string;
  from: string;
  to: string;
  /** The connector that received it. */
  originConnector: string;
  coding: number;
  /** Its octets as received, in hex. */
  binary: string;
};
export type Posted = {
  ok: boolean;
  status: number | null;
  milliseconds: number;
  answer: string;
  error: string | null;
};

/**
 * Posts a message once. With a secret the request carries `X-Tuma-Signature: t=<seconds>,v1=<hex>`,
 * the HMAC-SHA256 of `<seconds>.<parameters>` as they are sent, so that the receiver can check its
 * origin and its age.
 */
export async function postMo(
  outbound: Outbound,
  { settings, secret }: { settings: HttpSettings; secret: string },
  mo: MoPost,
): Promise<Posted> {
  const fields = new URLSearchParams({
    id: mo.id,
    from: mo.from,
    to: mo.to,
    'origin-connector': mo.originConnector,
    coding: String(mo.coding),
    binary: mo.binary,
  });
  // URLSearchParams writes UTF-8 alone; the content is in the alphabet of its coding.
  const parameters = `${fields}&content=${mo.binary.replaceAll(/../g, '%$&')}`;
  const url = new URL(settings.url);
  if (settings.method === 'GET')
    url.search = url.search === '' ? parameters : `${url.search}&${parameters}`;
  const began = performance.now();
  try {
    const { status, body, milliseconds } = await outbound.call({
      method: settings.method,
      url: url.href,
      timeoutMs: settings.timeout * 1000,
      allowListed: settings.allow_private,
      headers: {
        accept: 'text/plain',
        ...(secret !== '' && { 'x-tuma-signature': signatureOf([secret], parameters) }),
        ...(settings.method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(settings.method === 'POST' && { body: parameters }),
    });
    const ok =
      status >= 200 && status < 300 && (settings.expect === 'any' || body.trim() === 'ACK/Jasmin');
    return {
      ok,
      status,
      milliseconds,
      answer: body.slice(0, 200),
      error: ok
        ? null
        : status >= 200 && status < 300
          ? 'the answer is not ACK/Jasmin'
          : `HTTP ${status}`,
    };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    return {
      ok: false,
      status: null,
      milliseconds: Math.round(performance.now() - began),
      answer: '',
      error: error.message,
    };
  }
}
