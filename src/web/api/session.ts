import type { SignedIn } from '../../contract/api/auth.ts';
import { clearPerson, readPerson, writePerson } from './browser-storage.ts';
import { PREFIX, seal, unseal } from './encrypted-storage.ts';

/** The session that a signed-in browser stores. */
export type Session = { token: string; refreshToken: string; client: SignedIn };

const NOTICE = `${PREFIX}.notice`;

/** The session of this browser, or null. */
export async function readSession(): Promise<Session | null> {
  const person = await readPerson();
  return (
    person && {
      token: person.token,
      refreshToken: person.refreshToken,
      client: person.user_details,
    }
  );
}

export const writeSession = ({ token, refreshToken, client }: Session): Promise<void> =>
  writePerson({ token, refreshToken, user_details: client });

export function clearSession(): void {
  clearPerson();
  sessionStorage.removeItem(ACTING);
}

/** Begins anew in this tab for the person who has signed in over its own in another. */
export function beginAnew(): void {
  sessionStorage.removeItem(ACTING);
  location.replace('/dashboard');
}

// ---- acting for a client ----

/** A client that the person acts for: in this tab alone, beside the person's own session, and never refreshed. */
export type Acting = {
  token: string;
  client: SignedIn;
  /** Seconds since the epoch at which the server ends it. */ until: number;
};

const ACTING = `${PREFIX}.acting`;
const RETURNED = `${PREFIX}.returned`;
let opened: { stored: string; acting: Acting } | undefined;

export async function readActing(): Promise<Acting | null> {
  const stored = sessionStorage.getItem(ACTING);
  if (stored === null) return null;
  try {
    if (opened?.stored !== stored) opened = { stored, acting: (await unseal(stored)) as Acting };
    return opened.acting;
  } catch {
    sessionStorage.removeItem(ACTING);
    return null;
  }
}

/** The access token of this tab's calls: that of the client acted for, else the person's own. */
export const accessToken = async (): Promise<string | undefined> =>
  ((await readActing()) ?? (await readSession()))?.token;

/** From the next page on, this tab acts for the client. */
export async function writeActing(acting: Acting): Promise<void> {
  sessionStorage.setItem(ACTING, await seal(acting));
}

/** Goes back to the person's own session, to the page of the client that was acted for. @param ended not by the person's will */
export function returnToSelf({ client }: Acting, ended: boolean): void {
  sessionStorage.removeItem(ACTING);
  if (ended) sessionStorage.setItem(RETURNED, client.clientName);
  location.replace(`/dashboard/clients/view/${client.clientId}`);
}

/** The account for which acting expired before this page was loaded; returned once. */
export function takeReturned(): string | null {
  const name = sessionStorage.getItem(RETURNED);
  sessionStorage.removeItem(RETURNED);
  return name;
}

/** The notice on the sign-in page for a person sent there. */
export type Notice = { reason: string | null };

/** Goes to the sign-in page, which shows the notice, and from which signing in returns to the screen that is open now. */
export function leave(notice?: Notice): void {
  endHere(notice);
  const here = location.pathname + location.search + location.hash;
  location.replace(here.startsWith('/dashboard/') ? `/?next=${encodeURIComponent(here)}` : '/');
}

/** Goes to the sign-in page because the person chose to; the next person who signs in begins at their own start page. */
export function leaveByChoice(): void {
  endHere();
  location.replace('/');
}

function endHere(notice?: Notice): void {
  clearSession();
  // Several calls fail when a session ends: one that knows no reason leaves the reason that another found.
  const earlier = notice?.reason === null ? sessionStorage.getItem(NOTICE) : null;
  // The notice belonged to the session that ends.
  for (const name of [NOTICE, RETURNED]) sessionStorage.removeItem(name);
  if (notice) sessionStorage.setItem(NOTICE, earlier ?? JSON.stringify(notice));
}

export function takeNotice(): Notice | null {
  const stored = sessionStorage.getItem(NOTICE);
  sessionStorage.removeItem(NOTICE);
  return stored === null ? null : (JSON.parse(stored) as Notice);
}
