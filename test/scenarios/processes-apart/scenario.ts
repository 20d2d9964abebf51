// Processes of the product started one by one, as on several nodes.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ProcessName } from '../../../src/server/infra/process.ts';
import { COMPILED } from '../../harness/temporary.ts';

const MAIN = fileURLToPath(new URL('../../../src/server/main.ts', import.meta.url));

export interface Apart {
  child: ChildProcess;
  /** Everything it has printed: lines of JSON, and what a person must mend. */
  output(): string;
  /** Resolves when it works; rejects with its output when it ended instead. */
  ready: Promise<void>;
  /** Its exit code. */
  ended: Promise<number | null>;
  /** Asks it to end, and waits for its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts one process and does not wait.
 * @param environment variables of docs/configuration.md; of the product's it gets no others
 */
export function startApart(name: ProcessName, environment: Record<string, string>): Apart {
  const child = spawn(process.execPath, [MAIN, name], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: COMPILED,
      LOG_LEVEL: 'info',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => resolve(code));
  });
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        output += data.toString('utf8');
        if (output.includes(`${name} is ready`)) resolve();
      });
    }
    void ended.then((code) => reject(new Error(`${name} ended with ${code}:\n${output}`)));
  });
  ready.catch(() => {}); // the caller that awaits it gets the error
  return {
    child,
    ready,
    ended,
    output: () => output,
    stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return ended;
    },
  };
}
