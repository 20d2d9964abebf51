// The questions of each section. Each answer is validated and then tried; nothing is written here.
import { cid as cidShape, smppSettings } from '../../../contract/api/connector-settings.ts';
import { isLoopback, readConfig } from '../../infra/config/config.ts';
import { StartupError } from '../../infra/startup-error.ts';
import { checkCarrier, checkMail, checkMpesa, checkPublicUrl } from '../doctor/probes.ts';
import type { Finding } from '../doctor/findings.ts';
import type { Carrier } from '../doctor/probes.ts';
import { databaseComplaints, lookAtDatabase } from '../database-check.ts';
import type { Answers } from './answers.ts';
import { passwordOf, refusePassword, withoutPassword, withPassword } from './credentials.ts';

const DARAJA = {
  production: 'https://api.safaricom.co.ke',
  sandbox: 'https://sandbox.safaricom.co.ke',
} as const;
const TRANSACTION_TYPES = {
  paybill: 'CustomerPayBillOnline',
  till: 'CustomerBuyGoodsOnline',
} as const;

export type Administrator = { email: string; password: string };
export type NamedCarrier = Carrier & { cid: string };

const choicesOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

export async function askAddress(answers: Answers): Promise<Finding | undefined> {
  const now = answers.settings();
  const publicUrl = await answers.text(
    'public-url',
    'Public address of the portal, such as https://sms.example.com',
    now['PUBLIC_URL'],
  );
  const host = await answers.text(
    'host',
    'Address to listen on (127.0.0.1 behind a reverse proxy on this machine, 0.0.0.0 for everyone)',
    now['HOST'] ?? '127.0.0.1',
  );
  const port = await answers.text('port', 'Port to listen on', now['PORT'] ?? '8080');
  const needsProxies = !isLoopback(host ?? '') || answers.flags['trusted-proxies'] !== undefined;
  const proxies = needsProxies
    ? await answers.text(
        'trusted-proxies',
        'Trusted reverse proxies: addresses or networks separated by commas, or none',
        now['TRUSTED_PROXIES'] ?? 'none',
      )
    : now['TRUSTED_PROXIES'];
  const config = answers.apply({
    PUBLIC_URL: publicUrl,
    HOST: host,
    PORT: port,
    TRUSTED_PROXIES: proxies,
  });
  if (config.publicUrl === undefined)
    return { state: 'warning', said: 'Without PUBLIC_URL, links in mail lead to localhost.' };
  return checkPublicUrl(config.publicUrl, false);
}

/** The new address with its password; the present password while the address stays the same. */
async function askCredentials(
  answers: Answers,
  flag: 'database' | 'smtp',
  typed: string,
  present: string | undefined,
): Promise<string> {
  const passwordFlag = `${flag}-password-file` as const;
  const isSame = present !== undefined && typed === withoutPassword(present);
  if (isSame && answers.flags[passwordFlag] === undefined && passwordOf(present) !== '')
    return present;
  const password = await answers.secret(passwordFlag, 'Its password (empty for none)');
  return withPassword(`--${flag}`, typed, password);
}

export async function askDatabase(answers: Answers): Promise<Finding | undefined> {
  const { databaseUrl } = answers.config();
  const typed = await answers.text(
    'database',
    'Database: embedded, or the address of PostgreSQL 15 or later (postgresql://user@host:5432/database)',
    databaseUrl === undefined ? 'embedded' : withoutPassword(databaseUrl),
  );
  if (typed === undefined || typed === 'embedded') {
    answers.apply({ DATABASE_URL: undefined });
    return undefined;
  }
  const url = await askCredentials(answers, 'database', typed, databaseUrl);
  const config = answers.apply({ DATABASE_URL: url });
  const facts = await lookAtDatabase(config.databaseUrl ?? url);
  const complaints = databaseComplaints(facts, new Date());
  if (complaints.length > 0) return { state: 'wrong', said: complaints.join('\n') };
  const version = Math.floor(facts.version / 10_000);
  return {
    state: 'ok',
    said: `PostgreSQL ${version} answers, ${facts.user} has the permissions, and the clocks agree.`,
  };
}

