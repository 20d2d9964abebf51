// Tests of setup and doctor: mail server, carrier, M-Pesa, public address. Each returns its finding,
// or what failed in plain words and what to do. No secret is in what they say.
import { lookup } from 'node:dns/promises';
import { createTransport } from 'nodemailer';
import { smppSettings } from '../../../contract/api/connector-settings.ts';
import type { SmppSettings } from '../../../contract/api/connector-settings.ts';
import type { Config } from '../../infra/config/config.ts';
import { tryBind } from '../../gateway/carriers/first-carrier.ts';
import { tryDaraja } from '../../features/wallet/providers/mpesa-daraja.ts';
import type { Finding } from './findings.ts';

const ok = (said: string): Finding => ({ state: 'ok', said });
const warning = (said: string, remedy: string): Finding => ({ state: 'warning', said, remedy });
const wrong = (said: string, remedy: string): Finding => ({ state: 'wrong', said, remedy });

const MAIL_MS = 10_000;
const FETCH_MS = 10_000;

/**
 * Greets the mail server and signs in; with an address it sends a mail there as well.
 * @param smtpUrl as in SMTP_URL
 */
export async function checkMail(smtpUrl: string, from: string, to?: string): Promise<Finding> {
  const { hostname, port, username } = new URL(smtpUrl);
  const server = `${hostname}${port ? `:${port}` : ''}`;
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: MAIL_MS,
    greetingTimeout: MAIL_MS,
    socketTimeout: MAIL_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.verify();
    if (to === undefined)
      return ok(
        `The mail server ${server} ${username ? `let ${decodeURIComponent(username)} in` : 'answers'}.`,
      );
    await transport.sendMail({
      from,
      to,
      subject: 'Tuma can send mail',
      text: 'This is the mail that the setup of Tuma sends to try the mail server. Nothing has to be done.',
    });
    return ok(`The mail server ${server} took a mail to ${to}: look whether it arrives.`);
  } catch (error) {
    const {
      code = '',
      responseCode,
      response,
    } = error as { code?: string; responseCode?: number; response?: string };
    const said = response === undefined ? '' : ` It said: ${response.split('\n')[0]}`;
    if (code === 'EAUTH')
      return wrong(
        `The mail server ${server} does not let this user in.${said}`,
        username
          ? 'Give the user and password that it knows; some servers want a password made for programs.'
          : 'It wants a user and a password: give them.',
      );
    if (code === 'EDNS' || code === 'ENOTFOUND')
      return wrong(`There is no mail server of the name ${hostname}.`, 'Mend the name.');
    if (code === 'ETIMEDOUT' || code === 'ECONNECTION' || code === 'ESOCKET') {
      const message = error instanceof Error ? error.message : '';
      if (/certificate|self-signed|altnames/i.test(message))
        return wrong(
          `The certificate of the mail server ${server} is not one to trust (${message}).`,
          'Give the name that the certificate is for, or mend the certificate.',
        );
      if (/wrong version number|packet length|ssl3|EPROTO/i.test(message))
        return wrong(
          `The mail server ${server} does not speak TLS from the start.`,
          'Give smtp:// in place of smtps://; it then changes to TLS by itself.',
        );
      return wrong(
        `The mail server ${server} cannot be reached (${message || code}).`,
        'Look at its name and port, and whether a firewall stands between: many hosters close port 25, and 587 is open.',
      );
    }
    if (code === 'EENVELOPE')
      return wrong(
        `The mail server ${server} does not take mail from ${from}${to === undefined ? '' : ` to ${to}`}.${said}`,
        'Give a MAIL_FROM that it may send for.',
      );
    return wrong(
      `The mail server ${server} could not be used${responseCode === undefined ? '' : ` (${responseCode})`}.${said || ` ${error instanceof Error ? error.message : String(error)}`}`,
      'Look at its settings.',
    );
  } finally {
    transport.close();
  }
}

/** Settings that reach a carrier; the others keep the defaults of a connector. */
export type Carrier = Pick<SmppSettings, 'host' | 'port' | 'ssl' | 'username' | 'bind'> & {
  password: string;
};

