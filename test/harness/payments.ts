import { afterAll } from 'vitest';
import type { Database } from '../../src/server/infra/database/db.ts';
import {
  startPaymentService,
  type TestPaymentService,
  type PaymentServiceSettings,
} from './outside/payment-server.ts';

/** Opens a service that is closed with the test file. */
export async function openTestPaymentService(
  database: Database,
  settings: PaymentServiceSettings = {},
): Promise<TestPaymentService> {
  const { stop, ...opened } = await startPaymentService(database, settings);
  afterAll(stop);
  return opened;
}
