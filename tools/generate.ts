// `npm run generate -- <name>`: writes files that are derived from others. Without a name it lists them.
import { join } from 'node:path';
import { runNamed } from './named.ts';

await runNamed(
  'generate',
  new Map([
    ['africa', join(import.meta.dirname, 'africa.ts')],
    ['configuration', join(import.meta.dirname, 'configuration.ts')],
    ['examples', join(import.meta.dirname, 'examples.ts')],
    ['manual-pictures', join(import.meta.dirname, 'manual/pictures.ts')],
    ['schema', join(import.meta.dirname, 'schema.ts')],
    ['screens', join(import.meta.dirname, 'screens/take.ts')],
  ]),
);
