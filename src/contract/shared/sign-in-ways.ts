import * as z from 'zod/mini';

/** Crockford's Base32, which omits letters that resemble digits. */
export const RECOVERY_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
export const RECOVERY_LENGTH = 10;

/** Returns a recovery code without separators, its look-alikes replaced; undefined when it is none. */
export function readRecoveryCode(written: string): string | undefined {
  const bare = written
    .toLowerCase()
    .replace(/[\s-]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return new RegExp(`^[${RECOVERY_ALPHABET}]{${RECOVERY_LENGTH}}$`).test(bare) ? bare : undefined;
}

/** A recovery code, written with or without separators. */
export const recoveryCode = z.string().check(
  z.maxLength(40),
  z.refine((written) => readRecoveryCode(written) !== undefined),
);

/** The ways to complete a sign-in after the password. */
export const SIGN_IN_WAYS = ['PASSKEY', 'TOTP', 'SMS', 'EMAIL', 'RECOVERY_CODE'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

/** Options and answers of WebAuthn, in the JSON form of the specification (Level 3, 5.1.8 to 5.1.10). */
export const publicKeyOptions = z.record(z.string(), z.unknown());
const encoded = z.string().check(z.maxLength(20_000), z.regex(/^[A-Za-z0-9_-]*$/));
const credential = {
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.string().check(z.maxLength(40))),
  clientExtensionResults: z.optional(z.record(z.string(), z.unknown())),
};
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: z.optional(encoded),
  }),
});
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;
export const passkeyAttestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    authenticatorData: z.optional(encoded),
    publicKey: z.optional(encoded),
    publicKeyAlgorithm: z.optional(z.number()),
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
});
export type PasskeyAttestation = z.output<typeof passkeyAttestation>;
