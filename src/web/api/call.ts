import i18next from 'i18next';
import { auth } from '../../contract/api/auth.ts';
import type { Endpoint, Input, Output } from '../../contract/endpoint.ts';
import { clearStorages } from './idle.ts';
import {
  leave,
  readActing,
  readSession,
  returnToSelf,
  writeSession,
  type Session,
} from './session.ts';
import { countProofs, requestStepUp } from './step-up-request.ts';
import { type CallOptions, fetchOnce, succeeded, uploadOnce, CallError, endOf } from './request.ts';

const LABELLED = [
  'firstName',
  'lastName',
  'otherNames',
  'companyName',
  'email',
  'phone',
  'country',
  'website',
  'timezone',
  'password',
  'newPassword',
] as const;

/**
 * The text to show for a failure: the server's message, else its error, else the failure's own message,
 * else 'Unknown error'. A refusal of fields says what is wrong with each: its own message lists them by
 * their names in the API.
 */
export function messageOf(failure: unknown): string {
  if (failure instanceof CallError && failure.code === 'BAD_INPUT' && failure.details.length > 0)
    return [...new Set(failure.details.map(describe))].join(' ');
  return (failure instanceof Error && failure.message) || i18next.t('unknownError');
}

function describe({ field, message }: { field: string; message: string }): string {
  const label = LABELLED.find((each) => each === field.split('.').at(-1));
  return label === undefined ? message : `${i18next.t(`fields.${label}`)}: ${message}`;
}

/** Makes one call as the signed-in client, refreshing the session once where it has gone stale. Throws `CallError`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Output<E>> {
  const { bearer } = options;
  const response =
    bearer === undefined
      ? await send(endpoint, (token) => fetchOnce(endpoint, input, token, options))
      : await succeeded(await fetchOnce(endpoint, input, bearer, options));
  return (await read(response.json(), options.signal)) as Output<E>;
}

/** Fetches a file to show it here. */
export async function fetchFile<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Blob> {
  return read((await send(endpoint, (token) => fetchOnce(endpoint, input, token, {}))).blob());
}

/** Fetches a file and hands it to the browser to save under the name that the server gives it. */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  fallbackName: string,
): Promise<void> {
  const response = await send(endpoint, (token) => fetchOnce(endpoint, input, token, {}));
  const named = /filename\*=UTF-8''([^;]+)/.exec(
    response.headers.get('content-disposition') ?? '',
  )?.[1];
  save(await read(response.blob()), named === undefined ? fallbackName : decodeURIComponent(named));
}

/** Hands a file to the browser to save under a name. */
export function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken its own reference by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

/** Uploads one file with progress in bytes; aborting `signal` stops it. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  file: File,
  options: { signal: AbortSignal; progress(sent: number, total: number): void },
): Promise<Output<E>> {
  const response = await send(endpoint, (token) =>
    uploadOnce(endpoint, input, file, token, options),
  );
  return (await read(response.json(), options.signal)) as Output<E>;
}

/** Refreshes a valid session so that it carries a change of the account's details; never while acting for another account. */
export async function renewSession(): Promise<void> {
  if ((await readActing()) !== null) return;
  const session = await readSession();
  if (session !== null) await refreshed(session);
}

/**
 * Reports to the server how long ago the person was last active: for the person's own session, also
 * while this tab acts for a client, since acting ends with that session.
 */
export async function reportActivity(idleSeconds: number, keepalive = false): Promise<void> {
  const session = await readSession();
  if (session === null) return;
  const answer = await sendAs(session, (token) =>
    fetchOnce(auth.reportActivity, { idleSeconds }, token, { keepalive }),
  );
  // A browser keeps a request open until its answer has been read.
  await answer.json();
}

/**
 * Ends this tab's sessions on the server, of the client acted for and the person's own, whether or not the request arrives.
 * @param how.wait for its answer; without, only until it has been told
 */
export async function signOut(how: { wait: boolean } = { wait: true }): Promise<void> {
  const [acting, session] = [await readActing(), await readSession()];
  const told = Promise.allSettled([
    acting && endOnServer(acting.token),
    session && endRenewed(session),
  ]);
  if (how.wait) await told;
}

const endOnServer = (token: string): Promise<Response> =>
  fetchOnce(auth.signOut, {}, token, { keepalive: true });

/** Ends a session, with a new token where its own has expired: the server would keep the session otherwise. */
async function endRenewed(session: Session): Promise<void> {
  if ((await endOnServer(session.token)).status !== 401) return;
  await withLock(async () => {
    const present = await readSession();
    if (present?.client.clientId !== session.client.clientId) return;
    if (present.token !== session.token) return void (await endOnServer(present.token));
    const renewed = await requestRefresh(present);
    if (!renewed.ok) return;
    const { token } = (await renewed.json()) as Output<typeof auth.refreshSession>;
    await endOnServer(token);
  });
}

