import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { auth } from '../../contract/api/auth.ts';
import { campaigns } from '../../contract/api/campaigns.ts';
import { sms } from '../../contract/api/campaign-sending.ts';
import { ActivityReporter } from './activity-reporter.ts';
import {
  call,
  messageOf,
  renewSession,
  reportActivity,
  signOut,
  stopActing,
  upload,
} from './call.ts';
import { readAll } from './read-all.ts';
import { CallError } from './request.ts';
import { writeActivity } from './idle.ts';
import {
  leave,
  leaveByChoice,
  readActing,
  readSession,
  takeNotice,
  takeReturned,
  writeActing,
  writeSession,
  type Session,
} from './session.ts';
import { readStepUpRequest, requestStepUp, watch } from './step-up-request.ts';
import { startWords } from '../i18n/i18n.ts';
import { en } from '../i18n/en.ts';

const CLIENT = '0190a000-0000-7000-8000-000000000001';
const client: Session['client'] = {
  clientId: CLIENT,
  clientName: 'Kibo Traders',
  clientAccessLevel: 'CLIENT',
  clientStatus: 'ACTIVE',
  smsBalance: 10,
  country: 'KE',
  timezone: 'Africa/Nairobi',
  language: 'en',
  replaceLookalikes: false,
  profileUrl: null,
  clientBrandLogo: null,
  lowUnitsNotifyLevel: 0,
  createTimestamp: 1,
  sandbox: true,
  impersonated: false,
  needsApproval: false,
  strongSignInDue: false,
};

class Shelf implements Storage {
  readonly #kept = new Map<string, string>();
  get length() {
    return this.#kept.size;
  }
  clear() {
    this.#kept.clear();
  }
  getItem(name: string) {
    return this.#kept.get(name) ?? null;
  }
  key(index: number) {
    return [...this.#kept.keys()][index] ?? null;
  }
  removeItem(name: string) {
    this.#kept.delete(name);
  }
  setItem(name: string, value: string) {
    this.#kept.set(name, value);
  }
}

type Answered = { status: number; body?: unknown };
type Answer = (request: IncomingMessage, body: string) => Answered | Promise<Answered>;
let answer: Answer;
let asked: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[];
let replaced: string[];
let close: () => Promise<void>;

beforeEach(async () => {
  asked = [];
  replaced = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', async () => {
      asked.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body,
      });
      const { status, body: answered } = await answer(request, body);
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(answered === undefined ? '' : JSON.stringify(answered));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  close = () =>
    new Promise((closed) => {
      server.closeAllConnections();
      server.close(() => closed());
    });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubGlobal('location', {
    origin,
    pathname: '/dashboard/campaigns',
    search: '?status=RUNNING',
    hash: '',
    replace: (to: string) => replaced.push(to),
  });
  vi.stubGlobal('localStorage', new Shelf());
  vi.stubGlobal('sessionStorage', new Shelf());
  vi.stubGlobal('document', { documentElement: { lang: '' }, querySelector: () => null });
  await startWords(en);
});
afterEach(async () => {
  await close();
  vi.unstubAllGlobals();
});

const signedIn = (token: string): Session => ({
  token,
  refreshToken: `refresh-of-${token}`,
  client,
});
const refreshes = () => asked.filter(({ path }) => path === auth.refreshSession.path);
const bearer = (request: IncomingMessage) => request.headers.authorization;

test('a query omits empty values and repeats lists; language and token are sent', async () => {
  await writeSession(signedIn('fresh'));
  answer = () => ({ status: 200, body: { campaigns: [], collectionCount: 0, nextPageToken: '' } });
  await call(campaigns.list, {
    pageSize: 25,
    pageToken: '',
    'filter.campaignStatuses': ['RUNNING', 'PAUSED'],
    'filter.senderIds': [],
    'filter.createStartTimestamp': undefined,
  });
  expect(asked[0]?.path).toBe(
    '/v1/portal/campaigns?pageSize=25&filter.campaignStatuses=RUNNING&filter.campaignStatuses=PAUSED',
  );
  expect(asked[0]?.headers).toMatchObject({
    authorization: 'Bearer fresh',
    'accept-language': 'en',
  });
});

test('a list is read page by page to its end', async () => {
  await writeSession(signedIn('fresh'));
  const pages = ['', 'second', 'third'];
  answer = ({ url }) => {
    const at = pages.indexOf(new URL(url ?? '', 'http://x').searchParams.get('pageToken') ?? '');
    return {
      status: 200,
      body: {
        campaigns: [`campaign ${at}`],
        collectionCount: 3,
        nextPageToken: pages[at + 1] ?? '',
      },
    };
  };
  expect((await readAll(campaigns.list, 'campaigns', {})).campaigns).toEqual([
    'campaign 0',
    'campaign 1',
    'campaign 2',
  ]);
  expect(asked).toHaveLength(3);
});

