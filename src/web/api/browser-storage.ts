import type { SignedIn } from '../../contract/api/auth.ts';
import type { branding, THEME_NAMES } from '../../contract/api/branding.ts';
import type { Output } from '../../contract/endpoint.ts';
import { isSecurePage, PREFIX, seal, unseal } from './encrypted-storage.ts';

/** How a host looks and whose it is, as it said so last. */
export type Host = Output<typeof branding.host>;
/** One of the seven themes, or the colour of the host's brand. */
export type ThemeName = (typeof THEME_NAMES)[number] | 'brand';

/** The signed-in person. */
type Person = { token: string; refreshToken: string; user_details: SignedIn };
/** How the portal looks here: outlives a logout. */
type Look = { host_branding?: Host; themeName?: ThemeName };

const NAME = `${PREFIX}.session`;
const BETWEEN = '~';
const storage = (): Storage => (isSecurePage ? localStorage : sessionStorage);

/**
 * The one record that this browser keeps, in two sealed parts, look and person. Sealing takes time and other tabs write too:
 * a part is therefore sealed first and then put beside the other as that stands at that moment, so that a theme chosen here
 * never brings back a token that another tab has just renewed, and a logout clears without waiting.
 */
function parts(): { look: string; person: string } {
  const [look = '', person = ''] = (storage().getItem(NAME) ?? '').split(BETWEEN);
  return { look, person };
}

function put({ look, person }: { look: string; person: string }): void {
  if (look === '' && person === '') storage().removeItem(NAME);
  else storage().setItem(NAME, look + BETWEEN + person);
}

// ---- who ----

let known: { sealed: string; person: Person } | undefined;

/** Null without a session. Read from storage each time, because another tab may have renewed or ended it. */
export async function readPerson(): Promise<Person | null> {
  const { person: sealed } = parts();
  if (sealed === '') return null;
  if (known?.sealed === sealed) return known.person;
  try {
    const person = (await unseal(sealed)) as Person;
    known = { sealed, person };
    return person;
  } catch {
    // Another browser profile's record: it can never be read again.
    if (parts().person === sealed) clearPerson();
    return null;
  }
}

export async function writePerson(person: Person): Promise<void> {
  const sealed = await seal(person);
  known = { sealed, person };
  put({ ...parts(), person: sealed });
}

export function clearPerson(): void {
  put({ ...parts(), person: '' });
}

/**
 * Calls back when another tab of this browser has signed out, or has cleared everything; for a page that the browser froze
 * meanwhile, once it is shown again.
 * @param clientId of the person whose page this is
 * @param replaced called instead where somebody else has signed in: the page is not theirs
 */
export function onPersonGone(clientId: string, gone: () => void, replaced: () => void): () => void {
  const check = async () => {
    if (parts().person === '') return gone();
    const present = await readPerson();
    if (present !== null && present.user_details.clientId !== clientId) replaced();
  };
  const heardChange = ({ key }: StorageEvent) => {
    if (key === NAME || key === null) void check();
  };
  const shownAgain = ({ persisted }: PageTransitionEvent) => {
    if (persisted) void check();
  };
  addEventListener('storage', heardChange);
  addEventListener('pageshow', shownAgain);
  return () => {
    removeEventListener('storage', heardChange);
    removeEventListener('pageshow', shownAgain);
  };
}

// ---- look ----

let look: Look = {};
let writing: Promise<unknown> = Promise.resolve();
const watchers = new Set<() => void>();

/** Makes ready how things look here, before anything is drawn. */
export async function openLook(): Promise<void> {
  look = await storedLook();
}

async function storedLook(): Promise<Look> {
  const { look: sealed } = parts();
  if (sealed === '') return {};
  try {
    return (await unseal(sealed)) as Look;
  } catch {
    return {};
  }
}

export const readLook = (): Look => look;

/** Shows it at once and keeps it as soon as it is sealed. */
export function changeLook(change: Look): Promise<unknown> {
  show({ ...look, ...change });
  writing = keepAfter(writing, change);
  return writing;
}

async function keepAfter(earlier: Promise<unknown>, change: Look): Promise<void> {
  await earlier;
  try {
    // Another tab may have changed the rest of it.
    const before = await storedLook();
    const next = { ...before, ...change };
    if (JSON.stringify(next) === JSON.stringify(before)) return;
    const sealed = await seal(next);
    put({ ...parts(), look: sealed });
  } catch {
    // A storage that is full or refused: this page shows it all the same.
  }
}

function show(next: Look): void {
  look = next;
  for (const watcher of watchers) watcher();
}

/** Calls back at each change, in this tab or another; gives the way to stop. */
export function watchLook(changed: () => void): () => void {
  if (watchers.size === 0) addEventListener('storage', heard);
  watchers.add(changed);
  return () => {
    watchers.delete(changed);
    if (watchers.size === 0) removeEventListener('storage', heard);
  };
}

async function heard({ key }: StorageEvent): Promise<void> {
  // Cleared as a whole is another tab's idle logout, which this one follows.
  if (key !== NAME) return;
  const next = await storedLook();
  if (JSON.stringify(next) !== JSON.stringify(look)) show(next);
}
