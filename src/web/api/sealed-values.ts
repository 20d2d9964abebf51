// Values that this browser, or this tab alone, keeps beside the session: drafts, an activation that waits for its code,
// choices. They are encrypted (ADR 61), and decrypted once before anything is drawn, so that screens read them at once.
import { PREFIX, seal, unseal } from './encrypted-storage.ts';

/** For all tabs of this browser, or for this tab alone. */
export type Place = 'browser' | 'tab';

const NAME = `${PREFIX}.sealed.`;
const storageOf = (place: Place): Storage => (place === 'browser' ? localStorage : sessionStorage);

const known: Record<Place, Map<string, unknown>> = { browser: new Map(), tab: new Map() };
/** Names whose present value is not in the storage yet. */
const unsaved: Record<Place, Set<string>> = { browser: new Set(), tab: new Set() };
const watchers = new Set<() => void>();
let saving: Promise<void> = Promise.resolve();

/** Decrypts what is kept. A value of another browser, another installation or an older version is as none. */
export async function openValues(): Promise<void> {
  for (const place of ['browser', 'tab'] as const) {
    known[place].clear();
    const storage = storageOf(place);
    const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
    await Promise.all(names.map((name) => open(place, name)));
  }
}

async function open(place: Place, stored: string): Promise<void> {
  if (!stored.startsWith(NAME)) return;
  const name = stored.slice(NAME.length);
  const sealed = storageOf(place).getItem(stored);
  try {
    if (sealed === null) known[place].delete(name);
    else known[place].set(name, await unseal(sealed));
  } catch {
    known[place].delete(name);
  }
}

export const readValue = (place: Place, name: string): unknown => known[place].get(name);

/** Keeps a value, or forgets it where it is undefined. Resolves once it is in the storage. */
export function writeValue(place: Place, name: string, value: unknown): Promise<void> {
  if (value === undefined) {
    known[place].delete(name);
    unsaved[place].delete(name);
    storageOf(place).removeItem(NAME + name);
  } else {
    known[place].set(name, value);
    unsaved[place].add(name);
    saving = saving.then(() => save(place, name));
  }
  for (const changed of watchers) changed();
  return saving;
}

/** Encrypts the newest value alone, however often it changed meanwhile. */
async function save(place: Place, name: string): Promise<void> {
  if (!unsaved[place].delete(name)) return;
  const value = known[place].get(name);
  try {
    const sealed = await seal(value);
    // Forgotten or changed meanwhile: the later call decides.
    if (known[place].get(name) === value) storageOf(place).setItem(NAME + name, sealed);
  } catch {
    // A storage that is full or refused: this page has the value all the same.
  }
}

/** Calls back at each change, in this tab or another; gives the way to stop. */
export function watchValues(changed: () => void): () => void {
  if (watchers.size === 0) addEventListener('storage', followOtherTab);
  watchers.add(changed);
  return () => {
    watchers.delete(changed);
    if (watchers.size === 0) removeEventListener('storage', followOtherTab);
  };
}

async function followOtherTab({ key, storageArea }: StorageEvent): Promise<void> {
  if (key === null || storageArea !== localStorage) return;
  await open('browser', key);
  for (const changed of watchers) changed();
}
