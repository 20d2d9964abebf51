// Authenticator apps: RFC 6238 with SHA-1, 6 digits and steps of 30 seconds, which every app
// supports.
import { generateSecret, generateURI, verifySync } from 'otplib';

const STEP_SECONDS = 30;

/** Returns a new secret of 160 bits (RFC 4226, section 4) in Base32. */
export function newTotpSecret(): string {
  return generateSecret({ length: 20 });
}

/** Returns the address in an app's QR code (`otpauth://`). */
export function totpUri(secret: string, issuer: string, label: string): string {
  return generateURI({ issuer, label, secret });
}

/**
 * Returns the time step of a code, with one step of drift allowed each way (RFC 6238, section 5.2);
 * undefined if the code is wrong. The caller refuses a step that was used before.
 * @param epoch in seconds
 */
export function findTotpStep(secret: string, code: string, epoch: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const result = verifySync({ secret, token: code, epoch, epochTolerance: STEP_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
