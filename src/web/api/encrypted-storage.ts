// Encrypts personal data in the browser's storage.

/** Before whatever this product keeps in a browser, and first in its key. */
export const PREFIX = 'tuma';

/**
 * Browsers lend their cryptography to secure pages only (https, or localhost). On plain http what is kept stays in its tab,
 * uncovered, and ends with it; the sign-in page says so.
 */
export const isSecurePage = globalThis.isSecureContext && globalThis.crypto?.subtle !== undefined;

let derived: Promise<CryptoKey> | undefined;

/**
 * One key for this browser and this installation: no protection against a person who holds both, but a copied
 * record is useless elsewhere.
 */
function key(): Promise<CryptoKey> {
  derived ??= (async () => {
    const hashKey =
      document.querySelector<HTMLMetaElement>('meta[name="storage-hash-key"]')?.content ?? '';
    const material = new TextEncoder().encode(`${PREFIX}|${fingerprint()}|${hashKey}`);
    return crypto.subtle.importKey(
      'raw',
      await crypto.subtle.digest('SHA-256', material),
      'AES-GCM',
      false,
      ['encrypt', 'decrypt'],
    );
  })();
  return derived;
}

/**
 * Traits that a browser keeps. Its version is not among them, nor what depends on the screen (colours, touch): an update, or
 * a window moved to another monitor, would sign people out.
 */
function fingerprint(): string {
  return [
    navigator.vendor,
    navigator.hardwareConcurrency,
    Intl.DateTimeFormat().resolvedOptions().numberingSystem,
  ].join('|');
}

/** A value as it is kept: letters, digits and `+/=.` alone. */
export async function seal(value: unknown): Promise<string> {
  const plain = new TextEncoder().encode(JSON.stringify(value));
  if (!isSecurePage) return toBase64(plain);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return `${toBase64(iv)}.${toBase64(new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await key(), plain)))}`;
}

/** Decrypts a stored value. Rejects one that this browser did not encrypt, or that an older version wrote. */
export async function unseal(stored: string): Promise<unknown> {
  const [first = '', second = ''] = stored.split('.');
  const plain = isSecurePage
    ? await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: fromBase64(first) },
        await key(),
        fromBase64(second),
      )
    : fromBase64(first);
  return JSON.parse(new TextDecoder().decode(plain));
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
