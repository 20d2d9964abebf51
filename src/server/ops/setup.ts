// `npm run setup`: asks for what a real installation needs, tries each of it, and only then writes the settings file and makes the
// first administrator and the first carrier. Run again it shows what is there, and changes only what is asked.
import { readFileSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cid as cidShape, smppSettings } from '../../contract/api/connector-settings.ts';
import { StartupError } from '../infra/startup-error.ts';
import { checkCarrier, checkMail, checkMpesa, checkPublicUrl } from './checks.ts';
import type { Carrier, Finding } from './checks.ts';
import { findRoot } from '../features/clients/clients.store.ts';
import { withDatabase } from './cli.ts';
import { isLoopback, readConfig } from '../infra/config/config.ts';
import type { Config } from '../infra/config/config.ts';
import { isSecretSetting } from '../infra/config/settings.ts';
import { readSettings, settingsFile } from '../infra/config/sources.ts';
import { databaseComplaints, lookAtDatabase } from './database-check.ts';
import { ensureCarrier } from '../gateway/carriers/carrier.ts';
import { listNames } from '../gateway/console/connectors.store.ts';
import { findInstallation, forgetKey } from '../core/installation/installation.store.ts';
import { openLog } from '../infra/log.ts';
import { systemScope } from '../infra/database/scope.ts';
import { keyFile } from '../infra/secrets.ts';
import { writeSettings } from './settings-file.ts';
import { prepareDatabase, withPortal } from './start.ts';
import { Gone } from './terminal.ts';
import type { Person } from './terminal.ts';

