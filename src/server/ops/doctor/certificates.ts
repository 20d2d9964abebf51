import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect as connectTls } from 'node:tls';
import type { Config } from '../../infra/config/config.ts';
import type { Finding } from './findings.ts';

const CONNECT_MS = 5_000;
const DAY_MS = 86_400_000;
/** Days that a certificate should still have. */
const CERTIFICATE_DAYS = 21;

/** Looks how long the certificates of SMPP and of the public address are good for. */
export async function lookAtCertificates(config: Config): Promise<Finding[]> {
  const found: Finding[] = [];
  if (config.smppTls) {
    try {
      found.push(
        sayExpiry(
          'The certificate of SMPP_TLS_PORT',
          new X509Certificate(readFileSync(config.smppTls.certFile)).validToDate,
        ),
      );
    } catch (error) {
      found.push({
        state: 'wrong',
        said: `SMPP_TLS_CERT cannot be read (${error instanceof Error ? error.message : String(error)}).`,
        remedy: 'Give a certificate in PEM that this user may read.',
      });
    }
  }
  if (config.publicUrl?.startsWith('https:')) {
    const expires = await expiryOf(new URL(config.publicUrl));
    if (expires) found.push(sayExpiry(`The certificate of ${config.publicUrl}`, expires));
  }
  return found;
}

function sayExpiry(whose: string, expires: Date): Finding {
  const days = Math.floor((expires.getTime() - Date.now()) / DAY_MS);
  if (days < 0)
    return {
      state: 'wrong',
      said: `${whose} ran out on ${expires.toISOString().slice(0, 10)}.`,
      remedy: 'Renew it now.',
    };
  return days < CERTIFICATE_DAYS
    ? {
        state: 'warning',
        said: `${whose} runs out in ${days} days.`,
        remedy: 'Renew it; whatever should have done it by itself did not.',
      }
    : { state: 'ok', said: `${whose} is good for ${days} days.` };
}

/** Expiry of the certificate that the address presents, trusted or not; undefined if nothing answers. */
function expiryOf(url: URL): Promise<Date | undefined> {
  return new Promise((resolve) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const socket = connectTls(
      {
        host,
        port: Number(url.port || 443),
        servername: host,
        rejectUnauthorized: false,
        timeout: CONNECT_MS,
      },
      () => {
        const { valid_to: until } = socket.getPeerCertificate();
        socket.destroy();
        resolve(until ? new Date(until) : undefined);
      },
    );
    for (const event of ['error', 'timeout'] as const) {
      socket.once(event, () => {
        socket.destroy();
        resolve(undefined);
      });
    }
  });
}
