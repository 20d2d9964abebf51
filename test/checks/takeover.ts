// A realistic Jasmin, made by a generator that knows nothing of the importer, taken over on a sandbox:
// how long it takes, what is lost, whether its customers' passwords work, and where its log would go.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Check, Verdict } from '../check.ts';
import { freePorts, startProduct, type Product } from '../harness/product.ts';
import { SANDBOX_PASSWORD } from '../harness/browser/sign-in.ts';
import { makeTemporaryFolder } from '../harness/temporary.ts';

const GENERATOR = join(import.meta.dirname, '../harness/jasmin/store.py');
const SIZE = { users: 500, connectors: 50, routes: 200, log: 100_000 };
const LINES = 1_000;
const SIGN_INS = 4;

type Facts = Record<
  'groups' | 'users' | 'connectors' | 'http' | 'mtRoutes' | 'moRoutes' | 'log' | 'undecided',
  number
> & { passwords: Record<string, string> };
type Report = Record<
  'taken' | 'changed' | 'refused',
  { entity: string; id: string; message: string }[]
>;

export const check: Check = {
  async run() {
    const folder = makeTemporaryFolder('takeover');
    const made = spawnSync(
      'python3',
      [
        GENERATOR,
        folder,
        ...Object.entries(SIZE).flatMap(([name, size]) => [`--${name}`, String(size)]),
      ],
      { encoding: 'utf8' },
    );
    if (made.status !== 0)
      return {
        tried: 0,
        held: 0,
        open: [`the generator needs python3: ${made.stderr ?? made.error?.message ?? ''}`],
      };
    const [port] = await freePorts(1);
    const product = await startProduct({ HTTP_API_PORT: String(port) });
    try {
      return await takeOver(product, `http://127.0.0.1:${port}`, folder);
    } finally {
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function takeOver(product: Product, gatewayUrl: string, folder: string): Promise<Verdict> {
  const facts = JSON.parse(readFileSync(join(folder, 'facts.json'), 'utf8')) as Facts;
  const files = readdirSync(folder)
    .filter((name) => name.startsWith('jcli-prod.'))
    .map((name) => ({ name, content: readFileSync(join(folder, name), 'base64') }));
  const portal = await signIn(product.baseUrl);
  const [client] = await product.sql(`select id from client where email = 'client@sandbox.test'`);
  const input = { files, clientId: client!['id'], replaceDefault: true };

  const preview = await timed(() => portal<Report>('jasmin:import', input));
  const applied = await timed(() => portal<Report>('jasmin:import', { ...input, apply: true }));
  const report = applied.result;
  const rows = [...report.taken, ...report.changed, ...report.refused];
  const open: string[] = [];
  let [tried, held] = [0, 0];
  const expect = (what: string, count: number, wanted: number) => {
    tried += wanted;
    held += Math.min(count, wanted);
    if (count !== wanted) open.push(`${what}: ${count} of ${wanted}`);
  };
  // Whatever the files hold is named in the report: nothing is lost without a word.
  const named = (entity: string) =>
    new Set(rows.filter((row) => row.entity === entity).map(({ id }) => id)).size;
  expect('groups in the report', named('group'), facts.groups);
  expect('users in the report', named('user'), facts.users);
  expect('SMPP connectors in the report', named('SMPP connector'), facts.connectors);
  expect('HTTP connectors in the report', named('HTTP connector'), facts.http);
  expect('MT routes in the report', named('MT route'), facts.mtRoutes);
  expect('MO routes in the report', named('MO route'), facts.moRoutes);

  const log = await timed(() => compareLog(portal, join(folder, 'messages.log')));
  expect('lines of the log read', log.result.read, facts.log);
  // A log names no user or group: what their routes may have taken is counted apart.
  expect('lines routed alike', log.result.same + log.result.undecided, facts.log);
  const reload = await timed(() => portal('jasmin:reload', {}));

  const admitted = await timed(() => countAdmitted(gatewayUrl, facts.passwords));
  const [users] = await product.sql(
    `select count(*)::int as usable from gateway_user u join gateway_group g using (gid) where u.username like 'acct%' and u.enabled and g.enabled and u.smpps_cred #> '{authorization,ip}' = '[]'`,
  );
  expect('users that keep their passwords', admitted.result, Number(users!['usable']));
  const lost = Map.groupBy(report.refused, ({ entity }) => entity);
  return {
    tried,
    held,
    open,
    figures: {
      preview_s: preview.seconds,
      import_s: applied.seconds,
      log_s: log.seconds,
      reload_s: reload.seconds,
      passwords_s: admitted.seconds,
      lines_alike: log.result.same,
      lines_undecided: log.result.undecided,
      lines_of_users_and_groups: facts.undecided,
      taken: report.taken.length,
      changed: report.changed.length,
      refused: [...lost].map(([entity, { length }]) => `${entity} ${length}`).join(', '),
    },
  };
}

type Portal = <T>(path: string, body: Record<string, unknown>) => Promise<T>;

async function signIn(baseUrl: string): Promise<Portal> {
  const post = async <T>(
    path: string,
    body: Record<string, unknown>,
    token?: string,
  ): Promise<T> => {
    const answer = await fetch(`${baseUrl}/v1/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const { token } = await post<{ token: string }>('signIn', {
    username: 'it-support@sandbox.test',
    password: SANDBOX_PASSWORD,
  });
  return (path, body) => post(`portal/${path}`, body, token);
}

type LogSum = Record<'read' | 'same' | 'undecided', number>;

/** The lines as the screen sends them, a slice at a time. */
async function compareLog(portal: Portal, path: string): Promise<LogSum> {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const sum: LogSum = { read: 0, same: 0, undecided: 0 };
  for (let at = 0; at < lines.length; at += LINES) {
    const slice = await portal<LogSum>('jasmin:compareLog', {
      lines: lines.slice(at, at + LINES),
    });
    sum.read += slice.read;
    sum.same += slice.same;
    sum.undecided += slice.undecided;
  }
  return sum;
}

/** The users whose old password the gateway takes for a balance. */
async function countAdmitted(
  gatewayUrl: string,
  passwords: Record<string, string>,
): Promise<number> {
  const waiting = Object.entries(passwords);
  let admitted = 0;
  const work = async () => {
    for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
      const [username, password] = entry;
      const query = new URLSearchParams({ username, password });
      const { status } = await fetch(`${gatewayUrl}/balance?${query}`);
      if (status === 200) admitted++;
    }
  };
  await Promise.all(Array.from({ length: SIGN_INS }, work));
  return admitted;
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const began = performance.now();
  const result = await work();
  return { result, seconds: Math.round((performance.now() - began) / 100) / 10 };
}
