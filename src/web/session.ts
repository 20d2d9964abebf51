import type { SignedIn } from '../contract/auth.ts';

/** What a signed-in browser remembers: one record, encrypted, in local storage. */
export type Session = { token: string; refreshToken: string; client: SignedIn };

const NAME = 'tuma.session';
const NOTICE = 'tuma.notice';

/**
 * Browsers lend their cryptography to secure pages only (https, or localhost). On plain http the record stays in this tab,
 * unencrypted, and ends with it; the sign-in page says so.
 */
export const isSecurePage = globalThis.isSecureContext && globalThis.crypto?.subtle !== undefined;
const storage = (): Storage => (isSecurePage ? localStorage : sessionStorage);

let cached: { stored: string; session: Session } | undefined;

/** The session of this browser, or null. Read from storage each time: another tab may have refreshed or ended it. */
export async function readSession(): Promise<Session | null> {
  const stored = storage().getItem(NAME);
  if (stored === null) return null;
  if (cached?.stored === stored) return cached.session;
  try {
    const session = JSON.parse(isSecurePage ? await decrypt(stored) : stored) as Session;
    cached = { stored, session };
    return session;
  } catch {
    // Another browser profile's record, or an older format: it can never be read again.
    storage().removeItem(NAME);
    return null;
  }
}

export async function writeSession(session: Session): Promise<void> {
  const plain = JSON.stringify(session);
  const stored = isSecurePage ? await encrypt(plain) : plain;
  cached = { stored, session };
  storage().setItem(NAME, stored);
}

export function clearSession(): void {
  cached = undefined;
  storage().removeItem(NAME);
}

/** Calls back when another tab of this browser has ended the session. */
export function onSessionEndedElsewhere(ended: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if ((event.key === NAME || event.key === null) && localStorage.getItem(NAME) === null) ended();
  };
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

/** What the sign-in page says to someone who was sent there. */
export type Notice = { reason: string | null };

/** Leaves for the sign-in page; a forced logout says so there, and what the person was looking at comes back after it. */
export function leave(notice?: Notice): void {
  clearSession();
  const here = location.pathname + location.search;
  if (notice) sessionStorage.setItem(NOTICE, JSON.stringify(notice));
  location.replace(notice && here.startsWith('/dashboard/') ? `/?next=${encodeURIComponent(here)}` : '/');
}

export function takeNotice(): Notice | null {
  const stored = sessionStorage.getItem(NOTICE);
  sessionStorage.removeItem(NOTICE);
  return stored === null ? null : (JSON.parse(stored) as Notice);
}

// ---- the record's cover ----

let derived: Promise<CryptoKey> | undefined;

/** One key for this browser and this installation: no secret from who holds both, but a copied record is of no use elsewhere. */
function key(): Promise<CryptoKey> {
  derived ??= (async () => {
    const hashKey = document.querySelector<HTMLMetaElement>('meta[name="storage-hash-key"]')?.content ?? '';
    const material = new TextEncoder().encode(`${fingerprint()}|${hashKey}`);
    return crypto.subtle.importKey('raw', await crypto.subtle.digest('SHA-256', material), 'AES-GCM', false, ['encrypt', 'decrypt']);
  })();
  return derived;
}

/** Traits that a browser keeps through its updates; its version is not among them, or every update would sign people out. */
function fingerprint(): string {
  return [navigator.vendor, navigator.hardwareConcurrency, navigator.maxTouchPoints, screen.colorDepth, Intl.DateTimeFormat().resolvedOptions().numberingSystem].join('|');
}

async function encrypt(plain: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await key(), new TextEncoder().encode(plain));
  return `${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`;
}

async function decrypt(stored: string): Promise<string> {
  const [iv = '', sealed = ''] = stored.split('.');
  return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: fromBase64(iv) }, await key(), fromBase64(sealed)));
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