test('an idempotency key is sent as given', async () => {
  await writeSession(signedIn('fresh'));
  answer = () => ({ status: 200, body: {} });
  await call(sms.sendCampaign, { campaignId: CLIENT }, { idempotencyKey: 'one-intent' });
  expect(asked[0]?.headers['idempotency-key']).toBe('one-intent');
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ campaignId: CLIENT });
});

test('calls with an expired token share one refresh and are repeated with the new token', async () => {
  await writeSession(signedIn('stale'));
  answer = (request) => {
    if (request.url === auth.refreshSession.path) return { status: 200, body: signedIn('new') };
    return bearer(request) === 'Bearer new'
      ? { status: 200, body: client }
      : { status: 401, body: { message: 'stale', error: 'NOT_SIGNED_IN' } };
  };
  const answers = await Promise.all([call(auth.me, {}), call(auth.me, {}), call(auth.me, {})]);
  expect(answers.map(({ clientId }) => clientId)).toEqual([CLIENT, CLIENT, CLIENT]);
  expect(refreshes()).toHaveLength(1);
  expect(JSON.parse(refreshes()[0]?.body ?? '')).toEqual({
    refreshToken: 'refresh-of-stale',
    clientId: CLIENT,
  });
  expect((await readSession())?.token).toBe('new');
  expect(replaced).toEqual([]);
});

test('a token renewed by another tab is used without a refresh', async () => {
  await writeSession(signedIn('stale'));
  answer = async (request) => {
    if (bearer(request) === 'Bearer stale') await writeSession(signedIn('renewed elsewhere'));
    return bearer(request) === 'Bearer stale'
      ? { status: 401, body: {} }
      : { status: 200, body: client };
  };
  await call(auth.me, {});
  expect(refreshes()).toHaveLength(0);
  expect(asked.at(-1)?.headers.authorization).toBe('Bearer renewed elsewhere');
});

test.each([401, 404])(
  'a refresh answered by %i ends the session and shows it on the sign-in page',
  async (status) => {
    await writeSession(signedIn('stale'));
    answer = (request) =>
      request.url === auth.refreshSession.path
        ? { status, body: { message: 'gone', error: 'NOT_SIGNED_IN' } }
        : { status: 401, body: {} };
    await expect(call(auth.me, {})).rejects.toThrow('gone');
    expect(await readSession()).toBeNull();
    expect(takeNotice()).toEqual({ reason: null });
    expect(replaced).toEqual(['/?next=%2Fdashboard%2Fcampaigns%3Fstatus%3DRUNNING']);
  },
);

test('where the server finds first that the session is idle, both storages are cleared but for the language', async () => {
  await writeSession(signedIn('stale'));
  localStorage.setItem('tuma.language', 'pt');
  for (const storage of [localStorage, sessionStorage]) storage.setItem('tuma.sealed.draft', 'x');
  answer = (request) =>
    request.url === auth.refreshSession.path
      ? { status: 401, body: { message: 'idle', error: 'SESSION_IDLE' } }
      : { status: 401, body: {} };
  await expect(call(auth.me, {})).rejects.toThrow('idle');
  expect(await readSession()).toBeNull();
  for (const storage of [localStorage, sessionStorage])
    expect(storage.getItem('tuma.sealed.draft')).toBeNull();
  expect(localStorage.getItem('tuma.language')).toBe('pt');
  expect(takeNotice()).toEqual({ reason: 'due to inactivity' });
});

test.each([undefined, { reason: null }, { reason: 'due to inactivity' }])(
  'signing in returns to the screen that was open, whatever sent the person away: %j',
  (notice) => {
    leave(notice);
    expect(replaced).toEqual(['/?next=%2Fdashboard%2Fcampaigns%3Fstatus%3DRUNNING']);
    expect(takeNotice()).toEqual(notice ?? null);
  },
);

test('the reason that ended a session stays, whatever calls fail after it', () => {
  leave({ reason: 'an old sign-in token was used' });
  leave({ reason: null });
  expect(takeNotice()).toEqual({ reason: 'an old sign-in token was used' });
});

test('a temporary failure of a refresh signs nobody out', async () => {
  await writeSession(signedIn('stale'));
  answer = (request) =>
    request.url === auth.refreshSession.path
      ? { status: 503, body: { message: 'later', error: 'UNAVAILABLE' } }
      : { status: 401, body: {} };
  await expect(call(auth.me, {})).rejects.toThrow('later');
  expect((await readSession())?.token).toBe('stale');
  expect(replaced).toEqual([]);
});

