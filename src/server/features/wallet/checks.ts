/** Checks that several calls of the wallet share. */
import type { Tx } from '../../infra/database/db.ts';
import { cannotPayFrom, noProvider, notFound } from '../../infra/errors.ts';
import type { Scope } from '../../infra/database/scope.ts';
import type { PaymentService } from './payments/payments.ts';
import { findPayment } from './payments/payments.store.ts';
import type { PaymentRow } from './payments/payments.store.ts';
import { findWalletClient } from './wallet.store.ts';
import type { WalletClient } from './wallet.store.ts';

export async function getWithin(tx: Tx, scope: Scope, purchaseId: string): Promise<PaymentRow> {
  const payment = await findPayment(tx, scope, purchaseId);
  if (!payment) throw notFound('purchase');
  return payment;
}

export async function getClient(tx: Tx, scope: Scope, clientId: string): Promise<WalletClient> {
  const client = await findWalletClient(tx, scope, clientId);
  if (!client) throw notFound('client');
  return client;
}

/** @throws Refusal CANNOT_PAY_FROM for a number of another network or country */
export function mustServe(service: PaymentService, name: string, phone: string): void {
  const provider = service.providers.find((each) => each.name === name);
  if (!provider) throw noProvider(name);
  if (!provider.serves(phone)) throw cannotPayFrom(phone);
}
