import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import i18next from 'i18next';
import type { PasskeyAssertion, PasskeyAttestation } from '../../contract/shared/sign-in-ways.ts';

/** True when this browser and address support passkeys, which need https or localhost. */
export const canUsePasskeys =
  typeof PublicKeyCredential !== 'undefined' &&
  isSecureContext &&
  !/^[\d.]+$|^\[/.test(location.hostname);

/** The person closed the browser's own dialog, or let it wait too long. */
class PasskeyCancelled extends Error {}

// The library is loaded by its first use: few of those who open the sign-in page need it.
const load = () => import('@simplewebauthn/browser');

/** Asks for a passkey and gives its signature. @throws PasskeyCancelled, Error with words for a person */
export async function askForPasskey(options: Record<string, unknown>): Promise<PasskeyAssertion> {
  const { startAuthentication } = await load();
  return inOwnWords(() =>
    startAuthentication({
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    }),
  ) as Promise<PasskeyAssertion>;
}

/** Has a passkey made. @throws PasskeyCancelled, Error with words for a person */
export async function makePasskey(options: Record<string, unknown>): Promise<PasskeyAttestation> {
  const { startRegistration } = await load();
  return inOwnWords(() =>
    startRegistration({
      optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
    }),
  ) as Promise<PasskeyAttestation>;
}

async function inOwnWords(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (failure) {
    // Browsers report a person who declines and an expired time alike.
    const cause =
      failure instanceof Error && failure.cause instanceof Error ? failure.cause : failure;
    const name = cause instanceof Error ? cause.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError')
      throw new PasskeyCancelled(i18next.t('passkeys.cancelled'), { cause: failure });
    if (name === 'InvalidStateError')
      throw new Error(i18next.t('passkeys.present'), { cause: failure });
    throw new Error(i18next.t('passkeys.failed'), { cause: failure });
  }
}
