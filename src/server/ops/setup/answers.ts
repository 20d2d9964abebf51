// The answers of one setup, from flags or from a person, and the configuration that they amount to.
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readConfig, type Config } from '../../infra/config/config.ts';
import { isSecretSetting } from '../../infra/config/settings.ts';
import { readSettings, settingsFile } from '../../infra/config/sources.ts';
import { StartupError } from '../../infra/startup-error.ts';
import { writeSettings } from '../settings-file.ts';
import { SECTION_FLAGS, type Flags, type Section } from './flags.ts';
import type { Choice, Prompter } from './prompts.ts';

type Environment = Record<string, string | undefined>;
type Changes = Map<string, string | undefined>;

/** Settings that are not written while they have these values. */
const DEFAULTS: Record<string, string> = {
  HOST: '127.0.0.1',
  PORT: '8080',
  TRUSTED_PROXIES: '127.0.0.1,::1',
  MAIL_FROM: 'no-reply@localhost',
};

export class Answers {
  readonly flags: Flags;
  /** Undefined without a terminal. */
  readonly prompter: Prompter | undefined;
  readonly print: (line: string) => void;
  readonly #environment: Environment;
  readonly #path: string;
  readonly #changes: Changes = new Map();

  constructor(
    flags: Flags,
    prompter: Prompter | undefined,
    print: (line: string) => void,
    environment: Environment,
  ) {
    this.flags = flags;
    this.prompter = prompter;
    this.print = print;
    const dataDir = flags['data-dir'];
    const file = flags['settings-file'];
    const chosen = { ...environment, ...(dataDir !== undefined && { DATA_DIR: dataDir }) };
    this.#path = settingsFile({ ...chosen, ...(file !== undefined && { SETTINGS_FILE: file }) });
    if (this.#path.includes('\0'))
      throw new StartupError('--settings-file: this is not a file name.');
    // SETTINGS_FILE may only name an existing file, and a first setup has none yet.
    this.#environment = { ...chosen, SETTINGS_FILE: this.hasFile() ? this.#path : undefined };
  }

  hasFile(): boolean {
    return statSync(this.#path, { throwIfNoEntry: false }) !== undefined;
  }

  /** The configuration with the answers so far. */
  config(changes: Changes = this.#changes): Config {
    return readConfig(this.settings(changes));
  }

  /** Every setting, as if all of them were in the environment. */
  settings(changes: Changes = this.#changes): Environment {
    const found = readSettings(this.#environment);
    const settings: Environment = {
      DATA_DIR: this.#environment['DATA_DIR'],
      SETTINGS_FILE: '/dev/null',
      SANDBOX: '0',
    };
    for (const [name, { value }] of found) settings[name] = value;
    for (const [name, value] of changes)
      if (found.get(name)?.from !== 'environment') settings[name] = value;
    if (changes.has('DATA_DIR')) settings['DATA_DIR'] = changes.get('DATA_DIR');
    return settings;
  }

  /** Adds settings once they are valid. @throws StartupError naming their flags */
  apply(settings: Environment): Config {
    const config = this.config(new Map([...this.#changes, ...Object.entries(settings)]));
    this.set(settings);
    return config;
  }

  /** Adds settings that need no validation. */
  set(settings: Environment): void {
    for (const [name, value] of Object.entries(settings)) this.#changes.set(name, value);
  }

  // ---- questions ----

  /** The flag, the person's answer, or `standard` without a person. */
  async text(flag: keyof Flags, question: string, standard?: string): Promise<string | undefined> {
    const given = this.flags[flag];
    if (typeof given === 'string') return given.trim();
    return (
      (this.prompter === undefined ? standard : await this.prompter.text(question, standard)) ||
      undefined
    );
  }

  /** Like `text`, where a person picks one of several answers. A flag may hold any text. */
  async choice(
    flag: keyof Flags,
    question: string,
    choices: readonly Choice<string>[],
    standard: string,
  ): Promise<string> {
    const given = this.flags[flag];
    if (typeof given === 'string') return given.trim() || standard;
    return this.prompter === undefined
      ? standard
      : this.prompter.choose(question, choices, standard);
  }

  /** The content of the flag's file, or the person's answer. */
  async secret(flag: keyof Flags, question: string): Promise<string | undefined> {
    const file = this.flags[flag];
    if (typeof file !== 'string') return (await this.prompter?.secret(question)) || undefined;
    try {
      return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? error.code : error;
      throw new StartupError(`--${flag}: ${resolve(file)} cannot be read (${String(reason)}).`);
    }
  }

  /** Drops the flags of a section, so that the next question goes to the person. */
  forgetFlags(section: Section): void {
    for (const flag of SECTION_FLAGS[section]) delete this.flags[flag];
  }

  // ---- the settings file ----

  show(): void {
    this.print(`Settings of ${this.#path}:`);
    for (const [name, { value, from }] of readSettings(this.#environment)) {
      const shown = isSecretSetting(name) ? '(set, not shown)' : value;
      const origin = from === 'environment' ? '   from the environment' : '';
      this.print(`  ${name.padEnd(24)} ${shown}${origin}`);
    }
    this.print('');
  }

  /** Writes the changed settings. @returns whether there were any */
  write(): boolean {
    const present = readSettings(this.#environment);
    // A variable of the environment stays there, and a default is not written.
    const changes: Changes = new Map(
      [...this.#changes].filter(([name, value]) => {
        const { from, value: before } = present.get(name) ?? {};
        if (from === 'environment') return false;
        return present.has(name)
          ? before !== value
          : value !== undefined && value !== DEFAULTS[name];
      }),
    );
    const sandbox = present.get('SANDBOX');
    if (sandbox?.from !== 'environment' && sandbox?.value !== '0') changes.set('SANDBOX', '0');
    if (changes.size === 0) {
      this.print('No setting was changed.');
      return false;
    }
    writeSettings(this.#path, changes);
    this.print(`Written to ${this.#path}: ${[...changes.keys()].join(', ')}.`);
    return true;
  }

  /** The variable that the next start needs to find these settings, or an empty text. */
  startVariable(): string {
    const dataDir = this.#environment['DATA_DIR'];
    if (this.#path === settingsFile({})) return '';
    return this.#path === settingsFile({ DATA_DIR: dataDir })
      ? `DATA_DIR=${dataDir}`
      : `SETTINGS_FILE=${this.#path}`;
  }
}
