/** Challenges for registration and sign-in by passkey; each is used once. */
import type { Tx } from '../../../infra/database/db.ts';
import { insertPasskeyChallenge } from './passkey.store.ts';
import type { PasskeyPurpose, PasskeyRow } from './passkey.store.ts';
import { hashOf, newToken } from '../sessions/session-tokens.ts';
import type { PasskeySite } from './passkey-sites.ts';

export const CHALLENGE_SECONDS = 300;

export const newChallenge = () => new Uint8Array(Buffer.from(newToken(), 'base64url'));

export const userHandleOf = (clientId: string) =>
  new Uint8Array(Buffer.from(clientId.replaceAll('-', ''), 'hex'));

export const descriptorOf = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId,
  transports,
});

export function storeChallenge(
  tx: Tx,
  challenge: string,
  purpose: PasskeyPurpose,
  clientId: string | null,
  { host }: PasskeySite,
): Promise<void> {
  return insertPasskeyChallenge(tx, {
    hash: hashOf(challenge),
    clientId,
    purpose,
    host,
    seconds: CHALLENGE_SECONDS,
  });
}

/** The challenge that a response claims to answer; empty if it cannot be read. */
export function readChallenge({
  response: { clientDataJSON },
}: {
  response: { clientDataJSON: string };
}): string {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown;
    } | null;
    return typeof data?.challenge === 'string' ? data.challenge : '';
  } catch {
    return '';
  }
}
