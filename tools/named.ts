// A command that runs one of several programs by its name: `npm run bench -- dispatch`, `npm run check -- crash`.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The first sentence of the comment that a program begins with. */
export function summaryOf(path: string): string {
  const lines = readFileSync(path, 'utf8').split('\n');
  const comment = [];
  for (const line of lines) {
    const text = /^(?:\/\*\*|\s\*(?!\/)|\/\/)\s?(.*)$/.exec(line)?.[1];
    if (text === undefined) break;
    comment.push(text);
  }
  const whole = comment
    .join(' ')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^`[^`]+`: /, '');
  return /^.*?[.:](?=\s|$)/.exec(whole)?.[0].replace(/:$/, '.') ?? whole;
}

/** Prints the names with what each does. */
export function listPrograms(command: string, programs: ReadonlyMap<string, string>): void {
  console.log(`npm run ${command} -- <name>`);
  const width = Math.max(...[...programs.keys()].map((name) => name.length));
  for (const name of [...programs.keys()].toSorted())
    console.log(`  ${name.padEnd(width)}  ${summaryOf(programs.get(name)!)}`);
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
