// The processes that run under the supervisor, the simulators of a sandbox among them.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import type { Log } from '../infra/log.ts';
import type { ProcessName } from '../infra/process.ts';

/** Node flags of each process. */
export const NODE_FLAGS: Record<ProcessName, readonly string[]> = {
  api: [],
  // Rows come and go by the thousand: with a small nursery, and a heap that at most doubles between two collections, a
  // million of them peak at 260 MB instead of 365.
  worker: ['--max-semi-space-size=8', '--heap-growing-percent=100'],
  gateway: [],
};

/** Messages between the supervisor and its processes. */
export type FromChild = 'ready' | { startupError: string[] };
export type ToChild = 'stop';
/** Says to a process that it is ours, and not started alone. */
export const SUPERVISED = '--supervised';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const SIMULATORS = {
  carrier: fileURLToPath(new URL('../../sim/smsc/main.ts', import.meta.url)),
  mail: fileURLToPath(new URL('../../sim/mail/main.ts', import.meta.url)),
  mpesa: fileURLToPath(new URL('../../sim/mpesa/main.ts', import.meta.url)),
};
type SimulatorName = keyof typeof SIMULATORS;

const STOP_ORDER: ProcessName[] = ['gateway', 'worker', 'api']; // carriers first: nothing new goes out, what is out is answered
const STOP_TIMEOUT_MS = 20_000;
const RESTART_FIRST_MS = 250;
const RESTART_LAST_MS = 15_000;
const STEADY_MS = 30_000;
const TRIES_TO_FIRST_READY = 3;

/** Addresses of a simulator: its service and its console. */
interface SimulatorPorts {
  port: number;
  controlPort: number;
}

interface Member {
  child: ChildProcess;
  /** Asks it to end; the signal for those that take no messages. */
  ask(): void;
}

/** The processes that must run: started, started again when they die, and stopped in order. */
export class Family {
  /** Those that have worked: what keeps one of them from starting again is no reason to stop the others. */
  private readonly worked = new Set<ProcessName | SimulatorName>();
  private readonly members = new Map<ProcessName | SimulatorName, Member>();
  private readonly log: Log;
  private readonly giveUp: (lines: readonly string[]) => void;
  private stopping = false;

  constructor(log: Log, giveUp: (lines: readonly string[]) => void) {
    this.log = log;
    this.giveUp = giveUp;
  }

  /** Resolves when the process works for the first time; keeps it working from then on. */
  start(name: ProcessName, environment: Record<string, string | undefined>): Promise<void> {
    return this.keep(name, () => {
      const child = spawn(process.execPath, [...NODE_FLAGS[name], MAIN, name, SUPERVISED], {
        env: environment,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      const ready = new Promise<void>((resolve) => {
        child.on('message', (message: FromChild) => {
          if (message === 'ready') resolve();
          else this.refused(name, message.startupError);
        });
      });
      return { child, ready, ask: () => child.send('stop' satisfies ToChild, () => {}) };
    });
  }

  /** @returns the ports on which the simulator listens, the same after it was started again */
  async startSimulator(
    name: SimulatorName,
    wanted: Partial<SimulatorPorts>,
  ): Promise<SimulatorPorts> {
    let ports: SimulatorPorts = { port: wanted.port ?? 0, controlPort: wanted.controlPort ?? 0 };
    await this.keep(name, () => {
      // It ends with us, even when we are killed: its channel breaks.
      const child = spawn(
        process.execPath,
        [
          '--import',
          'data:text/javascript,process.once("disconnect",()=>process.exit());process.channel?.unref()',
          SIMULATORS[name],
          '--port',
          String(ports.port),
          '--control-port',
          String(ports.controlPort),
        ],
        { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], detached: true },
      );
      const ready = new Promise<void>((resolve) => {
        if (!child.stdout) return;
        createInterface(child.stdout).on('line', (line) => {
          const told = readyPorts(line);
          if (told === undefined) return;
          ports = told;
          resolve();
        });
      });
      return { child, ready, ask: () => child.kill('SIGTERM') };
    });
    return ports;
  }

  private keep(
    name: ProcessName | SimulatorName,
    launch: () => Member & { ready: Promise<void> },
  ): Promise<void> {
    return new Promise((resolveFirst) => {
      let delay = RESTART_FIRST_MS;
      let tries = 0;
      const once = (): void => {
        if (this.stopping) return;
        const startedAt = performance.now();
        const { ready, ...member } = launch();
        this.members.set(name, member);
        tries += 1;
        void ready.then(() => {
          this.log.info({ pid: member.child.pid }, `${name} started`);
          this.worked.add(name);
          resolveFirst();
        });
        const ended = (facts: object): void => {
          if (this.members.get(name) !== member) return;
          this.members.delete(name);
          if (this.stopping) return;
          if (!this.worked.has(name) && tries >= TRIES_TO_FIRST_READY)
            return this.giveUp([`The ${name} process does not start; its error stands above.`]);
          if (performance.now() - startedAt > STEADY_MS) delay = RESTART_FIRST_MS;
          this.log.error({ ...facts, againInMs: delay }, `${name} died`);
          setTimeout(once, delay);
          delay = Math.min(delay * 2, RESTART_LAST_MS);
        };
        member.child.once('exit', (code, signal) => ended({ code, signal }));
        member.child.once('error', (error) => ended({ error: error.message }));
      };
      once();
    });
  }

  private refused(name: ProcessName, lines: readonly string[]): void {
    this.log.error({ lines }, `${name} could not start`);
    if (!this.worked.has(name)) this.giveUp(lines);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    for (const name of [...STOP_ORDER, 'carrier', 'mail', 'mpesa'] as const) {
      const member = this.members.get(name);
      if (!member || member.child.exitCode !== null || member.child.signalCode !== null) continue;
      const ended = new Promise<void>((resolve) => {
        member.child.once('exit', () => resolve());
      });
      member.ask();
      const late = setTimeout(() => {
        this.log.error(`${name} did not stop in time and was killed`);
        member.child.kill('SIGKILL');
      }, STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(late);
    }
  }

  kill(): void {
    for (const { child } of this.members.values()) child.kill('SIGKILL');
  }
}

const simulatorReady = z.object({
  ready: z.literal(true),
  port: z.number(),
  controlPort: z.number(),
});

function readyPorts(line: string): SimulatorPorts | undefined {
  try {
    return z.safeParse(simulatorReady, JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
