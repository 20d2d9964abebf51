// A whole sandbox to throw broken calls at, whose accounts are put right again as often as is asked.
import { Pool } from 'pg';
import { runningPostgres } from '../../../src/server/infra/database/postgres.ts';
import {
  SANDBOX_ACCOUNTS,
  SANDBOX_PASSWORD,
} from '../../../src/server/features/sandbox/accounts.ts';
import type { PortalVictim } from './portal-fuzz.ts';
import { startProduct } from '../../harness/product.ts';

export async function openPortalVictim(): Promise<{
  victim: PortalVictim;
  /** Lines of the log at level error and above. */
  faultsLogged(): string[];
  stop(): Promise<void>;
}> {
  const product = await startProduct({ SANDBOX: '1' });
  const database = new Pool({ connectionString: runningPostgres(product.dataDir)!, max: 1 });
  const { rows } = await database.query<{ id: string; email: string; hash: string }>(
    `select id, email, password_hash as hash from client where email like '%@sandbox.test'`,
  );

  /** Repairs once more where it met a call in the database that waited for it in turn. */
  async function mend(tries = 5): Promise<void> {
    try {
      await restore();
    } catch (error) {
      if (tries === 0 || (error as { code?: string }).code !== '40P01') throw error;
      await mend(tries - 1);
    }
  }

  async function restore(): Promise<void> {
    // Whole and at once: row by row it would wait for sign-ins that wait for it.
    await database.query('begin; lock table rate_limit; delete from rate_limit; commit');
    for (const { id, email, hash } of rows) {
      const { accessLevel, phone } = SANDBOX_ACCOUNTS.find((account) => account.email === email)!;
      await database.query(
        `update client set email = $2, password_hash = $3, client_status = 'ACTIVE', access_level = $4, phone = $5,
           use_2fa = false where id = $1`,
        [id, email, hash, accessLevel, phone],
      );
    }
  }

  return {
    victim: {
      port: Number(new URL(product.baseUrl).port),
      mend: () => mend(),
      async enter(role) {
        const { email } = SANDBOX_ACCOUNTS.find((account) => account.accessLevel === role)!;
        const signIn = async () => {
          const answer = await fetch(`${product.baseUrl}/v1/signIn`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ username: email, password: SANDBOX_PASSWORD }),
          });
          return (await answer.json()) as { token?: string; message?: string };
        };
        for (let tries = 0; tries < 3; tries++) {
          const { token } = await signIn();
          if (token) {
            await fetch(`${product.baseUrl}/v1/portal/clients:stepUp`, {
              method: 'POST',
              headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
              body: JSON.stringify({ password: SANDBOX_PASSWORD }),
            });
            return token;
          }
          await mend();
        }
        throw new Error(`${email} cannot sign in: ${JSON.stringify(await signIn())}`);
      },
    },
    faultsLogged: () =>
      product
        .output()
        .split('\n')
        .filter((line) => /"level":("error"|"fatal"|[56]0)/.test(line)),
    async stop() {
      await database.end();
      await product.stop();
    },
  };
}