export async function askAdministrator(answers: Answers): Promise<Administrator> {
  const present = answers.settings();
  for (;;) {
    try {
      const email = await answers.text(
        'admin-email',
        'Email address of the first administrator',
        present['ADMIN_EMAIL'],
      );
      const password =
        (await answers.secret('admin-password-file', 'Their password, 8 to 128 characters')) ??
        present['ADMIN_PASSWORD'];
      await confirmPassword(answers, password);
      return validAdministrator(email, password);
    } catch (error) {
      if (!(error instanceof StartupError) || answers.prompter === undefined) throw error;
      for (const line of error.lines) answers.print(line);
      delete answers.flags['admin-email'];
      delete answers.flags['admin-password-file'];
    }
  }
}

async function confirmPassword(answers: Answers, password: string | undefined): Promise<void> {
  const isTyped = answers.flags['admin-password-file'] === undefined;
  if (password === undefined || answers.prompter === undefined || !isTyped) return;
  if ((await answers.prompter.secret('The same password again')) !== password)
    throw new StartupError('The two passwords differ.');
}

function validAdministrator(
  email: string | undefined,
  password: string | undefined,
): Administrator {
  if (email === undefined)
    throw new StartupError(
      '--admin-email: missing. A new installation needs its first administrator.',
    );
  if (password === undefined)
    throw new StartupError(
      '--admin-password-file: missing. The first administrator needs a password.',
    );
  readConfig({ SETTINGS_FILE: '/dev/null', ADMIN_EMAIL: email, ADMIN_PASSWORD: password });
  return { email, password };
}

export async function askMail(answers: Answers): Promise<Finding | undefined> {
  const { smtpUrl, mailFrom } = answers.config();
  const typed = await answers.text(
    'smtp',
    'Mail server: smtp://user@host:587, smtps://user@host:465, or none',
    smtpUrl === undefined ? 'none' : withoutPassword(smtpUrl),
  );
  if (typed === undefined || typed === 'none') {
    answers.apply({ SMTP_URL: undefined });
    return {
      state: 'warning',
      said: 'Without a mail server, codes, invitations and alerts are not sent.',
    };
  }
  const url = await askCredentials(answers, 'smtp', typed, smtpUrl);
  const from = await answers.text('mail-from', 'Sender address of mail', mailFrom);
  const config = answers.apply({ SMTP_URL: url, MAIL_FROM: from });
  const testAddress = await answers.text(
    'mail-test',
    'Address for a test mail (empty to sign in to the server only)',
  );
  return checkMail(config.smtpUrl ?? url, config.mailFrom, testAddress);
}