/** The way back from acting for a client, which ends it on the server too. */
export async function stopActing(): Promise<void> {
  const acting = await readActing();
  if (acting === null) return;
  await fetchOnce(auth.signOut, {}, acting.token, {}).catch(() => undefined);
  returnToSelf(acting, false);
}

/** The body of an answer; one that breaks off or is no answer of the server is as none. An aborted one fails as such. */
async function read<T>(body: Promise<T>, signal?: AbortSignal): Promise<T> {
  return body.catch((failure: unknown) => {
    if (signal?.aborted) throw failure;
    throw new CallError(0, 'UNREACHABLE', i18next.t('unreachable'));
  });
}

async function send(
  endpoint: Endpoint,
  attempt: (token: string | undefined) => Promise<Response>,
): Promise<Response> {
  const seen = countProofs();
  try {
    return await sendRenewing(endpoint, attempt);
  } catch (failure) {
    if (!(failure instanceof CallError) || failure.code !== 'STEP_UP_REQUIRED') throw failure;
    // Another call may have brought the proof while this one was on its way.
    if (seen === countProofs() && !(await prove(failure)))
      throw new CallError(403, 'STEP_UP_CANCELLED', i18next.t('stepUp.cancelled'));
    return sendRenewing(endpoint, attempt);
  }
}

/** Asks the person for a proof. Throws the refusal itself on a page that cannot ask. */
async function prove(refusal: CallError): Promise<boolean> {
  const asked = requestStepUp(
    refusal.details.filter(({ field }) => field === 'way').map(({ message }) => message),
  );
  if (asked === undefined) throw refusal;
  return asked;
}

async function sendRenewing(
  endpoint: Endpoint,
  attempt: (token: string | undefined) => Promise<Response>,
): Promise<Response> {
  const acting = endpoint.who === 'public' ? null : await readActing();
  if (acting !== null) {
    // No refresh is ever called for it: when its time is over, the person is back in their own session.
    const only = await attempt(acting.token);
    if (only.status === 401) returnToSelf(acting, true);
    return succeeded(only);
  }
  return sendAs(endpoint.who === 'public' ? null : await readSession(), attempt);
}

async function sendAs(
  session: Session | null,
  attempt: (token: string | undefined) => Promise<Response>,
): Promise<Response> {
  const first = await attempt(session?.token);
  if (first.status !== 401 || session === null) return succeeded(first);
  // Exactly one refresh; the second try is final whatever it answers.
  const token = await refreshed(session);
  const second = await attempt(token);
  if (second.status === 401) leave({ reason: null });
  return succeeded(second);
}

const refreshing = new Map<string, Promise<string>>();

/** A newer token than the stale one; calls and tabs that find the same token stale share one refresh. */
function refreshed(stale: Session): Promise<string> {
  const running = refreshing.get(stale.token);
  if (running) return running;
  const started = withLock(() => refresh(stale)).finally(() => refreshing.delete(stale.token));
  refreshing.set(stale.token, started);
  return started;
}

function withLock<T>(work: () => Promise<T>): Promise<T> {
  // Locks come with secure pages only; elsewhere the session lies in one tab, which the map above serves.
  return navigator.locks === undefined
    ? work()
    : (navigator.locks.request('tuma.refresh', work) as Promise<T>);
}

async function refresh(stale: Session): Promise<string> {
  const session = await readSession();
  if (session === null) {
    leave({ reason: null });
    throw signedOut();
  }
  // Somebody else has signed in meanwhile: the call is not theirs.
  if (session.client.clientId !== stale.client.clientId) throw signedOut();
  if (session.token !== stale.token) return session.token;
  const response = await requestRefresh(session);
  if (response.status === 401 || response.status === 404) {
    const { reason, wasIdle } = await endOf(response);
    // The server counts the minutes too, and may find first that they are over, such as after a sleep.
    if (wasIdle) clearStorages();
    leave({ reason });
  }
  const next = (await (await succeeded(response)).json()) as Output<typeof auth.refreshSession>;
  if ((await readSession())?.token !== stale.token) {
    // Signed out while the answer was on its way: the new token must not bring the session back.
    await endOnServer(next.token).catch(() => undefined);
    throw signedOut();
  }
  await writeSession(next);
  return next.token;
}

const requestRefresh = ({ refreshToken, client }: Session): Promise<Response> =>
  fetchOnce(auth.refreshSession, { refreshToken, clientId: client.clientId }, undefined, {});

const signedOut = () => new CallError(401, 'NOT_SIGNED_IN', i18next.t('signIn.loggedOut'));