test('a refresh that is answered after signing out brings no session back, and ends its own', async () => {
  await writeSession(signedIn('stale'));
  answer = (request) => {
    if (request.url === auth.signOut.path) return { status: 200, body: { ok: true } };
    if (request.url !== auth.refreshSession.path) return { status: 401, body: {} };
    leaveByChoice();
    return { status: 200, body: signedIn('new') };
  };
  await expect(call(auth.me, {})).rejects.toMatchObject({ status: 401 });
  expect(await readSession()).toBeNull();
  expect(asked.at(-1)).toMatchObject({
    path: auth.signOut.path,
    headers: { authorization: 'Bearer new' },
  });
  expect(replaced).toEqual(['/']);
});

test('a call that waits for a renewal is not made for the person who signed in meanwhile', async () => {
  await writeSession(signedIn('stale'));
  const other = { ...signedIn('of another'), client: { ...client, clientId: `${CLIENT}9` } };
  answer = async (request) => {
    if (bearer(request) === 'Bearer stale') await writeSession(other);
    return { status: bearer(request) === 'Bearer stale' ? 401 : 200, body: client };
  };
  await expect(call(auth.me, {})).rejects.toMatchObject({ status: 401 });
  expect(asked).toHaveLength(1);
  expect((await readSession())?.token).toBe('of another');
});

test('an answer that breaks off is as none, in the language of the screen', async () => {
  await writeSession(signedIn('fresh'));
  answer = () => ({ status: 200 });
  await expect(call(auth.me, {})).rejects.toMatchObject({
    status: 0,
    code: 'UNREACHABLE',
    message: en.unreachable,
  });
});

test('an upload that was stopped while its token was renewed is not sent', async () => {
  await writeSession(signedIn('stale'));
  const sent: string[] = [];
  const stop = new AbortController();
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      status = 401;
      responseText = '{}';
      onload = () => undefined;
      #token = '';
      open() {}
      abort() {}
      setRequestHeader(name: string, value: string) {
        if (name === 'authorization') this.#token = value;
      }
      send() {
        sent.push(this.#token);
        this.onload();
      }
    },
  );
  answer = () => {
    stop.abort();
    return { status: 200, body: signedIn('new') };
  };
  const sending = upload(sms.fromFileStep1, {}, new File(['a'], 'a.csv'), {
    signal: stop.signal,
    progress: () => undefined,
  });
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  expect(sent).toEqual(['Bearer stale']);
});

test('a repeated call that is refused again causes no second refresh', async () => {
  await writeSession(signedIn('stale'));
  answer = (request) =>
    request.url === auth.refreshSession.path
      ? { status: 200, body: signedIn('new') }
      : { status: 401, body: { message: 'still no', error: 'NOT_SIGNED_IN' } };
  await expect(call(auth.me, {})).rejects.toThrow('still no');
  expect(refreshes()).toHaveLength(1);
  expect(asked).toHaveLength(3);
  expect(await readSession()).toBeNull();
});

test('a refused sign-in is an answer, not a stale session', async () => {
  await writeSession(signedIn('somebody'));
  answer = () => ({
    status: 401,
    body: { message: 'They do not match.', error: 'WRONG_CREDENTIALS' },
  });
  await expect(call(auth.signIn, { username: 'a@b.test', password: 'no' })).rejects.toMatchObject({
    status: 401,
    code: 'WRONG_CREDENTIALS',
    message: 'They do not match.',
  });
  expect(asked).toHaveLength(1);
  expect(asked[0]?.headers.authorization).toBeUndefined();
  expect((await readSession())?.token).toBe('somebody');
});

test('a failure shows the message, else the error, else the status, else an unknown error', async () => {
  const said = async (status: number, body?: unknown) => {
    answer = () => ({ status, body });
    return messageOf(
      await call(auth.signIn, { username: 'a', password: 'b' }).catch(
        (failure: unknown) => failure,
      ),
    );
  };
  expect(await said(400, { message: 'Check it.', error: 'BAD_INPUT' })).toBe('Check it.');
  expect(await said(400, { error: 'BAD_INPUT' })).toBe('BAD_INPUT');
  const details = [
    { field: 'email', message: 'This is needed.' },
    { field: 'token', message: 'This is needed.' },
  ];
  expect(
    await said(400, { message: 'Check these fields: email, token.', error: 'BAD_INPUT', details }),
  ).toBe('Email: This is needed. This is needed.');
  expect(await said(502)).toBe('Unknown error');
  expect(messageOf(new Error('its own words'))).toBe('its own words');
  expect(messageOf(undefined)).toBe('Unknown error');
});

