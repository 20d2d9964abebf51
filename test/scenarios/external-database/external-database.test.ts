import { afterAll, expect, test } from 'vitest';
import {
  hasExternalPostgres,
  startExternalPostgres,
  type ExternalPostgres,
} from '../../harness/database/external-postgres.ts';
import { launchProduct, type Product } from '../../harness/product.ts';

// The same program on a PostgreSQL of one's own, as a user who is no superuser.
let server: ExternalPostgres | undefined;
let product: Product | undefined;
afterAll(async () => {
  await product?.stop();
  await server?.stop();
});

test.skipIf(!hasExternalPostgres)(
  'a campaign on an external PostgreSQL, from its file to its receipts',
  { timeout: 900_000 },
  async () => {
    server = await startExternalPostgres();
    product = await launchProduct({ DATABASE_URL: server.url, SANDBOX: '1' });
    await product.ready();
    const call = async <T>(
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<T> => {
      const response = await fetch(`${product!.baseUrl}/v1${path}`, {
        method,
        headers: {
          ...headers,
          ...(!(body instanceof FormData) &&
            body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
      const answer = (await response.json()) as T;
      expect([path, response.status, answer]).toEqual([path, 200, expect.anything()]);
      return answer;
    };
    const { token } = await call<{ token: string }>('POST', '/signIn', {
      username: 'company@sandbox.test',
      password: 'Sandbox-2026',
    });
    const me = { authorization: `Bearer ${token}` };
    const form = new FormData();
    form.set(
      'file',
      new Blob([
        [
          'phone,name',
          ...Array.from(
            { length: 300 },
            (_, at) => `0712${String(at * 100 + 50).padStart(6, '0')},Name ${at}`,
          ),
        ].join('\n'),
      ]),
      'list.csv',
    );
    const { uploadId } = await call<{ uploadId: string }>(
      'POST',
      '/portal/sms:sendFromFileStep1',
      form,
      me,
    );
    const { campaignId } = await call<{ campaignId: string }>(
      'POST',
      '/portal/sms:sendFromFileStep2',
      {
        uploadId,
        phoneColumn: 'phone',
        campaignName: 'External',
        senderId: 'TUMA',
        text: 'Hi #name#',
      },
      me,
    );
    const campaign = () =>
      call<{ status: string; recipientCount: number; counts: { delivered: number } }>(
        'GET',
        `/portal/campaigns/${campaignId}`,
        undefined,
        me,
      );
    await expect
      .poll(async () => (await campaign()).recipientCount, { timeout: 180_000 })
      .toBe(300);
    await expect
      .poll(
        async () =>
          (
            await fetch(`${product!.baseUrl}/v1/portal/sms:sendCampaign`, {
              method: 'POST',
              headers: { ...me, 'content-type': 'application/json', 'idempotency-key': 'once' },
              body: JSON.stringify({ campaignId }),
            })
          ).status,
        { timeout: 180_000 },
      )
      .toBe(200);
    await expect
      .poll(
        async () => {
          const { status, counts } = await campaign();
          return [status, counts.delivered];
        },
        { timeout: 180_000, interval: 500 },
      )
      .toEqual(['COMPLETED', 300]);
  },
);