const FLAGS = {
  help: { type: 'boolean' },
  yes: { type: 'boolean' },
  skip: { type: 'string' },
  'settings-file': { type: 'string' },
  'data-dir': { type: 'string' },
  'public-url': { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  'trusted-proxies': { type: 'string' },
  database: { type: 'string' },
  'database-password-file': { type: 'string' },
  'admin-email': { type: 'string' },
  'admin-password-file': { type: 'string' },
  smtp: { type: 'string' },
  'smtp-password-file': { type: 'string' },
  'mail-from': { type: 'string' },
  'mail-test': { type: 'string' },
  carrier: { type: 'string' },
  'carrier-name': { type: 'string' },
  'carrier-password-file': { type: 'string' },
  'carrier-bind': { type: 'string' },
  mpesa: { type: 'string' },
  'mpesa-shortcode': { type: 'string' },
  'mpesa-type': { type: 'string' },
  'mpesa-consumer-key-file': { type: 'string' },
  'mpesa-consumer-secret-file': { type: 'string' },
  'mpesa-passkey-file': { type: 'string' },
  'replace-secret-key': { type: 'boolean' },
} as const;
type Flags = ReturnType<typeof parseArgs<{ options: typeof FLAGS }>>['values'];

export const HELP = `npm run setup -- [flags]      (or bin/tuma setup [flags])

Asks at a terminal for what an installation needs, tries each of it, and writes it down. Without a terminal, or with --yes, it
goes by its flags alone. Run again, it shows what is there and changes only what is asked. Passwords come from files or are
typed without being shown, never from the command line.

  --yes                         ask nothing
  --skip LIST                   keep these although they fail, with a warning: database, url, mail, carrier, mpesa
  --settings-file FILE          where settings are written (SETTINGS_FILE; else tuma.env in the data folder)
  --data-dir FOLDER             the data folder (DATA_DIR)

  --public-url URL              the address that people reach the portal at, such as https://sms.example.com
  --host ADDRESS                where to listen; 127.0.0.1 behind a reverse proxy on this machine
  --port NUMBER                 port of the portal and its API
  --trusted-proxies LIST        reverse proxies elsewhere than on this machine

  --database embedded | URL     postgresql://user@host:5432/database, without the password
  --database-password-file FILE

  --admin-email ADDRESS         the first administrator
  --admin-password-file FILE    8 to 128 characters

  --smtp none | URL             smtp://user@host:587 or smtps://user@host:465, without the password
  --smtp-password-file FILE
  --mail-from ADDRESS           what mail comes from
  --mail-test ADDRESS           send a mail there; otherwise the server is greeted only

  --carrier none | URL          smpp://system_id@host:2775, or smpps:// for TLS, without the password
  --carrier-password-file FILE
  --carrier-name NAME           the connector's name, 3 to 25 letters, digits, - and _
  --carrier-bind KIND           transceiver (unless said), transmitter or receiver

  --mpesa none | production | sandbox
  --mpesa-shortcode NUMBER      the paybill or till that money goes to
  --mpesa-type paybill | till
  --mpesa-consumer-key-file FILE, --mpesa-consumer-secret-file FILE, --mpesa-passkey-file FILE

  --replace-secret-key          the secret key is lost for good: begin with another (see "Secrets" in docs/operating.md)`;

const SECTIONS = ['address', 'database', 'mail', 'mpesa', 'carrier'] as const;
type Section = (typeof SECTIONS)[number];

const SECTION_FLAGS: Record<Section, readonly (keyof Flags)[]> = {
  address: ['public-url', 'host', 'port', 'trusted-proxies'],
  database: ['database', 'database-password-file'],
  mail: ['smtp', 'smtp-password-file', 'mail-from', 'mail-test'],
  mpesa: [
    'mpesa',
    'mpesa-shortcode',
    'mpesa-type',
    'mpesa-consumer-key-file',
    'mpesa-consumer-secret-file',
    'mpesa-passkey-file',
  ],
  carrier: ['carrier', 'carrier-name', 'carrier-password-file', 'carrier-bind'],
};
const CHECKS = ['database', 'url', 'mail', 'carrier', 'mpesa'];
const DARAJA = {
  production: 'https://api.safaricom.co.ke',
  sandbox: 'https://sandbox.safaricom.co.ke',
} as const;
const KINDS = { paybill: 'CustomerPayBillOnline', till: 'CustomerBuyGoodsOnline' } as const;

type Changes = Map<string, string | undefined>;
/** What the database already holds. */
type There = { administrator: boolean; connectors: string[]; sandbox: boolean };

/** One run. Nothing is written before everything was asked and tried. */
class Setup {
  readonly #flags: Flags;
  /** Undefined: nobody to ask. */
  readonly #person: Person | undefined;
  readonly #say: (line: string) => void;
  readonly #environment: Record<string, string | undefined>;
  readonly #path: string;
  readonly #changes: Changes = new Map();
  readonly #skipped: Set<string>;

  constructor(
    flags: Flags,
    person: Person | undefined,
    say: (line: string) => void,
    environment: Record<string, string | undefined>,
  ) {
    this.#flags = flags;
    this.#person = person;
    this.#say = say;
    this.#skipped = new Set(flags.skip?.split(',').map((each) => each.trim()) ?? []);
    for (const each of this.#skipped)
      if (!CHECKS.includes(each))
        throw new StartupError(
          `--skip: there is no check "${each}". There are: ${CHECKS.join(', ')}.`,
        );
    this.#environment = {
      ...environment,
      ...(flags['data-dir'] !== undefined && { DATA_DIR: flags['data-dir'] }),
    };
    this.#path = settingsFile({
      ...this.#environment,
      ...(flags['settings-file'] !== undefined && { SETTINGS_FILE: flags['settings-file'] }),
    });
    if (this.#path.includes('\0')) throw new StartupError('--settings-file: that is no file name.');
    // A file that is still to be made is none that the environment should name.
    this.#environment = {
      ...this.#environment,
      SETTINGS_FILE: statSync(this.#path, { throwIfNoEntry: false }) ? this.#path : undefined,
    };
  }

  async run(): Promise<void> {
    this.#config(); // what is there must be right before anything is put on top of it
    const known = statSync(this.#path, { throwIfNoEntry: false }) !== undefined;
    if (known) this.#show();
    const sections = await this.#choose(known);
    if (sections.has('address')) await this.#repeatedly('url', () => this.#askAddress());
    if (sections.has('database')) await this.#repeatedly('database', () => this.#askDatabase());
    const config = this.#config();
    await withDatabase(
      config,
      async ({ databaseUrl, dataDir }) => {
        const facts = await lookAtDatabase(databaseUrl);
        const complaints = databaseComplaints(facts, new Date());
        if (complaints.length > 0) throw new StartupError(...complaints);
        const there =
          facts.migration === null
            ? { administrator: false, connectors: [], sandbox: false }
            : await this.#lookInside(databaseUrl);
        if (there.sandbox)
          throw new StartupError(
            `This data was made as a sandbox, whose passwords everybody knows: a real installation needs data of its own. Name another folder by --data-dir (or another database), and run setup again.`,
          );
        if (dataDir !== config.dataDir) this.#changes.set('DATA_DIR', dataDir);
        const administrator = there.administrator ? undefined : await this.#askAdministrator();
        if (
          there.administrator &&
          (this.#flags['admin-email'] ?? this.#flags['admin-password-file']) !== undefined
        )
          this.#say(
            'There is an administrator already, so none was made. Accounts are kept in the portal.',
          );
        if (sections.has('mail')) await this.#repeatedly('mail', () => this.#askMail());
        if (sections.has('mpesa')) await this.#repeatedly('mpesa', () => this.#askMpesa());
        let carrier: (Carrier & { cid: string }) | undefined;
        if (there.connectors.length > 0) {
          if (sections.has('carrier') && (known || this.#flags.carrier !== undefined))
            this.#say(
              `There are connectors already (${there.connectors.join(', ')}): they are changed in the portal, under Gateway.`,
            );
        } else if (sections.has('carrier'))
          await this.#repeatedly('carrier', async () => {
            const { finding, value } = await this.#askCarrier();
            carrier = value;
            return finding;
          });
        const written = this.#write();
        await this.#make(databaseUrl, dataDir, administrator, carrier);
        this.#farewell(administrator !== undefined, written);
      },
      { make: true },
    );
  }

  // --- what is there --------------------------------------------------------------------------------------------------

  /** The configuration as it would be with what was answered so far. */
  #config(changes: Changes = this.#changes): Config {
    return readConfig(this.#settings(changes));
  }

  /** What is set, as if it all stood in the environment. */
  #settings(changes: Changes = this.#changes): Record<string, string | undefined> {
    const found = readSettings(this.#environment);
    const settings: Record<string, string | undefined> = {
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

  #show(): void {
    this.#say(`Settings of ${this.#path}:`);
    const settings = readSettings(this.#environment);
    for (const [name, { value, from }] of settings)
      this.#say(
        `  ${name.padEnd(24)} ${isSecretSetting(name) ? '(set, not shown)' : value}${from === 'environment' ? '   from the environment' : ''}`,
      );
    this.#say('');
  }

  async #lookInside(databaseUrl: string): Promise<There> {
    return withPortal(databaseUrl, (database) =>
      database.run(systemScope(), async (tx) => ({
        administrator: (await findRoot(tx)) !== undefined,
        connectors: await listNames(tx),
        sandbox: (await findInstallation(tx))?.sandbox === true,
      })),
    );
  }

  /** Everything the first time, and then only what is asked for. */
  async #choose(known: boolean): Promise<Set<Section>> {
    const flagged = SECTIONS.filter((section) =>
      SECTION_FLAGS[section].some((flag) => this.#flags[flag] !== undefined),
    );
    if (this.#person === undefined || (flagged.length > 0 && known)) return new Set(flagged);
    if (!known) return new Set(SECTIONS);
    for (;;) {
      const answer = await this.#person.ask(
        `What shall be changed? Some of ${SECTIONS.join(', ')}, with commas between; nothing with Enter`,
      );
      const chosen = answer
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== '');
      const strange = chosen.find((each) => !SECTIONS.some((section) => section === each));
      if (strange === undefined)
        return new Set(SECTIONS.filter((section) => chosen.includes(section)));
      this.#say(`There is no "${strange}".`);
    }
  }

  // --- the questions --------------------------------------------------------------------------------------------------

  /** Asks and tries until it works, or until somebody wants it as it is. */
  async #repeatedly(check: string, ask: () => Promise<Finding | undefined>): Promise<void> {
    for (;;) {
      const finding = await ask().catch((error: unknown) => {
        if (!(error instanceof StartupError) || this.#person === undefined) throw error;
        return { state: 'wrong', said: error.lines.join('\n'), mistake: true } as Finding & {
          mistake?: true;
        };
      });
      if (finding === undefined) return;
      this.#say(
        `${finding.state === 'ok' ? 'Tried:' : finding.state === 'warning' ? 'Warning:' : 'This does not work:'} ${finding.said}${finding.remedy ? ` ${finding.remedy}` : ''}`,
      );
      if (finding.state !== 'wrong') return;
      if (this.#skipped.has(check)) return this.#say('Kept all the same, as --skip says.');
      if (this.#person === undefined)
        throw new StartupError(
          `Nothing was changed. Mend that and run setup again, or keep it as it is by --skip ${check}.`,
        );
      const again =
        'mistake' in finding
          ? 'a'
          : await this.#person.ask(
              '(a)sk again, (k)eep it all the same, or (l)eave without changing anything',
              'a',
            );
      if (again.startsWith('l')) throw new Gone();
      if (again.startsWith('k'))
        return this.#say(
          'Kept. It will not work before that is mended; npm run doctor looks again.',
        );
      this.#flagsOf(check); // what a flag said was tried; now a person says
    }
  }

  #flagsOf(check: string): void {
    const section = check === 'url' ? 'address' : (check as Section);
    for (const flag of SECTION_FLAGS[section]) delete this.#flags[flag];
  }

  /** The flag, or the person's answer; what stands already where nobody says anything. */
  async #text(flag: keyof Flags, question: string, standard?: string): Promise<string | undefined> {
    const given = this.#flags[flag];
    if (typeof given === 'string') return given.trim();
    return (
      (this.#person === undefined ? standard : await this.#person.ask(question, standard)) ||
      undefined
    );
  }

  async #secret(flag: keyof Flags, question: string): Promise<string | undefined> {
    const file = this.#flags[flag];
    if (typeof file === 'string') {
      try {
        return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      } catch (error) {
        throw new StartupError(
          `--${flag}: ${resolve(file)} cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : String(error)}).`,
        );
      }
    }
    return (
      (this.#person === undefined ? undefined : await this.#person.askSecret(question)) || undefined
    );
  }

  /** Puts answers among the changes once they are right; the mistakes of these settings are told with their flags' names. */
  #take(answers: Record<string, string | undefined>): Config {
    const changes = new Map([...this.#changes, ...Object.entries(answers)]);
    const config = this.#config(changes);
    for (const [name, value] of Object.entries(answers)) this.#changes.set(name, value);
    return config;
  }

  async #askAddress(): Promise<Finding | undefined> {
    const now = this.#settings();
    const publicUrl = await this.#text(
      'public-url',
      'Address that people reach the portal at, such as https://sms.example.com',
      now['PUBLIC_URL'],
    );
    const host = await this.#text(
      'host',
      'Address to listen on (127.0.0.1 behind a reverse proxy on this machine, 0.0.0.0 for everyone)',
      now['HOST'] ?? '127.0.0.1',
    );
    const port = await this.#text('port', 'Port to listen on', now['PORT'] ?? '8080');
    const proxies =
      isLoopback(host ?? '') && this.#flags['trusted-proxies'] === undefined
        ? now['TRUSTED_PROXIES']
        : await this.#text(
            'trusted-proxies',
            'Reverse proxies whose word is taken, as addresses or networks with commas between, or none',
            now['TRUSTED_PROXIES'] ?? 'none',
          );
    const config = this.#take({
      PUBLIC_URL: publicUrl,
      HOST: host,
      PORT: port,
      TRUSTED_PROXIES: proxies,
    });
    if (config.publicUrl === undefined)
      return { state: 'warning', said: 'Without PUBLIC_URL, links in mails lead to localhost.' };
    return checkPublicUrl(config.publicUrl, false);
  }

  async #askDatabase(): Promise<Finding | undefined> {
    const { databaseUrl } = this.#config();
    const asked = await this.#text(
      'database',
      'Database: embedded, or the address of a PostgreSQL 15 or later (postgresql://user@host:5432/database)',
      databaseUrl === undefined ? 'embedded' : withoutPassword(databaseUrl),
    );
    if (asked === undefined || asked === 'embedded') {
      this.#take({ DATABASE_URL: undefined });
      return undefined;
    }
    const kept =
      databaseUrl !== undefined &&
      asked === withoutPassword(databaseUrl) &&
      this.#flags['database-password-file'] === undefined
        ? passwordOf(databaseUrl)
        : '';
    const url =
      kept !== ''
        ? databaseUrl!
        : withPassword(
            '--database',
            asked,
            await this.#secret('database-password-file', 'Its password, nothing if it wants none'),
          );
    const config = this.#take({ DATABASE_URL: url });
    const facts = await lookAtDatabase(config.databaseUrl ?? url);
    const complaints = databaseComplaints(facts, new Date());
    if (complaints.length > 0) return { state: 'wrong', said: complaints.join('\n') };
    return {
      state: 'ok',
      said: `PostgreSQL ${Math.floor(facts.version / 10_000)} answers, ${facts.user} may do what is needed, and the clocks agree.`,
    };
  }

  async #askAdministrator(): Promise<{ email: string; password: string }> {
    const set = this.#settings();
    for (;;) {
      const email = await this.#text(
        'admin-email',
        "The first administrator's e-mail address",
        set['ADMIN_EMAIL'],
      );
      const password =
        (await this.#secret('admin-password-file', 'The password, 8 to 128 characters')) ??
        set['ADMIN_PASSWORD'];
      try {
        if (email === undefined)
          throw new StartupError(
            '--admin-email: missing. An empty installation needs its first administrator.',
          );
        if (password === undefined)
          throw new StartupError(
            '--admin-password-file: missing. The first administrator needs a password.',
          );
        if (
          this.#person !== undefined &&
          this.#flags['admin-password-file'] === undefined &&
          (await this.#person.askSecret('Once more')) !== password
        )
          throw new StartupError('The two were not the same.');
        readConfig({ SETTINGS_FILE: '/dev/null', ADMIN_EMAIL: email, ADMIN_PASSWORD: password });
        return { email, password };
      } catch (error) {
        if (!(error instanceof StartupError) || this.#person === undefined) throw error;
        for (const line of error.lines) this.#say(line);
        for (const flag of ['admin-email', 'admin-password-file'] as const)
          delete this.#flags[flag];
      }
    }
  }

  async #askMail(): Promise<Finding | undefined> {
    const { smtpUrl, mailFrom } = this.#config();
    const asked = await this.#text(
      'smtp',
      'Mail server: smtp://user@host:587, smtps://user@host:465, or none',
      smtpUrl === undefined ? 'none' : withoutPassword(smtpUrl),
    );
    if (asked === undefined || asked === 'none') {
      this.#take({ SMTP_URL: undefined });
      return {
        state: 'warning',
        said: 'Without a mail server nobody gets codes, invitations or alerts.',
      };
    }
    const kept =
      smtpUrl !== undefined &&
      asked === withoutPassword(smtpUrl) &&
      this.#flags['smtp-password-file'] === undefined
        ? passwordOf(smtpUrl)
        : '';
    const url =
      kept !== ''
        ? smtpUrl!
        : withPassword(
            '--smtp',
            asked,
            await this.#secret('smtp-password-file', 'Its password, nothing if it wants none'),
          );
    const from = await this.#text('mail-from', 'Address that mail comes from', mailFrom);
    const config = this.#take({ SMTP_URL: url, MAIL_FROM: from });
    return checkMail(
      config.smtpUrl ?? url,
      config.mailFrom,
      await this.#text('mail-test', 'Address to send a mail to, nothing to greet the server only'),
    );
  }

  async #askCarrier(): Promise<{
    finding: Finding | undefined;
    value: (Carrier & { cid: string }) | undefined;
  }> {
    const asked = await this.#text(
      'carrier',
      'First carrier over SMPP: smpp://system_id@host:2775, smpps:// for TLS, or none',
      'none',
    );
    if (asked === undefined || asked === 'none') return { finding: undefined, value: undefined };
    const url = URL.parse(asked.replace(/^smpp/, 'http'));
    if (!/^smpps?:\/\//.test(asked) || !url || url.hostname === '' || url.username === '')
      throw new StartupError(
        `--carrier: ${JSON.stringify(asked)} is not the address of a carrier: give smpp://system_id@host:2775, or none.`,
      );
    refusePassword('--carrier', asked);
    const cid =
      (await this.#text(
        'carrier-name',
        'A name for its connector, 3 to 25 letters, digits, - and _',
        'carrier',
      )) ?? 'carrier';
    if (!cidShape.safeParse(cid).success)
      throw new StartupError(
        `--carrier-name: ${JSON.stringify(cid)} is not a name: give 3 to 25 letters, digits, - and _.`,
      );
    const bind = await this.#text(
      'carrier-bind',
      'Bind as transceiver, transmitter or receiver',
      'transceiver',
    );
    const settings = smppSettings.safeParse({
      host: url.hostname,
      port: Number(url.port || 2775),
      ssl: asked.startsWith('smpps'),
      username: decodeURIComponent(url.username),
      bind,
    });
    if (!settings.success)
      throw new StartupError(
        ...settings.error.issues.map(
          ({ path }) =>
            `--carrier${path[0] === 'bind' ? '-bind: give transceiver, transmitter or receiver.' : `: its ${path[0] === 'username' ? 'system_id has more than 15 characters' : `${String(path[0])} is not one`}.`}`,
        ),
      );
    const password = (await this.#secret('carrier-password-file', 'Its password')) ?? '';
    const value = { ...settings.data, bind: settings.data.bind, password, cid };
    const { host, port, ssl, username } = settings.data;
    return {
      finding: await checkCarrier({
        host,
        port,
        ssl,
        username,
        bind: settings.data.bind,
        password,
      }),
      value,
    };
  }

  async #askMpesa(): Promise<Finding | undefined> {
    const { mpesa } = this.#config();
    const now =
      mpesa === undefined
        ? 'none'
        : (Object.entries(DARAJA).find(([, address]) => address === mpesa.baseUrl)?.[0] ??
          mpesa.baseUrl);
    const asked = await this.#text(
      'mpesa',
      'M-Pesa (Daraja, Kenya): none, production or sandbox',
      now,
    );
    if (asked === undefined || asked === 'none') {
      this.#take({
        MPESA_BASE_URL: undefined,
        MPESA_CONSUMER_KEY: undefined,
        MPESA_CONSUMER_SECRET: undefined,
        MPESA_SHORTCODE: undefined,
        MPESA_PASSKEY: undefined,
        MPESA_TRANSACTION_TYPE: undefined,
      });
      return undefined;
    }
    const baseUrl = Object.hasOwn(DARAJA, asked) ? DARAJA[asked as keyof typeof DARAJA] : asked; // any address, for one that stands in its place
    const shortcode = await this.#text(
      'mpesa-shortcode',
      'Paybill or till number',
      mpesa?.shortcode,
    );
    const kind = await this.#text(
      'mpesa-type',
      'Is it a paybill or a till',
      mpesa?.transactionType === KINDS.till ? 'till' : 'paybill',
    );
    if (kind !== 'paybill' && kind !== 'till')
      throw new StartupError('--mpesa-type: give paybill or till.');
    const kept = mpesa === undefined ? '' : ' (nothing keeps what is there)';
    const config = this.#take({
      MPESA_BASE_URL: baseUrl,
      MPESA_SHORTCODE: shortcode,
      MPESA_TRANSACTION_TYPE: KINDS[kind],
      MPESA_CONSUMER_KEY:
        (await this.#secret('mpesa-consumer-key-file', `Consumer key${kept}`)) ??
        mpesa?.consumerKey,
      MPESA_CONSUMER_SECRET:
        (await this.#secret('mpesa-consumer-secret-file', `Consumer secret${kept}`)) ??
        mpesa?.consumerSecret,
      MPESA_PASSKEY: (await this.#secret('mpesa-passkey-file', `Passkey${kept}`)) ?? mpesa?.passkey,
    });
    if (config.mpesa === undefined)
      throw new StartupError(
        '--mpesa-consumer-key-file: missing. Give the consumer key of the Daraja application.',
      );
    return checkMpesa(config.mpesa);
  }

  // --- what is made ---------------------------------------------------------------------------------------------------

  /** @returns whether anything was */
  #write(): boolean {
    const set = readSettings(this.#environment);
    // What the environment says stays there, and nothing is written that is so without being said.
    const standard: Record<string, string> = {
      HOST: '127.0.0.1',
      PORT: '8080',
      TRUSTED_PROXIES: '127.0.0.1,::1',
      MAIL_FROM: 'no-reply@localhost',
    };
    const changes: Changes = new Map(
      [...this.#changes].filter(
        ([name, value]) =>
          set.get(name)?.from !== 'environment' &&
          (set.has(name)
            ? set.get(name)?.value !== value
            : value !== undefined && value !== standard[name]),
      ),
    );
    if (set.get('SANDBOX')?.from !== 'environment' && set.get('SANDBOX')?.value !== '0')
      changes.set('SANDBOX', '0');
    if (changes.size === 0) {
      this.#say('No setting was changed.');
      return false;
    }
    writeSettings(this.#path, changes);
    this.#say(`Written to ${this.#path}: ${[...changes.keys()].join(', ')}.`);
    return true;
  }

  async #make(
    databaseUrl: string,
    dataDir: string,
    administrator: { email: string; password: string } | undefined,
    carrier: (Carrier & { cid: string }) | undefined,
  ): Promise<void> {
    const config = this.#config();
    if (this.#flags['replace-secret-key']) await this.#replaceKey(databaseUrl, config, dataDir);
    const log = openLog({ level: 'warn', process: 'setup' });
    const { secretKey } = await prepareDatabase(
      { ...config, adminEmail: administrator?.email, adminPassword: administrator?.password },
      databaseUrl,
      dataDir,
      log,
    );
    if (administrator) this.#say(`Made the administrator ${administrator.email}.`);
    if (carrier) {
      const { cid, host, port, username, password, ssl, bind } = carrier;
      await withPortal(databaseUrl, (database) =>
        database.run(systemScope(), (tx) =>
          ensureCarrier(tx, secretKey, {
            cid,
            host,
            port,
            username,
            password,
            window: 10,
            ssl,
            bind,
          }),
        ),
      );
      this.#say(`Made the connector ${cid}, with a default route to it.`);
    }
    if (administrator && config.secretKey === undefined)
      this.#say(
        `The secret key is ${keyFile(dataDir)}: keep a copy of it apart from the back-ups.${config.databaseUrl === undefined ? '' : ' Every node of this database needs the same (SECRET_KEY_FILE).'}`,
      );
  }

  async #replaceKey(databaseUrl: string, config: Config, dataDir: string): Promise<void> {
    const question =
      'The passwords of carriers, and secrets of webhooks and two-step sign-in that were kept, cannot be read with another key and must be entered again. Type "replace" to go on';
    if (
      this.#person !== undefined &&
      !this.#flags.yes &&
      (await this.#person.ask(question)) !== 'replace'
    )
      throw new Gone();
    if (this.#person === undefined && !this.#flags.yes)
      throw new StartupError('--replace-secret-key: give --yes as well where nobody can be asked.');
    if ((await lookAtDatabase(databaseUrl)).migration !== null)
      await withPortal(databaseUrl, (database) => forgetKey(database.plain));
    if (config.secretKey === undefined) rmSync(keyFile(dataDir), { force: true });
    this.#say(
      'The secret key was replaced: enter the passwords of connectors again in the portal, and start Tuma anew.',
    );
  }

  #farewell(first: boolean, written: boolean): void {
    if (!first)
      return written
        ? this.#say('Settings are read at the start: start Tuma anew to go by them.')
        : undefined;
    // Whoever starts it must be told where the settings are, unless they lie where they are looked for.
    const where =
      this.#path === settingsFile({})
        ? ''
        : this.#path === settingsFile({ DATA_DIR: this.#environment['DATA_DIR'] })
          ? `DATA_DIR=${this.#environment['DATA_DIR']}`
          : `SETTINGS_FILE=${this.#path}`;
    this.#say(
      [
        '',
        `Ready. Next${where === '' ? '' : `, each with ${where} in its environment`}:`,
        '  npm start            everything on this machine (docs/operating.md has services and reverse proxies)',
        '  npm run doctor       looks at all of it again, at any time',
        '',
      ].join('\n'),
    );
  }
}

