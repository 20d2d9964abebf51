// The doctor's checks of what runs: processes, the ports they listen on, and the links to carriers.
import { connect as connectTcp, createServer } from 'node:net';
import { hostname } from 'node:os';
import { isLoopback } from '../../infra/config/config.ts';
import type { Config } from '../../infra/config/config.ts';
import type { listLinks } from '../../gateway/console/connectors/connectors.store.ts';
import { SILENT_AFTER_SECONDS } from '../../core/monitoring/heartbeat.ts';
import type { Heartbeat } from '../../core/monitoring/heartbeat.store.ts';
import type { ProcessName } from '../../infra/process.ts';
import type { Finding } from './findings.ts';

const CONNECT_MS = 5_000;

export function lives(beats: readonly Heartbeat[], name: ProcessName): boolean {
  return beats.some((beat) => beat.process === name && beat.silentSeconds <= SILENT_AFTER_SECONDS);
}

export function lookAtProcesses(beats: readonly Heartbeat[]): Finding[] {
  const found = (['api', 'worker', 'gateway'] as const).map((name): Finding => {
    const living = beats.filter(
      (beat) => beat.process === name && beat.silentSeconds <= SILENT_AFTER_SECONDS,
    );
    return living.length > 0
      ? {
          state: 'ok',
          said: `${living.length} ${name} ${living.length === 1 ? 'runs' : 'run'}: ${living.map(({ holder, version }) => `${holder} (${version})`).join(', ')}.`,
        }
      : {
          state: 'wrong',
          said: `No ${name} runs.`,
          remedy: `Start it: npm start, or systemctl start tuma${name === 'api' ? '-api@8080' : `-${name}`}; then look at its log (journalctl -u tuma).`,
        };
  });
  const versions = new Set(
    beats
      .filter(({ silentSeconds }) => silentSeconds <= SILENT_AFTER_SECONDS)
      .map(({ version }) => version),
  );
  return versions.size < 2
    ? found
    : [
        ...found,
        {
          state: 'warning',
          said: `Processes of ${versions.size} releases run beside each other.`,
          remedy: 'Right during an upgrade; otherwise start the older ones anew.',
        },
      ];
}

/** Checks that this machine's processes answer; where none runs here, nothing is expected. */
export async function lookAtPorts(config: Config, beats: readonly Heartbeat[]): Promise<Finding[]> {
  const here = (name: string) =>
    beats.some(
      (beat) =>
        beat.process === name &&
        beat.host === hostname() &&
        beat.silentSeconds <= SILENT_AFTER_SECONDS,
    );
  const host = config.host === '0.0.0.0' ? '127.0.0.1' : config.host === '::' ? '::1' : config.host;
  const ports: [name: string, port: number, process: string][] = [
    ['PORT', config.port, 'api'],
    ['SMPP_PORT', config.smppPort, 'gateway'],
    ['HTTP_API_PORT', config.httpApiPort, 'gateway'],
    ...(config.smppTls
      ? [['SMPP_TLS_PORT', config.smppTls.port, 'gateway'] as [string, number, string]]
      : []),
  ];
  const found = await Promise.all(
    ports.map(async ([name, port, process]): Promise<Finding> => {
      if (here(process)) {
        return (await answers(host, port))
          ? { state: 'ok', said: `${name}: ${host}:${port} answers.` }
          : {
              state: 'warning',
              said: `${name}: nobody answers at ${host}:${port}, though the ${process} runs here.`,
              remedy: 'Is it started with other settings than these?',
            };
      }
      return (await isFree(config.host, port))
        ? { state: 'ok', said: `${name}: ${port} is free.` }
        : {
            state: 'warning',
            said: `${name}: ${port} is taken by another program, or may not be listened on.`,
            remedy: `Stop that, or set ${name} to a free one.`,
          };
    }),
  );
  if (config.publicUrl !== undefined && !isLoopback(config.host))
    found.push({
      state: 'ok',
      said: `The portal listens at ${config.host}: trusted proxies are ${config.trustedProxies.join(', ') || 'none'}.`,
    });
  return found;
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTcp({ host, port, timeout: CONNECT_MS });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    for (const event of ['error', 'timeout'] as const) socket.once(event, () => end(false));
  });
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

export function lookAtCarriers(
  links: Awaited<ReturnType<typeof listLinks>>,
  beats: readonly Heartbeat[],
): Finding[] {
  if (links.length === 0)
    return [
      {
        state: 'warning',
        said: 'There is no connector, so no message can leave.',
        remedy: 'Make one in the portal, under Gateway, or by npm run setup.',
      },
    ];
  if (!lives(beats, 'gateway'))
    return [
      { state: 'wrong', said: 'No gateway runs, so no carrier is bound.', remedy: 'Start it.' },
    ];
  return links.map(({ cid, started, state, lastError }): Finding => {
    if (!started)
      return {
        state: 'warning',
        said: `The connector ${cid} is stopped.`,
        remedy: 'Start it in the portal if it should send.',
      };
    return state === 'BOUND'
      ? { state: 'ok', said: `The connector ${cid} is bound.` }
      : {
          state: 'wrong',
          said: `The connector ${cid} is not bound${lastError ? ` (${lastError})` : ''}.`,
          remedy:
            'Look at its address, user and password in the portal; ask the carrier if they are right.',
        };
  });
}
