import type { Database } from '../../infra/database/db.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import type { Messenger } from '../../core/mail/notifications.ts';
import type { PaymentService } from './payments/payments.ts';

/** The facts and parts that the wallet's routes stand on. */
export type WalletContext = {
  database: Database;
  tokens: PageTokens;
  service: PaymentService;
  platformName: string;
  messenger: Messenger;
};
