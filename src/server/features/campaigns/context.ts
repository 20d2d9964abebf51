import type { Database } from '../../infra/database/db.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import type { Messenger } from '../../core/mail/notifications.ts';

/** The parts that the campaigns' routes stand on. */
export type CampaignContext = { database: Database; tokens: PageTokens; messenger: Messenger };