/** `postgresql://user:password@host/x`, taken apart: PostgreSQL's addresses may have no host, and are then none to `URL`. */
const CREDENTIALS = /^(\w+:\/\/[^:/@]+):([^@]*)@/;

/** An address without its password, for people. */
function withoutPassword(address: string): string {
  return address.replace(CREDENTIALS, '$1@');
}

function passwordOf(address: string): string {
  return CREDENTIALS.exec(address)?.[2] ?? '';
}

function refusePassword(flag: string, address: string): void {
  if (passwordOf(address) !== '')
    throw new StartupError(
      `${flag}: the password is in the address, where the shell's history and the list of processes show it. Leave it out: it is asked for, or comes from ${flag}-password-file.`,
    );
}

function withPassword(flag: string, written: string, password: string | undefined): string {
  refusePassword(flag, written);
  // Mail servers know their users by addresses: up to the last of the signs it is the user.
  const address = written.replace(
    /^(\w+:\/\/)([^/?#]*)(?=@)/,
    (_, scheme: string, user: string) => scheme + user.replaceAll('@', '%40'),
  );
  if (password === undefined) return address;
  if (!/^\w+:\/\/[^:/@]+@/.test(address))
    throw new StartupError(
      `${flag}: there is a password, and no user in ${JSON.stringify(address)}. Give such as ${flag === '--smtp' ? 'smtp://user@host:587' : 'postgresql://user@host:5432/database'}.`,
    );
  return address.replace('@', `:${encodeURIComponent(password)}@`);
}

/**
 * Sets an installation up.
 * @param args of the command line
 * @param person whom to ask; undefined where there is nobody
 * @returns the exit code
 */
export async function setUp(
  args: readonly string[],
  person: Person | undefined,
  say: (line: string) => void,
  environment: Record<string, string | undefined>,
): Promise<number> {
  let flags: Flags;
  try {
    flags = { ...parseArgs({ args: [...args], options: FLAGS, strict: true }).values };
  } catch (error) {
    throw new StartupError(
      error instanceof Error ? error.message : String(error),
      'npm run setup -- --help tells what there is.',
    );
  }
  if (flags.help) {
    say(HELP);
    return 0;
  }
  try {
    await new Setup(flags, flags.yes ? undefined : person, say, environment).run();
    return 0;
  } catch (error) {
    if (!(error instanceof Gone)) throw error;
    say('\nLeft. No setting was changed.');
    return 130;
  }
}
