import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { keepInMemory, makeTemporaryFolder } from './temporary.ts';

test.skipIf(!existsSync('/dev/shm'))(
  'a run removes the folders in memory of a run that was killed, and no others',
  () => {
    const { pid } = spawnSync('true'); // it has ended
    const left = `/dev/shm/tuma-run-${pid}-x7Yz1a`;
    const [ours, other] = [makeTemporaryFolder('run'), '/dev/shm/tuma-test-x7Yz1a'];
    for (const folder of [left, other]) mkdirSync(folder);
    onTestFinished(() => {
      for (const folder of [ours, other]) rmSync(folder, { recursive: true });
    });
    keepInMemory();
    expect([left, ours, other].map((folder) => existsSync(folder))).toEqual([false, true, true]);
  },
);
