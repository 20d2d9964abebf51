/** The console of the gateway as support uses it: a portal with an owner, a client and three connectors. */
import { expect } from 'vitest';
import type { createTestDatabase } from './database.ts';
import { openPortal } from './portal.ts';
import type { Person } from './portal.ts';

/** Opens a portal whose `support` has stepped up; `north` and `south` are carriers, `hook` a customer's server. */
export async function openConsole(db: Awaited<ReturnType<typeof createTestDatabase>>) {
  const portal = await openPortal(db);
  const root = await portal.add('root', 'ADMINISTRATOR', null);
  const support = await portal.add('support', 'IT_SUPPORT', root);
  const client = await portal.add('Shop', 'COMPANY', root);
  await portal.stepUp(support.token);
  await db.query(
    `insert into connector (cid, kind, carrier_account_id, settings) values ('north', 'SMPP', 1, '{"cost": 2}'), ('south', 'SMPP', 2, '{"cost": 1}'), ('hook', 'HTTP', 3, '{"url": "https://example.com/mo"}')`,
  );

  /** Calls as support, or as the person that is given. */
  const ask = (
    method: string,
    path: string,
    body: Record<string, unknown> = {},
    by: Person = support,
  ) => portal.call(method, `/v1/portal/${path}`, { token: by.token, body });

  /** Calls as support and expects an answer with 200. @returns its body */
  const ok = async (method: string, path: string, body: Record<string, unknown> = {}) => {
    const answer = await ask(method, path, body);
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
    return answer.body;
  };

  return { ...portal, root, support, client, ask, ok };
}
