import { beforeEach, expect, test, vi } from 'vitest';
import type { SignedIn } from '../../contract/api/auth.ts';
import type { Host } from './browser-storage.ts';

const user_details: SignedIn = {
  clientId: '0190a000-0000-7000-8000-000000000001',
  clientName: 'Kibo Traders',
  clientAccessLevel: 'CLIENT',
  clientStatus: 'ACTIVE',
  smsBalance: 10,
  country: 'KE',
  timezone: 'Africa/Nairobi',
  language: 'en',
  profileUrl: null,
  clientBrandLogo: null,
  lowUnitsNotifyLevel: 0,
  createTimestamp: 1,
  sandbox: true,
  replaceLookalikes: false,
  impersonated: false,
  needsApproval: false,
  strongSignInDue: false,
};
const person = { token: 'token-1', refreshToken: 'refresh-1', user_details };
const host: Host = {
  hostBrandFound: true,
  clientBrandDetails: {
    brandName: 'Jambo ~ Tuma',
    brandLogoPath: null,
    supportEmail: null,
    supportPhone: null,
  },
  uiPrefs: { themeName: 'ruby' },
  apiDocumentationShown: true,
};

let kept: Map<string, string>;
let heard: ((event: { key: string | null; persisted?: boolean }) => void)[];
let hashKey: string;

/** The record as another page of the same browser finds it. */
async function openTab() {
  vi.resetModules();
  return import('./browser-storage.ts');
}

beforeEach(() => {
  kept = new Map();
  heard = [];
  hashKey = 'of the installation';
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  vi.stubGlobal('document', { querySelector: () => ({ content: hashKey }) });
  vi.stubGlobal('addEventListener', (_name: string, listener: (typeof heard)[number]) =>
    heard.push(listener),
  );
  vi.stubGlobal('removeEventListener', () => undefined);
  return () => vi.unstubAllGlobals();
});

test('one record holds session and appearance, unreadable to others who read the storage', async () => {
  const tab = await openTab();
  await tab.writePerson(person);
  await tab.changeLook({ host_branding: host, themeName: 'amber' });
  expect([...kept.keys()]).toEqual(['tuma.session']);
  const [stored] = kept.values();
  for (const word of ['token-1', 'refresh-1', 'Kibo', 'Jambo', 'amber'])
    expect(stored).not.toContain(word);

  const next = await openTab();
  await next.openLook();
  expect(next.readLook()).toEqual({ host_branding: host, themeName: 'amber' });
  expect(await next.readPerson()).toEqual(person);
});

test('a sign-out removes the session and keeps the appearance; a theme never restores a token that another tab renewed', async () => {
  const first = await openTab(),
    second = await openTab();
  await first.writePerson(person);
  const choosing = first.changeLook({ themeName: 'ruby' });
  await second.writePerson({ ...person, token: 'token-2' });
  await choosing;
  expect((await first.readPerson())?.token).toBe('token-2');
  first.clearPerson();
  expect(await second.readPerson()).toBeNull();
  await second.openLook();
  expect(second.readLook()).toEqual({ themeName: 'ruby' });
});

test('changes of two tabs are both kept, and each tab is notified', async () => {
  const first = await openTab(),
    second = await openTab();
  await Promise.all([first.openLook(), second.openLook()]);
  const seen: unknown[] = [];
  second.watchLook(() => seen.push(second.readLook()));
  await first.changeLook({ themeName: 'cobalt' });
  await second.changeLook({ host_branding: host });
  for (const listener of heard) listener({ key: 'tuma.session' });
  await vi.waitFor(
    () => expect(second.readLook()).toEqual({ host_branding: host, themeName: 'cobalt' }),
    { timeout: 180_000 },
  );
  expect(seen.length).toBeGreaterThan(1);
});

test('a page that was frozen while another tab signed out finds nobody when it is shown again', async () => {
  const tab = await openTab();
  await tab.writePerson(person);
  let gone = 0;
  tab.onPersonGone(
    user_details.clientId,
    () => gone++,
    () => expect.unreachable(),
  );
  const show = (persisted: boolean) => {
    for (const listener of heard) listener({ key: 'none', persisted });
  };
  show(true);
  expect(gone).toBe(0);
  tab.clearPerson();
  show(false);
  expect(gone).toBe(0);
  show(true);
  expect(gone).toBe(1);
});

test('the page of one person hears that another has signed in, and not that a token was renewed', async () => {
  const page = await openTab(),
    other = await openTab();
  await page.writePerson(person);
  const heardOf: string[] = [];
  page.onPersonGone(
    user_details.clientId,
    () => heardOf.push('gone'),
    () => heardOf.push('replaced'),
  );
  const hear = async (event: { key: string; persisted?: boolean }) => {
    for (const listener of heard) listener(event);
    await page.readPerson();
    await Promise.resolve();
  };
  await other.writePerson({ ...person, token: 'token-2' });
  await hear({ key: 'tuma.session' });
  expect(heardOf).toEqual([]);
  await other.writePerson({
    ...person,
    user_details: { ...user_details, clientId: '0190a000-0000-7000-8000-000000000002' },
  });
  await hear({ key: 'tuma.session' });
  await vi.waitFor(() => expect(new Set(heardOf)).toEqual(new Set(['replaced'])), {
    timeout: 180_000,
  });
});

test('records of another installation, or damaged ones, are ignored', async () => {
  await (await openTab()).writePerson(person);
  hashKey = 'of another';
  const other = await openTab();
  expect(await other.readPerson()).toBeNull();
  expect(kept.size).toBe(0);
  kept.set('tuma.session', 'anything');
  await other.openLook();
  expect([other.readLook(), await other.readPerson()]).toEqual([{}, null]);
});
