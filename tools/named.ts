// A command that runs one of several programs by its name: `npm run bench -- dispatch`, `npm run check -- crash`.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The summary of each name of a command, from the command's table in docs/commands.md. */
function summariesOf(command: string): Map<string, string> {
  const page = readFileSync(join(import.meta.dirname, '../docs/commands.md'), 'utf8');
  const table = page.split(`\n## ${command}\n`)[1]?.split('\n## ')[0] ?? '';
  return new Map(
    [...table.matchAll(/^\| `-- ([\w-]+)` \| (.*) \|$/gm)].map(([, name = '', summary = '']) => [
      name,
      summary.replaceAll('`', ''),
    ]),
  );
}

/** Prints the names with the summary of each. */
function listPrograms(command: string, programs: ReadonlyMap<string, string>): void {
  console.log(`npm run ${command} -- <name>`);
  const width = Math.max(...[...programs.keys()].map((name) => name.length));
  const summaries = summariesOf(command);
  for (const name of [...programs.keys()].toSorted())
    console.log(`  ${name.padEnd(width)}  ${summaries.get(name) ?? ''}`);
}

/**
 * Runs the program that the command line names, with the arguments after the name as its own.
 * Without a name it lists the programs; a name that is none ends with 1.
 * @param programs path of each program's file by its name
 */
export async function runNamed(
  command: string,
  programs: ReadonlyMap<string, string>,
): Promise<void> {
  const name = process.argv[2];
  const path = name === undefined ? undefined : programs.get(name);
  if (path === undefined) {
    if (name !== undefined) console.log(`There is no "${name}".`);
    listPrograms(command, programs);
    process.exitCode = name === undefined ? 0 : 1;
    return;
  }
  const child = spawn(process.execPath, [path, ...process.argv.slice(3)], { stdio: 'inherit' });
  // Ctrl-C reaches both; a signal to this process alone is passed on.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.exitCode = await new Promise<number>((resolve) => {
    child.once('close', (code) => resolve(code ?? 1));
  });
}
