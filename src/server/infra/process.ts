import type { Config } from './config/config.ts';
import type { DatabaseAddress } from './database/roles.ts';
import type { Log } from './log.ts';
import type { SecretKey } from './secrets.ts';

/** The processes of this program that the supervisor starts. */
export type ProcessName = 'api' | 'worker' | 'gateway';

/** The context of each process. Its file exports `run(context)`, which resolves once it works. */
export interface ProcessContext {
  config: Config & { databaseUrl: string; sandbox: boolean };
  database: DatabaseAddress;
  secretKey: SecretKey;
  log: Log;
}
