/** The certificate of the SMPP server's TLS port. */
import { readFileSync, statSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Log } from '../../infra/log.ts';
import { StartupError } from '../../infra/startup-error.ts';

type Files = { certFile: string; keyFile: string };
type Pair = { cert: Buffer; key: Buffer };

export class SmppCertificate {
  readonly #files: Files;
  #stamp = '';

  constructor(files: Files) {
    this.#files = files;
  }

  /** @throws StartupError where the files are no certificate and its key */
  read(): Pair {
    try {
      this.#stamp = stampOf(this.#files);
      const pair = readPair(this.#files);
      createSecureContext(pair);
      return pair;
    } catch (error) {
      throw new StartupError(
        `SMPP_TLS_CERT, SMPP_TLS_KEY: they are no certificate and its key (${error instanceof Error ? error.message : String(error)}). Give both in PEM.`,
      );
    }
  }

  /** Loads a replaced certificate; an unusable one leaves the old one in use. */
  renew(load: (pair: Pair) => void, log: Log): void {
    const { certFile } = this.#files;
    let stamp = '';
    try {
      stamp = stampOf(this.#files);
      if (stamp === this.#stamp) return;
      load(readPair(this.#files));
      log.info({ certFile }, 'certificate of the SMPP server was renewed');
    } catch (error) {
      log.error(
        { err: error, certFile },
        'certificate of the SMPP server cannot be used; the one before stays',
      );
    }
    this.#stamp = stamp;
  }
}

function readPair({ certFile, keyFile }: Files): Pair {
  return { cert: readFileSync(certFile), key: readFileSync(keyFile) };
}

/** Changes when either file does. */
function stampOf({ certFile, keyFile }: Files): string {
  return [certFile, keyFile]
    .map((file) => {
      const { mtimeMs, size, ino } = statSync(file);
      return `${mtimeMs}/${size}/${ino}`;
    })
    .join();
}
