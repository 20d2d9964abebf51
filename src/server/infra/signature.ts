import { createHmac } from 'node:crypto';

/**
 * The value of a signature header: `t=<seconds>,v1=<hex>`, with another `v1` for each further
 * secret. Each is the HMAC-SHA256 of `<seconds>.<body>` under a secret, so that the receiver can
 * verify origin and age.
 * @param at milliseconds
 */
export function signatureOf(secrets: readonly string[], body: string, at = Date.now()): string {
  const seconds = Math.floor(at / 1000);
  return [
    `t=${seconds}`,
    ...secrets.map(
      (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
    ),
  ].join(',');
}