export async function askCarrier(
  answers: Answers,
): Promise<{ finding?: Finding; carrier?: NamedCarrier }> {
  const typed = await answers.text(
    'carrier',
    'First carrier over SMPP: smpp://system_id@host:2775, smpps:// for TLS, or none',
    'none',
  );
  if (typed === undefined || typed === 'none') return {};
  const url = URL.parse(typed.replace(/^smpp/, 'http'));
  if (!/^smpps?:\/\//.test(typed) || !url || url.hostname === '' || url.username === '')
    throw new StartupError(
      `--carrier: ${JSON.stringify(typed)} is not the address of a carrier. Use smpp://system_id@host:2775, or none.`,
    );
  refusePassword('--carrier', typed);
  const cid =
    (await answers.text(
      'carrier-name',
      'Name of its connector: 3 to 25 letters, digits, - and _',
      'carrier',
    )) ?? 'carrier';
  if (!cidShape.safeParse(cid).success)
    throw new StartupError(
      `--carrier-name: ${JSON.stringify(cid)} is not a name. Use 3 to 25 letters, digits, - and _.`,
    );
  const bind = await answers.choice(
    'carrier-bind',
    'Bind as',
    choicesOf(['transceiver', 'transmitter', 'receiver']),
    'transceiver',
  );
  const settings = smppSettings.safeParse({
    host: url.hostname,
    port: Number(url.port || 2775),
    ssl: typed.startsWith('smpps'),
    username: decodeURIComponent(url.username),
    bind,
  });
  if (!settings.success)
    throw new StartupError(...settings.error.issues.map(({ path }) => carrierMistake(path[0])));
  const password = (await answers.secret('carrier-password-file', 'Its password')) ?? '';
  const { host, port, ssl, username } = settings.data;
  const carrier = { host, port, ssl, username, bind: settings.data.bind, password };
  return {
    finding: await checkCarrier(carrier),
    carrier: { ...settings.data, ...carrier, cid },
  };
}

function carrierMistake(field: PropertyKey | undefined): string {
  if (field === 'bind') return '--carrier-bind: use transceiver, transmitter or receiver.';
  return field === 'username'
    ? '--carrier: its system_id has more than 15 characters.'
    : `--carrier: its ${String(field)} is not valid.`;
}

export async function askMpesa(answers: Answers): Promise<Finding | undefined> {
  const { mpesa } = answers.config();
  const environmentOf = (address: string) =>
    Object.entries(DARAJA).find(([, known]) => known === address)?.[0] ?? address;
  const present = mpesa === undefined ? 'none' : environmentOf(mpesa.baseUrl);
  const typed = await answers.choice(
    'mpesa',
    'M-Pesa (Daraja, Kenya)',
    choicesOf([...new Set(['none', ...Object.keys(DARAJA), present])]),
    present,
  );
  if (typed === 'none') {
    answers.apply({
      MPESA_BASE_URL: undefined,
      MPESA_CONSUMER_KEY: undefined,
      MPESA_CONSUMER_SECRET: undefined,
      MPESA_SHORTCODE: undefined,
      MPESA_PASSKEY: undefined,
      MPESA_TRANSACTION_TYPE: undefined,
    });
    return undefined;
  }
  const shortcode = await answers.text(
    'mpesa-shortcode',
    'Paybill or till number',
    mpesa?.shortcode,
  );
  const kind = await answers.choice(
    'mpesa-type',
    'Kind of number',
    choicesOf(Object.keys(TRANSACTION_TYPES)),
    mpesa?.transactionType === TRANSACTION_TYPES.till ? 'till' : 'paybill',
  );
  if (kind !== 'paybill' && kind !== 'till')
    throw new StartupError('--mpesa-type: use paybill or till.');
  const hint = mpesa === undefined ? '' : ' (empty to keep the present one)';
  const config = answers.apply({
    // An address instead of a name is that of a compatible service, such as the simulator.
    MPESA_BASE_URL: Object.hasOwn(DARAJA, typed) ? DARAJA[typed as keyof typeof DARAJA] : typed,
    MPESA_SHORTCODE: shortcode,
    MPESA_TRANSACTION_TYPE: TRANSACTION_TYPES[kind],
    MPESA_CONSUMER_KEY:
      (await answers.secret('mpesa-consumer-key-file', `Consumer key${hint}`)) ??
      mpesa?.consumerKey,
    MPESA_CONSUMER_SECRET:
      (await answers.secret('mpesa-consumer-secret-file', `Consumer secret${hint}`)) ??
      mpesa?.consumerSecret,
    MPESA_PASSKEY: (await answers.secret('mpesa-passkey-file', `Passkey${hint}`)) ?? mpesa?.passkey,
  });
  if (config.mpesa === undefined)
    throw new StartupError(
      '--mpesa-consumer-key-file: missing. Enter the consumer key of the Daraja application.',
    );
  return checkMpesa(config.mpesa);
}
