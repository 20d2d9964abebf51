// The texts of the settings: the environment, the settings file beneath it, and the files of secrets.
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { StartupError } from '../startup-error.ts';
import { isSecretSetting, SETTINGS } from './settings.ts';

/** The settings file's name in the data folder, unless SETTINGS_FILE names another. */
export const SETTINGS_FILE = 'tuma.env';
/** The name that means no settings file. */
export const NO_FILE = '/dev/null';

/** The environment of this process, for a caller that reads it more than once. */
export function environment(): Record<string, string | undefined> {
  return { ...process.env };
}

/** The path of the settings file, even if it does not exist. */
export function settingsFile(
  environment: Record<string, string | undefined> = process.env,
): string {
  return resolve(
    environment['SETTINGS_FILE']?.trim() ||
      join(environment['DATA_DIR']?.trim() || 'data', SETTINGS_FILE),
  );
}

/**
 * Reads settings by name, with the source of each: the environment, otherwise the settings file. A
 * secret X may be in the file that X_FILE names.
 * @throws StartupError with one line for each mistake
 */
export function readSettings(
  environment: Record<string, string | undefined> = process.env,
): Map<string, { value: string; from: 'environment' | 'file' }> {
  const mistakes: string[] = [];
  const path = settingsFile(environment);
  const written = readSettingsFile(path, environment['SETTINGS_FILE']?.trim(), mistakes);
  const found = new Map<string, { value: string; from: 'environment' | 'file' }>();
  for (const [from, layer] of [
    ['environment', environment],
    ['file', written],
  ] as const) {
    for (const name of Object.keys(SETTINGS)) {
      if (found.has(name)) continue;
      // Set but empty means omitted, because files of variables cannot express it otherwise.
      const value = layer[name]?.trim();
      const file = isSecretSetting(name) ? layer[`${name}_FILE`]?.trim() : undefined;
      if (value && file)
        mistakes.push(`${name}: set twice, by ${name} and by ${name}_FILE. Take one away.`);
      if (value) found.set(name, { value, from });
      else if (file) found.set(name, { value: readSecretFile(name, file, mistakes), from });
    }
  }
  if (mistakes.length > 0) throw new StartupError(...mistakes);
  return found;
}

function readSettingsFile(
  path: string,
  named: string | undefined,
  mistakes: string[],
): Record<string, string | undefined> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) {
    if (named) mistakes.push(`SETTINGS_FILE: there is no file ${path}.`);
    return {};
  }
  if (path === NO_FILE) return {};
  if (stat.mode & 0o002)
    mistakes.push(`${path} can be changed by other users. Run: chmod 600 ${path}`);
  let written: Record<string, string | undefined>;
  try {
    const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
    mistakes.push(...lineMistakes(path, text));
    written = parseEnv(text);
  } catch (error) {
    mistakes.push(
      `${path} cannot be read (${codeOf(error)}). Let this user read it, or start as its owner.`,
    );
    return {};
  }
  for (const name of Object.keys(written)) {
    const [, plain = ''] = /^(\w+)_FILE$/.exec(name) ?? [];
    if (!Object.hasOwn(SETTINGS, name) && !isSecretSetting(plain))
      mistakes.push(
        `${name}: there is no such setting (in ${path}). docs/configuration.md lists them.`,
      );
  }
  return written;
}

/**
 * Lines that the parser leaves out, and quotes that would run into the next lines. The line may hold a
 * secret: it is not shown.
 */
function lineMistakes(path: string, text: string): string[] {
  return text.split(/\r?\n/).flatMap((line, at) => {
    if (/^\s*(#|$)/.test(line)) return [];
    const [, value] = /^\s*(?:export\s+)?[\w.-]+\s*=\s*([\s\S]*)$/.exec(line) ?? [];
    if (value === undefined) return [`${path}, line ${at + 1}: this is not NAME=value.`];
    const [quote = ''] = /^["'`]/.exec(value) ?? [];
    return quote !== '' && !value.slice(1).includes(quote)
      ? [
          `${path}, line ${at + 1}: the quote that begins the value does not end in the line. A value that has this quote stands between others.`,
        ]
      : [];
  });
}

function readSecretFile(name: string, file: string, mistakes: string[]): string {
  try {
    const bytes = readFileSync(file);
    const value =
      name.startsWith('SECRET_KEY') && bytes.length === 32
        ? bytes.toString('hex')
        : bytes.toString('utf8').trim();
    if (value === '') mistakes.push(`${name}_FILE: the file ${resolve(file)} is empty.`);
    return value;
  } catch (error) {
    mistakes.push(
      codeOf(error) === 'ENOENT'
        ? `${name}_FILE: there is no file ${resolve(file)}.`
        : `${name}_FILE: ${resolve(file)} cannot be read (${codeOf(error)}).`,
    );
    return '';
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
