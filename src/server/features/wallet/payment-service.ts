import { formatUnits } from '../../../contract/shared/units.ts';
import type { Config } from '../../infra/config/config.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { notify, type Messenger } from '../../core/mail/notifications.ts';
import { languageOf } from '../../infra/words.ts';
import { openDaraja } from './daraja.ts';
import { openOpenApi } from './openapi.ts';
import type { PaymentService } from './payments.ts';
import { referenceOf } from '../../core/ledger/reference.rules.ts';
import type { PaymentRow } from './payments.store.ts';
import type { Provider } from './provider.ts';
import { findMailbox } from './wallet.store.ts';

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

const ABOUT = {
  en: { UNITS: (units: string) => `${units} units`, SENDER_FEE: () => 'the fee of your sender ID' },
  pt: {
    UNITS: (units: string) => `${units} unidades`,
    SENDER_FEE: () => 'a taxa do seu remetente',
  },
};

/** Mails the payer a receipt. */
async function sendReceipt(tx: Tx, messenger: Messenger, payment: PaymentRow): Promise<void> {
  const mailbox = await findMailbox(tx, payment.clientId);
  if (!mailbox?.email) return;
  await notify(
    tx,
    messenger,
    { clientId: payment.clientId, email: mailbox.email, phone: null, language: mailbox.language },
    'EMAIL',
    (page) => ({
      kind: 'PAYMENT_RECEIVED',
      amount: `${payment.currency} ${payment.amount}`,
      what: ABOUT[languageOf(mailbox.language)][payment.purpose](formatUnits(payment.units)),
      ref: referenceOf(payment.number),
      receipt: payment.receipt ?? '-',
      link: page(`/dashboard/purchases/topup/${payment.id}`),
    }),
  );
}
