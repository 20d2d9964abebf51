import { apiKeys } from './en/api-keys.ts';
import { branding } from './en/branding.ts';
import { campaigns } from './en/campaigns.ts';
import { clients } from './en/clients.ts';
import { contactChanges } from './en/contact-changes.ts';
import { contacts } from './en/contacts.ts';
import { gateway } from './en/gateway.ts';
import { gatewayImport } from './en/gateway-import.ts';
import { general } from './en/general.ts';
import { input } from './en/input.ts';
import { messages } from './en/messages.ts';
import { monitoring } from './en/monitoring.ts';
import { reports } from './en/reports.ts';
import { secondApproval } from './en/second-approval.ts';
import { senders } from './en/senders.ts';
import { signIn } from './en/sign-in.ts';
import { statistics } from './en/statistics.ts';
import { stopLinks } from './en/stop-links.ts';
import { strongSignIn } from './en/strong-sign-in.ts';
import { uploads } from './en/uploads.ts';
import { verifications } from './en/verifications.ts';
import { wallet } from './en/wallet.ts';
import { webhooks } from './en/webhooks.ts';
import type { Translation } from './translation.ts';

/** Every text of the server, in English, a file for each subject; Portuguese has the same keys. */
export const en = {
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
} as const;

/** The texts of one language. */
export type Texts = Translation<typeof en>;
