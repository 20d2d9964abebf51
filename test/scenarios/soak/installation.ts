// An installation of several nodes whose processes are restarted, killed and measured while it works.
import { readFileSync } from 'node:fs';
import { testKey } from '../../harness/pipeline.ts';
import { freePorts } from '../../harness/product.ts';
import { startApart } from '../processes-apart/scenario.ts';
import type { Apart } from '../processes-apart/scenario.ts';

type Member = { name: string; start(): Apart; now: Apart };

export class Installation {
  readonly apis: string[] = [];
  readonly smppPorts: number[] = [];
  readonly #members: Member[] = [];
  #stopping = false;
  #faults: string[] = [];

  /** @param nodes how many apis and how many gateways; there is one worker */
  static async start(databaseUrl: string, nodes: number): Promise<Installation> {
    const installation = new Installation();
    const shared = {
      DATABASE_URL: databaseUrl,
      SECRET_KEY: testKey.bytes.toString('hex'),
      SANDBOX: '1',
      PRIVATE_HOSTS: '127.0.0.1',
      LOG_LEVEL: 'info',
    };
    const ports = await freePorts(nodes * 3);
    for (let at = 0; at < nodes; at++) {
      const [api, smpp, http] = ports.slice(at * 3, at * 3 + 3).map(String) as [
        string,
        string,
        string,
      ];
      installation.apis.push(`http://127.0.0.1:${api}`);
      installation.smppPorts.push(Number(smpp));
      installation.#add(`api ${at}`, () => startApart('api', { ...shared, PORT: api }));
      installation.#add(`gateway ${at}`, () =>
        startApart('gateway', { ...shared, SMPP_PORT: smpp, HTTP_API_PORT: http }),
      );
    }
    installation.#add('worker', () => startApart('worker', shared));
    await Promise.all(installation.#members.map(({ now }) => now.ready));
    return installation;
  }

  #add(name: string, start: () => Apart): void {
    const member: Member = { name, start, now: start() };
    this.#members.push(member);
    this.#watch(member);
  }

  /** A process that ends by itself is a fault. */
  #watch({ name, now }: Member): void {
    void now.ended.then((code) => {
      if (!this.#stopping && code !== 0 && code !== null)
        this.#faults.push(`${name} ended with ${code}: ${now.output().slice(-500)}`);
    });
  }

  get faults(): readonly string[] {
    return this.#faults;
  }

  get size(): number {
    return this.#members.length;
  }

  /** Ends one process and starts it again: as an upgrade does, or killed. */
  async restart(at: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<string> {
    const member = this.#members[at % this.#members.length]!;
    await member.now.stop(signal);
    member.now = member.start();
    this.#watch(member);
    await member.now.ready;
    return member.name;
  }

  /** Resident memory of each process, in bytes. */
  memory(): { name: string; bytes: number }[] {
    return this.#members.flatMap(({ name, now }) => {
      try {
        const status = readFileSync(`/proc/${now.child.pid}/status`, 'latin1');
        return { name, bytes: Number(/VmRSS:\s+(\d+)/.exec(status)![1]) * 1024 };
      } catch {
        return []; // it is being restarted
      }
    });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#members.map(({ now }) => now.stop()));
  }
}
