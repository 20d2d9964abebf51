/**
 * Broken input, sent to the ports that strangers reach. Each part prints one line of JSON; it fails where something
 * crashed, was answered as a fault of ours, or memory grew.
 *
 *   npm run check -- fuzz                                      all parts
 *   npm run check -- fuzz --part pdu --count 1000000 --seed 1
 *   npm run check -- fuzz --part portal --count 100000
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import { fuzzHttp, openVictims } from './http-fuzz.ts';
import { fuzzPortal } from './portal-fuzz.ts';
import { openPortalVictim } from './portal-victim.ts';
import { fuzzClient, fuzzServer } from './pdu-fuzz.ts';
import { commit, startDatabase } from '../../harness/processes/processes.ts';
import { addCustomer, Esme, openSmppWorld } from '../../harness/outside/smpp-customers.ts';

/** Memory in use may vary by so much between a tenth and the end. */
const FLAT = 1.5;

/** How many broken things of each part, and how they are thrown: whether all was well. */
const PARTS: Record<string, { count: number; run(count: number, seed: number): Promise<boolean> }> =
  {
    /** PDUs to our server and to our client, as many to each. */
    pdu: {
      count: 1_000_000,
      async run(count, seed) {
        const server = await startDatabase();
        const database = openDatabase({ connectionString: server.url }, 'tuma_portal', {
          max: 2,
          name: 'test',
          onLost: () => {},
        });
        const world = await openSmppWorld(server.url, database, { record: 0 });
        try {
          const who = await addCustomer(database, world.rootId);
          const inwards = await fuzzServer({ port: world.port, ...who, pdus: count, seed });
          const esme = new Esme(world.port, who);
          const serves =
            (await esme.bound) === 0 &&
            (
              await esme.ask({
                command: 'submit_sm',
                source_addr: who.sender,
                dest_addr_ton: 1,
                destination_addr: '254711000050',
                short_message: Buffer.from('well'),
              })
            )?.command_status === 0;
          esme.link.destroy();
          const outwards = await fuzzClient({ pdus: count, seed });
          const faults = inwards.answers['ESME_RSYSERR'] ?? 0;
          console.log(
            JSON.stringify({
              test: 'fuzz:pdu',
              commit: await commit(),
              seed,
              server: inwards,
              client: outwards,
              faults,
              serves,
            }),
          );
          return (
            serves &&
            faults + inwards.crashes + outwards.crashes === 0 &&
            inwards.memory < FLAT &&
            outwards.memory < FLAT
          );
        } finally {
          await world.stop();
          await database.close();
          await server.stop();
        }
      },
    },
    /** Requests to every call of the portal, as every role, on a sandbox. */
    portal: {
      count: 100_000,
      async run(count, seed) {
        const { victim, faultsLogged, stop } = await openPortalVictim();
        try {
          const { faults, ...fuzzed } = await fuzzPortal(victim, {
            requests: count,
            seed,
            onProgress: ({ faults: { length } }, sent) =>
              console.log(`${sent} sent, ${length} faults`),
          });
          for (const { status, call } of faults.slice(0, 20)) console.log(status, call);
          const logged = faultsLogged();
          for (const line of logged.slice(0, 20)) console.log(line);
          const figures = {
            ...fuzzed,
            faults: faults.length,
            logged: logged.length,
            load: loadavg()[0],
          };
          console.log(
            JSON.stringify({ test: 'fuzz:portal', commit: await commit(), seed, ...figures }),
          );
          return faults.length + logged.length === 0;
        } finally {
          await stop();
        }
      },
    },
    /** Requests to the gateway's HTTP port in all its dialects, and to the calls of API keys. */
    http: {
      count: 100_000,
      async run(count, seed) {
        const server = await startDatabase();
        const victims = await openVictims(server.url);
        try {
          const { faults, ...fuzzed } = await fuzzHttp(victims, { requests: count, seed });
          for (const { status, what } of faults.slice(0, 20)) console.log(status, what);
          for (const fault of victims.faults.slice(0, 20)) console.log(fault);
          console.log(
            JSON.stringify({
              test: 'fuzz:http',
              commit: await commit(),
              seed,
              ...fuzzed,
              faults: faults.length,
            }),
          );
          return fuzzed.serves && faults.length + fuzzed.logged === 0 && fuzzed.memory < FLAT;
        } finally {
          await victims.stop();
          await server.stop();
        }
      },
    },
  };

const { values } = parseArgs({
  options: {
    part: { type: 'string', multiple: true },
    count: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
let well = true;
for (const name of values.part ?? Object.keys(PARTS)) {
  const part = PARTS[name];
  if (!part)
    throw new Error(`There is no part "${name}". There are: ${Object.keys(PARTS).join(', ')}.`);
  well = (await part.run(Number(values.count ?? part.count), Number(values.seed))) && well;
}
process.exit(well ? 0 : 1);
