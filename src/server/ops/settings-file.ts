// Writes the settings file that infra/config reads: only what is changed, for its owner alone, whole or not at all.
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { StartupError } from '../infra/startup-error.ts';

const HEADER =
  '# Settings of Tuma, written by its setup; docs/configuration.md tells what each is. For the eyes of its owner alone.\n';

/**
 * The file's text with these settings changed: each in its line, new ones at the end. Comments and everything else stay.
 * @param changes a value, or undefined for what goes
 */
export function changeSettings(
  text: string,
  changes: ReadonlyMap<string, string | undefined>,
): string {
  const open = new Map(changes);
  const lines = (text === '' ? HEADER : text)
    .replace(/\n$/, '')
    .split('\n')
    .flatMap((line) => {
      const [, name = ''] = /^\s*(?:export\s+)?(\w+)\s*=/.exec(line) ?? [];
      const plain = name.replace(/_FILE$/, ''); // a value of its own takes the place of one from a file
      const changed = changes.has(name) ? name : changes.has(plain) ? plain : undefined;
      if (changed === undefined) return [line];
      const value = open.get(changed);
      open.delete(changed); // a second line of the name goes
      return value === undefined ? [] : [`${changed}=${quote(changed, value)}`];
    });
  for (const [name, value] of open)
    if (value !== undefined) lines.push(`${name}=${quote(name, value)}`);
  return `${lines.join('\n')}\n`;
}

function quote(name: string, value: string): string {
  if (/^[\w.,:/@+=%-]*$/.test(value)) return value;
  const mark = ["'", '"', '`'].find(
    (each) => !value.includes(each) && !(each === '"' && value.includes('\\')),
  );
  if (mark === undefined || /[\r\n\0]/.test(value))
    throw new StartupError(
      `${name}: this value cannot stand in a settings file. Put it into a file of its own and name that by ${name}_FILE.`,
    );
  return `${mark}${value}${mark}`;
}

/** Changes the settings file, or makes it. */
export function writeSettings(
  path: string,
  changes: ReadonlyMap<string, string | undefined>,
): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  const text = changeSettings(stat ? readFileSync(path, 'utf8') : '', changes);
  try {
    if (!existsSync(dirname(path))) mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, text, { mode: 0o600, flush: true });
    chmodSync(draft, 0o600);
    // As root it stays whose it is; others can only keep their own.
    if (stat && stat.uid !== process.getuid?.()) chownSync(draft, stat.uid, stat.gid);
    renameSync(draft, path);
  } catch (error) {
    throw new StartupError(
      `${path} cannot be written (${error instanceof Error && 'code' in error ? String(error.code) : String(error)}). Make its folder writable for this user, or name another by --settings-file.`,
    );
  }
}
