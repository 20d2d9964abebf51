import { afterAll, expect, test } from 'vitest';
import { mountSmallDisk } from '../../harness/database/small-disk.ts';
import { fillDisk } from './scenario.ts';

// The small version of `npm run check -- disk`. Only root may mount a file system.
const disk = mountSmallDisk(1000);
afterAll(() => disk?.unmount());

test.skipIf(disk === undefined)(
  'a product whose disk was full twice goes on by itself and has lost and duplicated nothing',
  { timeout: 600_000 },
  async () => {
    const result = await fillDisk(disk!, {
      times: 2,
      binds: 1,
      window: 10,
      rate: 100,
      single: 10,
      seed: 1,
    });
    expect(result).toMatchObject({
      lostAcknowledged: 0,
      lost: 0,
      doubled: 0,
      doubledByKey: 0,
      unexplained: [],
      ledgerOk: true,
    });
    expect(result.felt).toBeGreaterThan(0);
    expect(Object.keys(result.answers).filter((answer) => answer.startsWith('500'))).toEqual([]);
  },
);
