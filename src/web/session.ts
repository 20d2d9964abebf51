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

/** The session of this browser, or null. Read from storage each time: another tab may have refreshed or ended it. */
export const readSession = (): Promise<Session | null> => readRecord<Session>(storage(), NAME);

export const writeSession = (session: Session): Promise<void> => writeRecord(storage(), NAME, session);

export function clearSession(): void {
  storage().removeItem(NAME);
  sessionStorage.removeItem(ACTING);
}

const opened = new Map<string, { stored: string; value: unknown }>();

async function readRecord<T>(shelf: Storage, name: string): Promise<T | null> {
  const stored = shelf.getItem(name);
  if (stored === null) return null;
  const known = opened.get(name);
  if (known?.stored === stored) return known.value as T;
  try {
    const value = JSON.parse(isSecurePage ? await decrypt(stored) : stored) as T;
    opened.set(name, { stored, value });
    return value;
  } catch {
    // Another browser profile's record, or an older format: it can never be read again.
    shelf.removeItem(name);
    return null;
  }
}

async function writeRecord(shelf: Storage, name: string, value: unknown): Promise<void> {
  const plain = JSON.stringify(value);
  const stored = isSecurePage ? await encrypt(plain) : plain;
  opened.set(name, { stored, value });
  shelf.setItem(name, stored);
}

// ---- acting for a client ----

/** A client that the person acts for: in this tab alone, beside the person's own session, and never refreshed. */
export type Acting = { token: string; client: SignedIn; /** Seconds since the epoch at which the server ends it. */ until: number };

const ACTING = 'tuma.acting';
const RETURNED = 'tuma.returned';

export const readActing = (): Promise<Acting | null> => readRecord<Acting>(sessionStorage, ACTING);

/** What this tab's calls carry: of the client acted for, else the person's own. */
export const accessToken = async (): Promise<string | undefined> => ((await readActing()) ?? (await readSession()))?.token;

/** From the next page on, this tab acts for the client. */
export const writeActing = (acting: Acting): Promise<void> => writeRecord(sessionStorage, ACTING, acting);

/** Goes back to the person's own session, to the page of the client that was acted for. @param ended not by the person's will */
export function returnToSelf({ client }: Acting, ended: boolean): void {
  sessionStorage.removeItem(ACTING);
  if (ended) sessionStorage.setItem(RETURNED, client.clientName);
  location.replace(`/dashboard/clients/view/${client.clientId}`);
}

/** For whom acting ended by itself before this page was loaded; told once. */
export function takeReturned(): string | null {
  const name = sessionStorage.getItem(RETURNED);
  sessionStorage.removeItem(RETURNED);
  return name;
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
