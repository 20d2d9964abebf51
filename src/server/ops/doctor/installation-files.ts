// The doctor's checks of this machine: Node, the files that hold secrets, and the disk.
import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { formatShare } from '../../../contract/shared/percentages.ts';
import { VERSION } from '../../../contract/shared/version.ts';
import type { Config } from '../../infra/config/config.ts';
import { isSecretSetting } from '../../infra/config/settings.ts';
import { readSettings, settingsFile } from '../../infra/config/sources.ts';
import { isOpenToOthers } from '../../infra/data-folder.ts';
import { hasSecretKey, keyFile } from '../../infra/secrets.ts';
import type { Finding } from './findings.ts';

const OLDEST_NODE = [22, 18];
const GIB = 1024 ** 3;

export function lookAtNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const fits = major > OLDEST_NODE[0]! || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]!);
  return fits
    ? { state: 'ok', said: `Node ${process.versions.node}, Tuma ${VERSION}.` }
    : {
        state: 'wrong',
        said: `Node ${process.versions.node} is too old.`,
        remedy: `Tuma needs ${OLDEST_NODE.join('.')} or later; npm start brings one.`,
      };
}

export function lookAtFiles(
  config: Config,
  dataDir: string,
  given: Record<string, string | undefined>,
): Finding[] {
  const found: Finding[] = [];
  const settings = settingsFile(given);
  const secrets = [...readSettings(given)].some(
    ([name, { from }]) => from === 'file' && isSecretSetting(name),
  );
  const files = [
    ...(existsSync(settings) && secrets ? [settings] : []),
    ...(config.secretKey === undefined && existsSync(keyFile(dataDir)) ? [keyFile(dataDir)] : []),
  ];
  for (const path of files) {
    const { mode, uid } = statSync(path);
    if (mode & 0o007)
      found.push({
        state: 'wrong',
        said: `${path} holds secrets and other users can read it.`,
        remedy: `Run: chmod 600 ${path}`,
      });
    else if (path !== settings && uid !== statSync(dataDir).uid)
      found.push({
        state: 'warning',
        said: `${path} belongs to another user than its folder.`,
        remedy: `Run: chown --reference=${dataDir} ${path}`,
      });
  }
  if (existsSync(dataDir) && isOpenToOthers(dataDir))
    found.push({
      state: 'warning',
      said: `${dataDir} is open to other users.`,
      remedy: 'Start Tuma once as the user who owns it, which closes it.',
    });
  if (!hasSecretKey(dataDir, config.secretKey))
    found.push({
      state: 'wrong',
      said: `There is no secret key (${keyFile(dataDir)}).`,
      remedy: 'Put your copy of it back; a start on empty data makes one.',
    });
  return found.length > 0
    ? found
    : [
        {
          state: 'ok',
          said: 'The secret key is there, and what holds secrets is closed to others.',
        },
      ];
}

export async function lookAtDisk(dataDir: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const [free, share] = [bavail * bsize, bavail / blocks];
  const said = `${(free / GIB).toFixed(1)} GiB (${formatShare(share, 'en')}) are free where ${dataDir} lies.`;
  if (free < GIB)
    return {
      state: 'wrong',
      said,
      remedy: 'Make room at once: when the disk is full nothing is accepted any more.',
    };
  return free < 5 * GIB || share < 0.1
    ? {
        state: 'warning',
        said,
        remedy: 'Make room before it is full; docs/operating.md tells what grows and how fast.',
      }
    : { state: 'ok', said };
}
