/**
 * The simulated carrier as a process: `node src/sim/smsc/main.ts --port 0 --latency 5`. Its first line of output is
 * `{"ready":true,"port":N}`, with `controlPort` where one was asked for. See src/sim/README.md.
 */
import { parseArgs } from 'node:util';
import { DEFAULT_BEHAVIOUR, readBehaviour } from './behaviour.ts';
import { startControl } from './control.ts';
import { startSmsc } from './smsc.ts';

/** receiptDelay is --receipt-delay. */
const flagOf = (setting: string) =>
  setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const SETTINGS = Object.keys(DEFAULT_BEHAVIOUR);
const NUMBERS = ['port', 'control-port', 'seed', 'window', 'record'] as const;
const TEXTS = ['host', 'system-id', 'password'] as const;

function readArguments() {
  const { values } = parseArgs({
    options: {
      'no-record': { type: 'boolean' },
      ...Object.fromEntries(
        [...NUMBERS, ...TEXTS, ...SETTINGS.map(flagOf)].map((name) => [
          name,
          { type: 'string' } as const,
        ]),
      ),
    },
  });
  const given: Readonly<Record<string, string | boolean | undefined>> = values;
  const text = (name: (typeof TEXTS)[number]) =>
    typeof given[name] === 'string' ? given[name] : undefined;
  const number = (name: (typeof NUMBERS)[number]) => {
    const value = given[name];
    if (value === undefined) return undefined;
    const read = Number(value);
    if (Number.isInteger(read) && read >= 0) return read;
    throw new Error(`--${name} takes a whole number, not ${String(value)}`);
  };
  return {
    controlPort: number('control-port'),
    smsc: {
      port: number('port'),
      host: text('host'),
      systemId: text('system-id'),
      password: text('password'),
      seed: number('seed'),
      window: number('window'),
      record: given['no-record'] ? 0 : number('record'),
      behaviour: readBehaviour(
        Object.fromEntries(
          SETTINGS.map((name) => [name, given[flagOf(name)]]).filter(
            ([, value]) => value !== undefined,
          ),
        ),
      ),
    },
  };
}

async function main(): Promise<void> {
  const { controlPort, smsc: options } = readArguments();
  const smsc = await startSmsc(options);
  const control = controlPort === undefined ? undefined : await startControl(smsc, controlPort);
  console.log(JSON.stringify({ ready: true, port: smsc.port, controlPort: control?.port }));

  const stop = async () => {
    await control?.stop();
    await smsc.stop();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
