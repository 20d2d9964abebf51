// Changes the secret key while the product runs. Every step is in the database before the next begins, so that the command may
// be killed at any line and run again: docs/adr/0051.
import { existsSync, renameSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../infra/startup-error.ts';
import type { Database } from '../infra/database/db.ts';
import { listHeartbeats } from '../core/monitoring/heartbeat.store.ts';
import { putKeyState, readKeyState } from '../core/installation/installation.store.ts';
import { countOthers, lockOthers, PLACES, replaceSealed } from './key-rotation.store.ts';
import { systemScope } from '../infra/database/scope.ts';
import {
  decryptSecret,
  encryptSecret,
  fingerprintOf,
  keyFile,
  labelOf,
  makeKeyFile,
  nextKeyFile,
  readKeyFile,
} from '../infra/secrets.ts';
import type { KeyRing, KeyState } from '../infra/secrets.ts';

const BATCH = 100;
/** A process that has been silent for longer is taken for dead. */
const DEAD_AFTER_SECONDS = 60;
/** Codes by mail and SMS live for ten minutes, proofs of work for five; a transaction is shorter. */
export const GRACE_SECONDS = 660;

export type Rotation = {
  database: Database;
  ring: KeyRing;
  dataDir: string;
  say(line: string): void;
  progress(line: string): void;
  /** How long the old key is accepted after the new one is in force. */
  graceSeconds: number;
  pollMilliseconds: number;
};

export type Rotated = { from: string; to: string; resealed: number; unreadable: number };

/**
 * Changes the secret key, or goes on where a killed command stopped.
 * @returns undefined where only the files of an ended rotation were left to put in order
 */
export async function rotateKey(at: Rotation): Promise<Rotated | undefined> {
  const state = await readState(at);
  if (state.writing === undefined)
    throw new StartupError('The database knows no secret key yet. Start Tuma once.');
  if (!state.rotation && settleFiles(at, state)) return undefined;
  const { from, to } = (state.rotation ?? (await begin(at, state)))!;
  await distribute(at);
  const { resealed, unreadable } = await sealAnew(at);
  await retire(at);
  settleFiles(at, await readState(at));
  return { from, to, resealed, unreadable };
}

/** Takes a rotation back that no process writes by yet. */
export async function cancelRotation(at: Pick<Rotation, 'database'>): Promise<void> {
  const state = await readState(at);
  if (!state.rotation) throw new StartupError('The secret key is not being changed.');
  if (state.rotation.phase !== 'DISTRIBUTING')
    throw new StartupError(
      'The new key is in force already. Run npm run rotate-key to the end, and once more for another key.',
    );
  await move(at, state, { ...state, rotation: undefined });
}

const readState = ({ database }: Pick<Rotation, 'database'>): Promise<KeyState> =>
  database.run(systemScope(), readKeyState);

async function move(
  { database }: Pick<Rotation, 'database'>,
  before: KeyState,
  after: KeyState,
): Promise<void> {
  if (!(await database.run(systemScope(), (tx) => putKeyState(tx, before, after))))
    throw new StartupError(
      'Another node changes the secret key at this moment. Let one of them do it.',
    );
}

/** Names the key that follows: the one that is given, or a new one beside the present one. */
async function begin(at: Rotation, state: KeyState): Promise<KeyState['rotation']> {
  const known = [state.writing, ...state.retired.map(({ fingerprint }) => fingerprint)];
  const given = () =>
    at.ring
      .atHand()
      .map(fingerprintOf)
      .find((each) => !known.includes(each));
  if (given() === undefined) {
    if (existsSync(nextKeyFile(at.dataDir)))
      throw new StartupError(
        `${nextKeyFile(at.dataDir)} holds a key that is or was in use. Remove it and run the command again.`,
      );
    makeKeyFile(nextKeyFile(at.dataDir));
  }
  const to = given()!;
  const rotation = {
    from: state.writing!,
    to,
    phase: 'DISTRIBUTING' as const,
    since: new Date().toISOString(),
  };
  await move(at, state, { ...state, rotation });
  return rotation;
}

/** Waits until every process holds the new key, and puts it in force. */
async function distribute(at: Rotation): Promise<void> {
  const state = await readState(at);
  if (state.rotation?.phase !== 'DISTRIBUTING') return;
  const { to } = state.rotation;
  if (at.ring.follow(state).includes(to))
    throw new StartupError(
      `The new key (${to.slice(0, 8)}) is not on this machine. Put it back as ${nextKeyFile(at.dataDir)}, or take the rotation back: npm run rotate-key -- --cancel`,
    );
  at.say(
    `The new secret key is ${to.slice(0, 8)} (${nextKeyFile(at.dataDir)}). Keep a copy of it. Other nodes need it too: copy the file to their data folder.`,
  );
  await waitForProcesses(at, 'the new key', (keys) => keys.includes(to));
  await move(at, state, {
    ...state,
    writing: to,
    rotation: { ...state.rotation, phase: 'WRITING', since: new Date().toISOString() },
  });
  at.say('The new key is in force.');
}

async function waitForProcesses(
  at: Rotation,
  what: string,
  isReady: (keys: readonly string[]) => boolean,
): Promise<void> {
  for (let told = ''; ; await sleep(at.pollMilliseconds)) {
    const beats = await at.database.run(systemScope(), listHeartbeats);
    const late = beats
      .filter(
        ({ silentSeconds, keys }) => silentSeconds <= DEAD_AFTER_SECONDS && !isReady(keys ?? []),
      )
      .map(({ process, holder }) => `${process} ${holder}`);
    if (late.length === 0) return;
    const line = `Waiting for ${what} on: ${late.join(', ')}`;
    if (line !== told) at.say(line);
    told = line;
  }
}

/** Seals every value anew, in batches that lock their rows. */
async function sealAnew(at: Rotation): Promise<{ resealed: number; unreadable: number }> {
  const state = await readState(at);
  const { rotation } = state;
  if (!rotation) return { resealed: 0, unreadable: 0 };
  const missing = at.ring.follow(state);
  if (missing.length > 0)
    throw new StartupError(
      `The ${missing[0] === rotation.to ? 'new' : 'old'} key (${missing[0]!.slice(0, 8)}) is not on this machine. Put it back as ${missing[0] === rotation.to ? nextKeyFile(at.dataDir) : keyFile(at.dataDir)}.`,
    );
  await waitForProcesses(at, 'writing by the new key', ([writing]) => writing === rotation.to);
  let resealed = 0;
  for (;;) {
    const pass = await sealPass(at, resealed);
    resealed += pass.resealed;
    const left = Date.parse(rotation.since) + at.graceSeconds * 1000 - Date.now();
    // A last pass after the wait: what a long transaction sealed by the old key is committed by then.
    if (left <= 0 && pass.resealed === 0) return { resealed, unreadable: pass.unreadable };
    if (left > 0) {
      at.progress(
        `${resealed} values are sealed anew. The old key is accepted for another ${Math.ceil(left / 1000)} s, for codes that are under way`,
      );
      await sleep(Math.min(left, Math.max(at.pollMilliseconds, 1000)));
    }
  }
}

async function sealPass(
  at: Rotation,
  before: number,
): Promise<{ resealed: number; unreadable: number }> {
  const label = labelOf(at.ring.bytes);
  let [resealed, unreadable] = [0, 0];
  for (const place of PLACES) {
    for (let after = ''; ;) {
      const rows = await at.database.run(systemScope(), async (tx) => {
        const found = await lockOthers(tx, place, label, after, BATCH);
        for (const { id, purpose, sealed } of found) {
          const text = open(at.ring, purpose, sealed);
          if (text === undefined) unreadable++;
          else {
            await replaceSealed(tx, place, id, encryptSecret(at.ring, purpose, text));
            resealed++;
          }
        }
        return found;
      });
      if (rows.length > 0) at.progress(`${place.table}: ${before + resealed} values sealed anew`);
      if (rows.length < BATCH) break;
      after = rows.at(-1)!.id;
    }
  }
  return { resealed, unreadable };
}

/** Undefined where no key at hand opens it: nothing in the product can read it either. */
function open(ring: KeyRing, purpose: string, sealed: Buffer): string | undefined {
  try {
    return decryptSecret(ring, purpose, sealed);
  } catch {
    return undefined;
  }
}

/** Takes the old key out of use, and waits until every process has. */
async function retire(at: Rotation): Promise<void> {
  const state = await readState(at);
  if (state.rotation) {
    const { from } = state.rotation;
    await move(at, state, {
      ...state,
      rotation: undefined,
      retired: [
        ...state.retired.filter(({ fingerprint }) => fingerprint !== from),
        { fingerprint: from, at: new Date().toISOString() },
      ],
    });
  }
  at.ring.follow(await readState(at));
  const writing = fingerprintOf(at.ring.bytes);
  await waitForProcesses(
    at,
    'the end of the old key',
    (keys) => keys.length === 1 && keys[0] === writing,
  );
}

/** Gives the key in force its usual name; the old one stays beside it for backups. @returns whether a file was moved */
function settleFiles({ dataDir, say }: Rotation, { writing }: KeyState): boolean {
  const [current, next] = [keyFile(dataDir), nextKeyFile(dataDir)];
  const [held, following] = [current, next].map((path) =>
    existsSync(path) ? fingerprintOf(readKeyFile(path)) : undefined,
  );
  if (following !== writing || writing === undefined) return false;
  if (held !== undefined && held !== writing) {
    const aside = `${current}.retired-${held.slice(0, 8)}`;
    renameSync(current, aside);
    say(
      `The old key is ${aside}: keep it with the backups that were made under it, and remove it here.`,
    );
  }
  renameSync(next, current);
  say(
    `The key in force is ${current}. On the other nodes, rename secret.key.next to secret.key as well, or set SECRET_KEY_FILE to it.`,
  );
  return true;
}

/** Values that are sealed by another key than the one in force, of a whole installation. */
export async function countForeign(database: Database, bytes: Buffer): Promise<number> {
  return database.run(systemScope(), async (tx) => {
    let count = 0;
    for (const place of PLACES) count += await countOthers(tx, place, labelOf(bytes));
    return count;
  });
}
