// Every known way to money and accounts, tried on a sandbox of its own. Each probe breaks in if it can; what
// holds is counted, and a probe that cannot even be tried counts as open.
import type { Check } from '../check.ts';
import { accounts } from './security/accounts.ts';
import { edges } from './security/edges.ts';
import { money } from './security/money.ts';
import { sessions } from './security/sessions.ts';
import { storage } from './security/storage.ts';
import { World, type Probe } from './security/world.ts';

/** Probes that mostly wait for a connection to be closed go on beside the others. */
const isSlow = ({ name }: Probe) => /octet|no body|half the headers/.test(name);

async function tryOne(world: World, { name, run }: Probe): Promise<string | undefined> {
  try {
    const found = await run(world);
    console.log(
      `${found === undefined ? 'held' : 'OPEN'}  ${name}${found === undefined ? '' : `: ${found}`}`,
    );
    return found === undefined ? undefined : `${name}: ${found}`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.log(`OPEN  ${name}: not tried: ${reason}`);
    return `${name}: not tried: ${reason}`;
  }
}

export const check: Check = {
  async run() {
    const probes = [...money, ...accounts, ...sessions, ...edges, ...storage];
    const world = await World.open();
    const open: (string | undefined)[] = [];
    try {
      const waiting = probes.filter(isSlow).map((probe) => tryOne(world, probe));
      for (const probe of probes.filter((each) => !isSlow(each)))
        open.push(await tryOne(world, probe));
      open.push(...(await Promise.all(waiting)));
    } finally {
      await world.close();
    }
    const found = open.filter((each) => each !== undefined);
    return { tried: probes.length, held: probes.length - found.length, open: found };
  },
};
