// An authenticator in software: it answers WebAuthn's options as a browser with a passkey would.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type {
  PasskeyAssertion,
  PasskeyAttestation,
} from '../../../src/contract/shared/sign-in-ways.ts';

type Options = Record<string, unknown>;
export type SoftPasskey = { id: string; privateKey: KeyObject; counter: number };
/** The page's origin, and the authenticator's behaviour. */
export type Ceremony = { origin: string; host: string; isUserVerified?: boolean };

const USER_PRESENT = 0x01,
  USER_VERIFIED = 0x04,
  HAS_CREDENTIAL = 0x40;

/** Makes a passkey for registration options. */
export function register(
  options: Options,
  at: Ceremony,
): { passkey: SoftPasskey; response: PasskeyAttestation } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
  const credentialId = randomBytes(16);
  // A COSE key: EC2, ES256, P-256 (RFC 9053, 7.1.1).
  const key = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(credentialId.length);
  const authData = Buffer.concat([
    dataOf(at, HAS_CREDENTIAL, 0),
    Buffer.alloc(16),
    length,
    credentialId,
    key,
  ]);
  const size = Buffer.alloc(2);
  size.writeUInt16BE(authData.length);
  // {"fmt": "none", "attStmt": {}, "authData": bytes} in CBOR.
  const attestationObject = Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
    Buffer.from([0x59]),
    size,
    authData,
  ]).toString('base64url');
  const id = credentialId.toString('base64url');
  const clientDataJSON = clientData('webauthn.create', options, at).toString('base64url');
  return {
    passkey: { id, privateKey, counter: 0 },
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject, transports: ['internal'] },
    },
  };
}

/** Signs authentication options; each signature counts one on. */
export function authenticate(
  options: Options,
  passkey: SoftPasskey,
  at: Ceremony,
): PasskeyAssertion {
  passkey.counter++;
  const authenticatorData = dataOf(at, 0, passkey.counter);
  const clientDataJSON = clientData('webauthn.get', options, at);
  const hash = createHash('sha256').update(clientDataJSON).digest();
  const signature = sign('sha256', Buffer.concat([authenticatorData, hash]), passkey.privateKey);
  const encode = (bytes: Buffer) => bytes.toString('base64url');
  return {
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: encode(clientDataJSON),
      authenticatorData: encode(authenticatorData),
      signature: encode(signature),
    },
  };
}

function dataOf({ host, isUserVerified = true }: Ceremony, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([
    createHash('sha256').update(host).digest(),
    Buffer.from([flags | USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0)]),
    count,
  ]);
}

function clientData(type: string, options: Options, { origin }: Ceremony): Buffer {
  return Buffer.from(
    JSON.stringify({ type, challenge: options['challenge'], origin, crossOrigin: false }),
  );
}
