import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest begin, so that no worker is left with one of them at the end. */
const LONG = [
  'test/access/matrix.test.ts',
  'test/scenarios/crash/',
  'src/server/ops/supervisor.test.ts',
  'test/scenarios/processes-apart/',
  'test/scenarios/external-database/',
  'test/access/fields.test.ts',
  'src/server/ops/key-rotation.test.ts',
  'src/server/ops/backup/upgrade.test.ts',
];

/** Without knowledge of an earlier run vitest would begin with the files that have most text. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((path) => moduleId.includes(`/${path}`));
      return at === -1 ? LONG.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  test: {
    include: ['{src,test,tools,bench,docs}/**/*.test.{ts,tsx}'],
    exclude: ['test/browser/**', '**/node_modules/**'],
    globalSetup: ['test/harness/database/database-server.ts'],
    pool: 'forks',
    // A process reads the product's modules once instead of once for each file: half of the work of a run of short files.
    // Each file makes its own database and closes what it opened.
    isolate: false,
    // Most of what a test makes is gone at once. With room for more of it, it is collected less often: a quarter of a
    // worker's processor time.
    execArgv: ['--max-semi-space-size=64'],
    // One more than there are cores: a file that waits for a process, a socket or PostgreSQL leaves its core to another.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Generous: a limit is for what hangs, not for what a machine does slowly that others use.
    testTimeout: 480_000,
    hookTimeout: 480_000,
    expect: { poll: { timeout: 180_000, interval: 20 } },
  },
});
