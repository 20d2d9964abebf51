import type { Texts } from './en.ts';
import { apiKeys } from './pt/api-keys.ts';
import { branding } from './pt/branding.ts';
import { campaigns } from './pt/campaigns.ts';
import { clients } from './pt/clients.ts';
import { contactChanges } from './pt/contact-changes.ts';
import { contacts } from './pt/contacts.ts';
import { gateway } from './pt/gateway.ts';
import { gatewayImport } from './pt/gateway-import.ts';
import { general } from './pt/general.ts';
import { input } from './pt/input.ts';
import { messages } from './pt/messages.ts';
import { monitoring } from './pt/monitoring.ts';
import { reports } from './pt/reports.ts';
import { secondApproval } from './pt/second-approval.ts';
import { senders } from './pt/senders.ts';
import { signIn } from './pt/sign-in.ts';
import { statistics } from './pt/statistics.ts';
import { stopLinks } from './pt/stop-links.ts';
import { strongSignIn } from './pt/strong-sign-in.ts';
import { uploads } from './pt/uploads.ts';
import { verifications } from './pt/verifications.ts';
import { wallet } from './pt/wallet.ts';
import { webhooks } from './pt/webhooks.ts';

/** Portuguese, as written in Mozambique and Portugal. */
export const pt: Texts = {
  apiKeys,
  branding,
  campaigns,
  clients,
  contactChanges,
  contacts,
  gateway,
  gatewayImport,
  general,
  input,
  messages,
  monitoring,
  reports,
  secondApproval,
  senders,
  signIn,
  statistics,
  stopLinks,
  strongSignIn,
  uploads,
  verifications,
  wallet,
  webhooks,
};
