import type { Config } from '../../infra/config/config.ts';
import { fingerprintOf, keyFile, nextKeyFile, readKeys } from '../../infra/secrets.ts';
import type { KeyState } from '../../infra/secrets.ts';
import { countForeign } from '../key-rotation.ts';
import { withPortal } from '../start.ts';
import type { Finding } from './findings.ts';

/** Compares the keys of this node with those that the data was written with. */
export async function lookAtKey(
  { writing, rotation, retired }: KeyState,
  config: Config,
  databaseUrl: string,
  dataDir: string,
): Promise<Finding> {
  const held = readKeys(dataDir, config.secretKey, config.secretKeyNext);
  if (writing === undefined || held.length === 0)
    return { state: 'ok', said: 'The database names no key yet; the next start does.' };
  const short = writing.slice(0, 8);
  const inForce = held.find((key) => fingerprintOf(key) === writing);
  if (!inForce) {
    const old = retired.find(({ fingerprint }) =>
      held.some((key) => fingerprintOf(key) === fingerprint),
    );
    if (old)
      return {
        state: 'wrong',
        said: `The secret key of this node was retired on ${old.at.slice(0, 10)}; ${short} is in force.`,
        remedy: `Put the key in force into ${keyFile(dataDir)}, or name it by SECRET_KEY_FILE.`,
      };
    return {
      state: 'wrong',
      said: 'The secret key is another than the one that the data was written with.',
      remedy: 'Put the right one at its place, or name it by SECRET_KEY_FILE.',
    };
  }
  const foreign = await withPortal(databaseUrl, (database) => countForeign(database, inForce));
  if (rotation) {
    const said =
      rotation.phase === 'DISTRIBUTING'
        ? `The secret key is being changed: ${rotation.to.slice(0, 8)} is given to every process.`
        : `The secret key is being changed: ${short} is in force, and ${foreign} values are sealed by the old one.`;
    return {
      state: 'warning',
      said,
      remedy: 'Run npm run rotate-key, which goes on where it stopped.',
    };
  }
  if (retired.length > 0 && foreign > 0)
    return {
      state: 'warning',
      said: `${foreign} values are sealed by a key that was retired or is unknown.`,
      remedy: 'Enter those secrets again (carriers, webhooks, alerts).',
    };
  if (fingerprintOf(held[0]!) !== writing)
    return {
      state: 'warning',
      said: `The key in force (${short}) is not the first that this node finds: an old one lies before it.`,
      remedy: `Rename ${nextKeyFile(dataDir)} to secret.key, or set SECRET_KEY_FILE to the key in force.`,
    };
  return { state: 'ok', said: `The secret key (${short}) is the data's.` };
}
