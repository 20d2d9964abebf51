/** Opens the payment service of the configured providers. */
import type { Config } from '../../../infra/config/config.ts';
import type { Database, Tx } from '../../../infra/database/db.ts';
import { notify, type Messenger } from '../../../core/mail/notifications.ts';
import { fill } from '../../../i18n/fill.ts';
import { languageOf } from '../../../i18n/language.ts';
import { formatNumber, unitsText } from '../../../i18n/numbers.ts';
import { texts } from '../../../i18n/texts.ts';
import { openDaraja } from '../providers/mpesa-daraja.ts';
import { openOpenApi } from '../providers/mpesa-openapi.ts';
import type { PaymentService } from './payments.ts';
import { referenceOf } from '../../../core/ledger/reference.rules.ts';
import type { PaymentRow } from './payments.store.ts';
import type { Provider } from '../providers/provider.ts';
import { findMailbox } from '../wallet.store.ts';

export type PaymentServiceConfig = Pick<
  Config,
  'mpesa' | 'mpesaOpenApi' | 'mpesaCallbackUrl' | 'mpesaCallbackNetworks' | 'publicUrl' | 'port'
>;

/** Opens the service with the providers that the configuration names; with none nobody can pay, and the screen says so. */
export function openPaymentService({
  database,
  config,
  messenger,
  onFeePaid,
  onFault,
}: {
  database: Database;
  config: PaymentServiceConfig;
  messenger: Messenger;
  onFeePaid: PaymentService['onFeePaid'];
  onFault: PaymentService['onFault'];
}): PaymentService {
  const providers: Provider[] = [
    ...(config.mpesa ? [openDaraja(config.mpesa)] : []),
    ...config.mpesaOpenApi.map((market) => openOpenApi(market)),
  ];
  return {
    database,
    providers,
    onFeePaid,
    onFault,
    callbackOrigin:
      config.mpesaCallbackUrl ?? config.publicUrl ?? `http://127.0.0.1:${config.port}`,
    callbackNetworks: config.mpesaCallbackNetworks,
    onEnded: async (tx, payment, outcome) => {
      if (outcome.status === 'COMPLETED') await sendReceipt(tx, messenger, payment);
    },
  };
}

/** Mails the payer a receipt. */
async function sendReceipt(tx: Tx, messenger: Messenger, payment: PaymentRow): Promise<void> {
  const mailbox = await findMailbox(tx, payment.clientId);
  if (!mailbox?.email) return;
  const language = languageOf(mailbox.language);
  const { paidFor } = texts[language].wallet;
  await notify(
    tx,
    messenger,
    { clientId: payment.clientId, email: mailbox.email, phone: null, language: mailbox.language },
    'EMAIL',
    (page) => ({
      kind: 'PAYMENT_RECEIVED',
      amount: `${payment.currency} ${formatNumber(payment.amount, language)}`,
      what: fill(paidFor[payment.purpose], { units: unitsText(payment.units, language) }),
      ref: referenceOf(payment.number),
      receipt: payment.receipt ?? '-',
      link: page(`/dashboard/purchases/topup/${payment.id}`),
    }),
  );
}
