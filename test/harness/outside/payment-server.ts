// The wallet's calls on a real port, with simulated providers that call back there.
import type { AddressInfo } from 'node:net';
import { openPageTokens } from '../../../src/server/infra/database/pages.ts';
import { authenticate } from '../../../src/server/core/auth/auth.ts';
import type { Database, Tx } from '../../../src/server/infra/database/db.ts';
import { createServer } from '../../../src/server/infra/http/server.ts';
import { openDaraja } from '../../../src/server/features/wallet/providers/mpesa-daraja.ts';
import { openOpenApi } from '../../../src/server/features/wallet/providers/mpesa-openapi.ts';
import type { PaymentService } from '../../../src/server/features/wallet/payments/payments.ts';
import { paymentRoutes } from '../../../src/server/features/wallet/payments/payments.api.ts';
import { purchaseRoutes } from '../../../src/server/features/wallet/purchases.api.ts';
import { rateRoutes } from '../../../src/server/features/wallet/rates/rates.api.ts';
import { startDaraja, type DarajaSimulator } from '../../../src/sim/mpesa/daraja.ts';
import { startOpenApi, type OpenApiSimulator } from '../../../src/sim/mpesa/openapi.ts';

export type TestPaymentService = {
  service: PaymentService;
  mpesa: DarajaSimulator;
  openApi: OpenApiSimulator;
  ended: { purchaseId: string; status: string }[];
};
export type PaymentServiceSettings = {
  answerAfter?: number;
  lateAfter?: number;
  onFeePaid?: (tx: Tx, senderIdId: string) => Promise<void>;
};

/** Starts it; a payer answers after `answerAfter` milliseconds. `stop` throws the first fault that there was. */
export async function startPaymentService(
  database: Database,
  { answerAfter = 15, lateAfter = 120, onFeePaid = async () => {} }: PaymentServiceSettings = {},
): Promise<TestPaymentService & { stop(): Promise<void> }> {
  const mpesa = await startDaraja({ answerAfter, lateAfter });
  const openApi = await startOpenApi({ answerAfter, sessionAfter: 40, lateAfter });
  const faults: unknown[] = [];
  const ended: TestPaymentService['ended'] = [];
  const service: PaymentService = {
    database,
    onFeePaid,
    callbackOrigin: '',
    callbackNetworks: [],
    onFault: (error) => {
      faults.push(error);
    },
    providers: [
      openDaraja({
        baseUrl: `http://127.0.0.1:${mpesa.port}`,
        consumerKey: 'sandbox-key',
        consumerSecret: 'sandbox-secret',
        shortcode: '174379',
        passkey: 'sandbox-passkey',
        transactionType: 'CustomerPayBillOnline',
      }),
      ...(['TZ', 'MZ'] as const).map((market) =>
        openOpenApi(
          {
            baseUrl: `http://127.0.0.1:${openApi.port}/sandbox`,
            market,
            apiKey: `sandbox-${market.toLowerCase()}-key`,
            publicKey: openApi.publicKey,
            serviceProviderCode: '000000',
          },
          { sessionWaitMs: 25 },
        ),
      ),
    ],
    onEnded: async (_tx, payment, outcome) =>
      void ended.push({ purchaseId: payment.id, status: outcome.status }),
  };
  const wallet = {
    database,
    tokens: openPageTokens(Buffer.alloc(32)),
    service,
    messenger: {
      secretKey: { bytes: Buffer.alloc(32) },
      origin: 'https://sms.tuma.test',
      platformName: 'Tuma',
      sendPlatformSms: undefined,
    },
    platformName: 'Tuma',
  };
  const app = await createServer({
    routes: [...purchaseRoutes(wallet), ...paymentRoutes(wallet), ...rateRoutes(wallet)],
    authenticate: (token, expired) => authenticate(database, token, expired),
    authenticateKey: async () => undefined,
    requireStepUp: async () => {},
    onActed: async () => {},
    onFault: (error) => {
      faults.push(error);
    },
    secure: false,
    trustProxy: [],
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  service.callbackOrigin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    service,
    mpesa,
    openApi,
    ended,
    async stop() {
      await mpesa.stop();
      await openApi.stop();
      await app.close();
      if (faults.length > 0) throw faults[0];
    },
  };
}

/** The path that the provider was told to call back at; one that nobody knows where it never was. */
export function callbackPath(
  { mpesa }: Pick<TestPaymentService, 'mpesa'>,
  paymentId: string,
): string {
  const told = mpesa
    .payments()
    .findLast(({ callbackUrl }) => callbackUrl.endsWith(`/${paymentId}`));
  return told ? new URL(told.callbackUrl).pathname : `/v1/payments/stk/unknown/${paymentId}`;
}
