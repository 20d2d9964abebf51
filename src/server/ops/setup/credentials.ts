// Addresses with a user and a password: `postgresql://user:password@host/x`, `smtp://...`.
import { StartupError } from '../../infra/startup-error.ts';

/** A pattern instead of `URL`, which refuses PostgreSQL addresses without a host. */
const CREDENTIALS = /^(\w+:\/\/[^:/@]+):([^@]*)@/;

/** The address without its password, for people. */
export function withoutPassword(address: string): string {
  return address.replace(CREDENTIALS, '$1@');
}

export function passwordOf(address: string): string {
  return CREDENTIALS.exec(address)?.[2] ?? '';
}

/** @throws StartupError for an address with a password in it */
export function refusePassword(flag: string, address: string): void {
  if (passwordOf(address) !== '')
    throw new StartupError(
      `${flag}: the address contains the password, and the shell's history and the list of processes show it. Leave it out: setup asks for it, or reads it from ${flag}-password-file.`,
    );
}

/** Adds the password to the address. @throws StartupError where the address has no user */
export function withPassword(flag: string, typed: string, password: string | undefined): string {
  refusePassword(flag, typed);
  // User names of mail servers contain @: everything up to the last @ is the user.
  const address = typed.replace(
    /^(\w+:\/\/)([^/?#]*)(?=@)/,
    (_, scheme: string, user: string) => scheme + user.replaceAll('@', '%40'),
  );
  if (password === undefined) return address;
  if (!/^\w+:\/\/[^:/@]+@/.test(address))
    throw new StartupError(
      `${flag}: there is a password, but no user in ${JSON.stringify(address)}. Use the form ${flag === '--smtp' ? 'smtp://user@host:587' : 'postgresql://user@host:5432/database'}.`,
    );
  return address.replace('@', `:${encodeURIComponent(password)}@`);
}