test('an unreachable server is explained, with status 0', async () => {
  await close();
  const failure: unknown = await call(auth.signIn, { username: 'a', password: 'b' }).catch(
    (thrown: unknown) => thrown,
  );
  expect(failure).toBeInstanceOf(CallError);
  expect(failure).toMatchObject({
    status: 0,
    message: 'The server could not be reached. Check your connection and try again.',
  });
});

// ---- acting for a client ----

const acting = {
  token: 'acting',
  client: {
    ...client,
    clientId: '0190a000-0000-7000-8000-000000000002',
    clientName: 'Baraka Ltd',
    impersonated: true,
  },
  until: 900,
};

test('while acting for a client its token is sent, beside the own session', async () => {
  await writeSession(signedIn('fresh'));
  await writeActing(acting);
  answer = () => ({ status: 200, body: client });
  await call(auth.me, {});
  expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer acting']);
  expect((await readSession())?.token).toBe('fresh');
});

test('a 401 while acting calls no refresh and returns to the own session with one notice', async () => {
  await writeSession(signedIn('fresh'));
  await writeActing(acting);
  answer = () => ({
    status: 401,
    body: { message: 'Your session has ended.', error: 'NOT_SIGNED_IN' },
  });
  await expect(call(auth.me, {})).rejects.toMatchObject({ status: 401 });
  expect(refreshes()).toEqual([]);
  expect(await readActing()).toBeNull();
  expect((await readSession())?.token).toBe('fresh');
  expect(replaced).toEqual([`/dashboard/clients/view/${acting.client.clientId}`]);
  expect(takeReturned()).toBe('Baraka Ltd');
  expect(takeReturned()).toBeNull();
});

test('no refresh after a change of details while acting', async () => {
  await writeSession(signedIn('fresh'));
  await writeActing(acting);
  await renewSession();
  expect(asked).toEqual([]);
});

test('returning ends acting on the server silently, even if the server is unreachable', async () => {
  await writeSession(signedIn('fresh'));
  await writeActing(acting);
  answer = () => ({ status: 503 });
  await stopActing();
  expect(asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    [auth.signOut.path, 'Bearer acting'],
  ]);
  expect(await readActing()).toBeNull();
  expect(takeReturned()).toBeNull();
  expect(replaced).toHaveLength(1);
});

test('logging out while acting ends both sessions', async () => {
  await writeSession(signedIn('fresh'));
  await writeActing(acting);
  answer = () => ({ status: 200, body: { ok: true } });
  await signOut();
  leaveByChoice();
  expect(replaced).toEqual(['/']);
  expect(asked.map(({ headers }) => headers.authorization).sort()).toEqual([
    'Bearer acting',
    'Bearer fresh',
  ]);
  expect([await readActing(), await readSession()]).toEqual([null, null]);
});

test('logging out with an expired access token renews it, so that the session ends on the server too', async () => {
  await writeSession(signedIn('expired'));
  answer = (request) => {
    if (request.url === auth.refreshSession.path) return { status: 200, body: signedIn('new') };
    return { status: bearer(request) === 'Bearer expired' ? 401 : 200, body: { ok: true } };
  };
  await signOut();
  leaveByChoice();
  expect(asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    [auth.signOut.path, 'Bearer expired'],
    [auth.refreshSession.path, undefined],
    [auth.signOut.path, 'Bearer new'],
  ]);
  expect(await readSession()).toBeNull();
  expect(replaced).toEqual(['/']);
});

test('logging out with a token that another tab has renewed ends the session by the newer one', async () => {
  await writeSession(signedIn('expired'));
  answer = async (request) => {
    if (bearer(request) === 'Bearer expired') await writeSession(signedIn('of the other tab'));
    return { status: bearer(request) === 'Bearer expired' ? 401 : 200, body: { ok: true } };
  };
  await signOut();
  expect(asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    [auth.signOut.path, 'Bearer expired'],
    [auth.signOut.path, 'Bearer of the other tab'],
  ]);
});

// ---- a step-up ----

/** A server that wants a proof of each token, and a page that has a dialog. */
function wantProof() {
  const state = { isProven: false, wanted: 0 };
  answer = () => {
    if (state.isProven) return { status: 200, body: client };
    state.wanted++;
    return {
      status: 403,
      body: {
        message: 'prove it',
        error: 'STEP_UP_REQUIRED',
        details: [
          { field: 'way', message: 'PASSWORD' },
          { field: 'way', message: 'LATER' },
        ],
      },
    };
  };
  return state;
}
/** The dialog: what it was opened with, each time. */
function openDialog(answered: (ways: readonly string[]) => boolean) {
  const shown: (readonly string[])[] = [];
  const close = watch(() => {
    const request = readStepUpRequest();
    if (request === null) return;
    shown.push(request.ways);
    queueMicrotask(() => request.settle(answered(request.ways)));
  });
  return { shown, close };
}

