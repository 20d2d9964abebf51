// The doctor's checks of what the database says: key, processes, carriers, queue, ledger, backups.
import { missingLast } from '../backup/make.ts';
import { findLastGood, type BackupRun } from '../backup/backup.store.ts';
import { readGauges } from '../../core/dispatch/counts/gauges.store.ts';
import { findInstallation, readKeyState } from '../../core/installation/installation.store.ts';
import { checkLedger } from '../../core/ledger/verify-ledger.ts';
import { listHeartbeats } from '../../core/monitoring/heartbeat.store.ts';
import { findOpenRestoration } from '../../core/quarantine/quarantine.store.ts';
import { listLinks } from '../../gateway/console/connectors/connectors.store.ts';
import type { Config } from '../../infra/config/config.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { withPortal } from '../start.ts';
import { about, type Finding, type Look } from './findings.ts';
import { checkPublicUrl } from './probes.ts';
import { lives, lookAtCarriers, lookAtPorts, lookAtProcesses } from './processes.ts';
import { lookAtKey } from './secret-key.ts';

const BACKUP_HOURS = 26;
const QUEUE_SECONDS = 300;

type Content = Awaited<ReturnType<typeof readContent>>;

/** Reads the state of the installation, and looks at each part of it. */
export async function lookAtContent(
  config: Config,
  databaseUrl: string,
  dataDir: string,
): Promise<Look[]> {
  // Nothing is open any more when it is looked at: what is called may be slow to answer.
  const content = await readContent(databaseUrl);
  return [
    ...about('secret key', await lookAtKey(content.keys, config, databaseUrl, dataDir)),
    ...about('installation', ...lookAtInstallation(content)),
    ...about('processes', ...lookAtProcesses(content.beats)),
    ...about('ports', ...(await lookAtPorts(config, content.beats))),
    ...about('public address', ...(await lookAtPublicAddress(config, content))),
    ...about('carriers', ...lookAtCarriers(content.links, content.beats)),
    ...about('queue', lookAtQueue(content)),
    ...about('ledger', lookAtLedger(content)),
    ...about('back-up', lookAtBackup(content.backup, config)),
  ];
}

function readContent(databaseUrl: string) {
  return withPortal(databaseUrl, (database) =>
    database.run(systemScope(), async (tx) => ({
      keys: await readKeyState(tx),
      made: await findInstallation(tx),
      restored: await findOpenRestoration(tx),
      beats: await listHeartbeats(tx),
      links: await listLinks(tx),
      gauges: await readGauges(tx),
      ledger: await checkLedger(tx),
      backup: await findLastGood(tx),
    })),
  );
}

function lookAtInstallation({ made, restored }: Content): Finding[] {
  const found: Finding[] = [];
  if (made?.sandbox)
    found.push({
      state: 'warning',
      said: 'This is a sandbox, whose passwords everybody knows.',
      remedy: 'For customers, run npm run setup on data of its own.',
    });
  if (restored)
    found.push({
      state: 'warning',
      said: `The data was put back from ${restored.file}, and what was under way in it waits.`,
      remedy:
        'Release it in the portal once it was looked at ("Backup and restore" in docs/operating.md).',
    });
  return found;
}

async function lookAtPublicAddress(config: Config, { made, beats }: Content): Promise<Finding[]> {
  if (config.publicUrl) return [await checkPublicUrl(config.publicUrl, lives(beats, 'api'))];
  return made?.sandbox
    ? []
    : [
        {
          state: 'warning',
          said: 'PUBLIC_URL is not set: links in mails lead to localhost.',
          remedy: 'Set it to the address that people reach the portal at.',
        },
      ];
}

function lookAtQueue({ gauges: { queued, oldestQueuedSeconds } }: Content): Finding {
  return oldestQueuedSeconds < QUEUE_SECONDS
    ? { state: 'ok', said: `${queued} messages wait, none of them long.` }
    : {
        state: 'warning',
        said: `${queued} messages wait, the oldest for ${Math.round(oldestQueuedSeconds / 60)} minutes.`,
        remedy:
          'Look at the connectors that its route goes to, and their limits; a campaign for another hour is not counted here.',
      };
}

function lookAtLedger({ ledger }: Content): Finding {
  return ledger.ok
    ? {
        state: 'ok',
        said: 'Every wallet is the sum of its entries, and all entries together are zero.',
      }
    : {
        state: 'wrong',
        said: `The wallets do not add up: ${JSON.stringify(ledger)}.`,
        remedy:
          'Stop changing units by hand, keep a backup of now, and look at the entries; nothing of Tuma writes such a state.',
      };
}

/** @param last the last that is whole: one whose restore failed is none */
function lookAtBackup(last: BackupRun | undefined, config: Config): Finding {
  const hours = last ? (Date.now() - last.startedAt.getTime()) / 3_600_000 : undefined;
  if (hours === undefined)
    return {
      state: 'warning',
      said: 'There is no backup.',
      remedy: 'Set BACKUP_DIR, or run npm run backup; "Backup and restore" in docs/operating.md.',
    };
  const missing = missingLast(last, config.backup.folder);
  if (missing !== undefined)
    return {
      state: 'warning',
      said: `The last backup is not in BACKUP_DIR any more: ${missing}.`,
      remedy: `Mount the disk of ${config.backup.folder}, or put the file back; until then backups go to the disk below it.`,
    };
  const said = `The last backup that is whole is ${hours < 48 ? `${Math.round(hours)} hours` : `${Math.round(hours / 24)} days`} old.`;
  if (hours <= BACKUP_HOURS) return { state: 'ok', said };
  return {
    state: config.backup.folder === undefined ? 'warning' : 'wrong',
    said,
    remedy:
      config.backup.folder === undefined
        ? 'Set BACKUP_DIR, so that one is made each day.'
        : `Look why none was written to ${config.backup.folder}: is it there, writable, and is there room?`,
  };
}
