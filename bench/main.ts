// `npm run bench -- <name>`: one benchmark, by the name of its file. Without a name it lists them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runNamed } from '../tools/named.ts';

await runNamed(
  'bench',
  new Map(
    readdirSync(import.meta.dirname)
      .filter((file) => file.endsWith('.ts') && file !== 'main.ts')
      .map((file) => [file.slice(0, -3), join(import.meta.dirname, file)]),
  ),
);