test('refused calls open one step-up for all that wait, and are repeated unchanged', async () => {
  await writeSession(signedIn('fresh'));
  const server = wantProof();
  const dialog = openDialog(() => {
    server.isProven = true;
    return true;
  });
  const answers = await Promise.all(
    [1, 2, 3].map((at) =>
      call(sms.sendCampaign, { campaignId: CLIENT }, { idempotencyKey: `intent ${at}` }),
    ),
  );
  dialog.close();
  expect(answers).toHaveLength(3);
  expect(dialog.shown).toEqual([['PASSWORD']]);
  expect(
    asked
      .slice(-3)
      .map(({ headers, body }) => [headers['idempotency-key'], body])
      .sort(),
  ).toEqual([1, 2, 3].map((at) => [`intent ${at}`, JSON.stringify({ campaignId: CLIENT })]));
  expect(refreshes()).toHaveLength(0);
});

test('a cancelled step-up fails the call and signs nobody out', async () => {
  await writeSession(signedIn('fresh'));
  const server = wantProof();
  const dialog = openDialog(() => false);
  await expect(call(auth.me, {})).rejects.toMatchObject({
    status: 403,
    code: 'STEP_UP_CANCELLED',
    message: en.stepUp.cancelled,
  });
  dialog.close();
  expect(server.wanted).toBe(1);
  expect((await readSession())?.token).toBe('fresh');
});

test('a page without the dialog passes the refusal to its caller', async () => {
  await writeSession(signedIn('fresh'));
  wantProof();
  await expect(call(auth.me, {})).rejects.toMatchObject({ status: 403, code: 'STEP_UP_REQUIRED' });
  expect(requestStepUp(['PASSWORD'])).toBeUndefined();
});

test.each([
  ['SESSION_IDLE', 'due to inactivity'],
  ['SESSION_TOO_OLD', 'the maximum session length was reached'],
  ['SESSION_REUSED', 'an old sign-in token was used'],
  ['NOT_SIGNED_IN', null],
])('a refresh refused with %s shows its reason', async (error, reason) => {
  await writeSession(signedIn('stale'));
  answer = () => ({ status: 401, body: { message: 'ended', error } });
  await expect(call(auth.me, {})).rejects.toBeInstanceOf(CallError);
  expect(takeNotice()).toEqual({ reason });
});

test('activity is reported for the own session, also while acting for a client', async () => {
  await writeSession(signedIn('own'));
  await writeActing({ token: 'acting', client, until: 2e9 });
  answer = () => ({ status: 200, body: { ok: true } });
  await reportActivity(12.5);
  expect(
    asked.map(({ path, headers, body }) => [path, headers.authorization, JSON.parse(body)]),
  ).toEqual([[auth.reportActivity.path, 'Bearer own', { idleSeconds: 12.5 }]]);
});

test('a report has the seconds since the last activity, at most once a minute, and again after a failed one', async () => {
  await writeSession(signedIn('own'));
  const reporter = new ActivityReporter();
  const reports = () =>
    asked.map(({ body }) => (JSON.parse(body) as { idleSeconds: number }).idleSeconds);
  const start = Date.UTC(2026, 0, 5, 8);
  answer = () => ({ status: 503, body: {} });
  writeActivity(start - 5000);
  reporter.reportDue(start);
  await vi.waitFor(() => {
    reporter.reportDue(start + 9000);
    expect(reports()).toEqual([5]);
  });
  answer = () => ({ status: 200, body: { ok: true } });
  await vi.waitFor(() => {
    reporter.reportDue(start + 10_000);
    expect(reports()).toEqual([5, 15]);
  });
  for (let second = 11; second < 60; second++) {
    writeActivity(start + second * 1000);
    reporter.reportDue(start + second * 1000);
  }
  await vi.waitFor(() => {
    reporter.reportDue(start + 70_000);
    expect(reports()).toEqual([5, 15, 11]);
  });
  reporter.reportNow(start + 71_000);
  reporter.reportDue(start + 300_000);
  writeActivity(start + 72_000);
  await vi.waitFor(() => {
    reporter.reportNow(start + 72_000);
    expect(reports()).toEqual([5, 15, 11, 0]);
  });
});