const BIND_WORDS: Record<string, [said: string, remedy: string]> = {
  ESME_RINVPASWD: [
    'it says that the password is wrong',
    'Give the password that the carrier gave you; SMPP passwords have 8 characters at most.',
  ],
  ESME_RINVSYSID: [
    'it does not know this user (system_id)',
    'Give the system_id that the carrier gave you, with small and capital letters as they are.',
  ],
  ESME_RBINDFAIL: [
    'it refuses the bind',
    'Ask the carrier whether the account is open, for this kind of bind, and for the address that this machine comes from.',
  ],
  ESME_RINVSYSTYP: [
    'it wants another system_type',
    'Leave the carrier out here and make the connector in the portal, where the system type can be set.',
  ],
  ESME_RINVCMDID: [
    'it does not know this kind of bind',
    'Try transmitter in place of transceiver, and a second connector as receiver.',
  ],
};

/** Binds to a carrier and unbinds. */
export async function checkCarrier(carrier: Carrier): Promise<Finding> {
  const { password, ...settings } = carrier;
  const place = `${carrier.host}:${carrier.port}`;
  const { bound, reason } = await tryBind(smppSettings.parse(settings), password);
  if (bound)
    return ok(
      `The carrier at ${place} accepted the bind of ${carrier.username} as ${carrier.bind}.`,
    );
  const status = /^bind refused: (\w+)/.exec(reason)?.[1];
  if (status === 'ESME_RALYBND')
    return warning(
      `The carrier at ${place} knows ${carrier.username}, and says that it is bound already.`,
      'Right if another gateway uses the account at this moment; otherwise ask the carrier how many binds it allows.',
    );
  const [said, remedy] = BIND_WORDS[status ?? ''] ?? [
    status === undefined
      ? `it cannot be reached (${reason})`
      : `it refused the bind with ${status}`,
    status === undefined
      ? 'Look at its address and port, and at TLS; carriers let in only the addresses that they have been told, often through a VPN.'
      : 'Ask the carrier what that means.',
  ];
  return wrong(`The carrier at ${place} did not let ${carrier.username} in: ${said}.`, remedy);
}

/** Asks Daraja for a token, which costs and does nothing. */
export async function checkMpesa(mpesa: NonNullable<Config['mpesa']>): Promise<Finding> {
  const place = new URL(mpesa.baseUrl).host;
  const { token, facts } = await tryDaraja(mpesa);
  if (token) return ok(`M-Pesa at ${place} knows this application.`);
  const { status, failure } = facts as { status?: number; failure?: string };
  if (status === undefined)
    return wrong(
      `M-Pesa at ${place} cannot be reached (${failure ?? 'no answer'}).`,
      'Look at MPESA_BASE_URL, and whether this machine may call out by HTTPS.',
    );
  if (status === 400 || status === 401)
    return wrong(
      `M-Pesa at ${place} does not know this consumer key with this secret.`,
      'Copy both anew from the application in the Daraja portal; those of its sandbox do not work for production.',
    );
  return wrong(
    `M-Pesa at ${place} gave no token (status ${status}).`,
    'Try again later; if it stays, ask Safaricom.',
  );
}

/**
 * Tests that the public address leads to this installation.
 * @param expected whether Tuma should answer there by now
 */
export async function checkPublicUrl(publicUrl: string, expected: boolean): Promise<Finding> {
  const { hostname, protocol } = new URL(publicUrl);
  const bare = hostname.replace(/^\[|\]$/g, '');
  try {
    await lookup(bare);
  } catch {
    return warning(
      `The name ${hostname} leads to no address yet.`,
      'Make its DNS record, and let it lead to the reverse proxy.',
    );
  }
  if (expected) {
    try {
      const response = await fetch(`${publicUrl}/healthz`, {
        redirect: 'manual',
        signal: AbortSignal.timeout(FETCH_MS),
      });
      if (!response.ok)
        return wrong(
          `${publicUrl} answers with status ${response.status} in place of Tuma.`,
          'Look at the reverse proxy: does it pass everything on to the api?',
        );
    } catch (error) {
      const cause =
        error instanceof Error && error.cause instanceof Error
          ? error.cause.message
          : String(error);
      return wrong(
        `${publicUrl} does not answer from here (${cause}).`,
        'Look at the reverse proxy, its certificate, and the firewall.',
      );
    }
  }
  if (protocol === 'http:')
    return warning(
      `${publicUrl} is not encrypted: passwords go over the line in clear.`,
      'Put a reverse proxy with TLS before it and give its https address.',
    );
  return ok(expected ? `${publicUrl} answers.` : `The name ${hostname} leads to an address.`);
}
