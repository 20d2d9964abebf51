import type { Database } from '../../infra/database/db.ts';
import type { Log } from '../../infra/log.ts';
import type { SendMail } from '../../core/mail/mail.ts';
import type { Outbound } from '../../infra/http/outbound.ts';
import type { SecretKey } from '../../infra/secrets.ts';

/** The parts that checks and notifications need. */
export type MonitoringContext = {
  database: Database;
  secretKey: SecretKey;
  log: Log;
  /** Undefined where no mail server is configured. */
  smtp: SendMail | undefined;
  outbound: Outbound;
  /** The origin of links in mails. */
  origin: string;
  platformName: string;
  /** A sandbox needs no backup, and may notify addresses of this machine; so may hosts that an operator vouches for. */
  sandbox: boolean;
  webhookHosts: readonly string[];
};
