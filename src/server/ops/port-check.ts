import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../infra/config/config.ts';
import { StartupError } from '../infra/startup-error.ts';

/**
 * Says before anything is started whether the portal's port can be had.
 * @param patient waits for a holder that may be about to exit
 */
export async function checkPort(
  { host, port }: Pick<Config, 'host' | 'port'>,
  patient: boolean,
): Promise<void> {
  for (let waited = 0; ; waited += 100) {
    const code = await new Promise<string | undefined>((resolve) => {
      const server = createServer();
      server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
    });
    if (code === undefined) return;
    if (code === 'EADDRINUSE' && patient && waited < 5_000) {
      await sleep(100); // children of a start that was killed are just ending
      continue;
    }
    if (code === 'EADDRINUSE')
      throw new StartupError(
        `PORT: ${port} on ${host} is taken by another program. Stop that, or set PORT to a free one.`,
      );
    if (code === 'EACCES')
      throw new StartupError(
        `PORT: this user may not listen on ${port}. Set PORT to one above 1023.`,
      );
    throw new StartupError(
      `HOST: ${host} is not an address of this machine that can be listened on (${code}). Set HOST to one that is, or to 0.0.0.0 for all.`,
    );
  }
}
