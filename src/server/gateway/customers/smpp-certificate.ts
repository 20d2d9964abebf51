/** The certificate of the SMPP server's TLS port. */
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { StartupError } from '../../infra/startup-error.ts';

export function firstPair(tls: { certFile: string; keyFile: string }): {
  cert: Buffer;
  key: Buffer;
} {
  try {
    const pair = readPair(tls);
    createSecureContext(pair);
    return pair;
  } catch (error) {
    throw new StartupError(
      `SMPP_TLS_CERT, SMPP_TLS_KEY: they are no certificate and its key (${error instanceof Error ? error.message : String(error)}). Give both in PEM.`,
    );
  }
}

export function readPair({ certFile, keyFile }: { certFile: string; keyFile: string }): {
  cert: Buffer;
  key: Buffer;
} {
  return { cert: readFileSync(certFile), key: readFileSync(keyFile) };
}
