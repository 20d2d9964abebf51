import { first } from './en/pre-login.ts';
import { approval } from './en/approval.ts';
import { progress } from './en/progress.ts';
import { platform } from './en/platform.ts';
import { apidocs } from './en/apidocs.ts';
import { campaigns } from './en/campaigns.ts';
import { carrierErrors } from './en/carrierErrors.ts';
import { charts } from './en/charts.ts';
import { clients } from './en/clients.ts';
import { compose } from './en/compose.ts';
import { connectors } from './en/connectors.ts';
import { contact } from './en/contact.ts';
import { contacts } from './en/contacts.ts';
import { fromFile } from './en/fromFile.ts';
import { dashboard } from './en/dashboard.ts';
import { gateway } from './en/gateway.ts';
import { lists } from './en/lists.ts';
import { messages } from './en/messages.ts';
import { playsms } from './en/playsms.ts';
import { optOutWords } from './en/optOutWords.ts';
import { reports } from './en/reports.ts';
import { restoration } from './en/restoration.ts';
import { routing } from './en/routing.ts';
import { sandbox } from './en/sandbox.ts';
import { security } from './en/security.ts';
import { senderImport } from './en/senderImport.ts';
import { senders } from './en/senders.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { monitoring } from './en/monitoring.ts';
import { states } from './en/states.ts';
import { stats } from './en/stats.ts';
import { stepUp } from './en/stepUp.ts';
import { tasks } from './en/tasks.ts';
import { templates } from './en/templates.ts';
import { incidents } from './en/incidents.ts';
import { softwareUse } from './en/softwareUse.ts';
import { unconfirmed } from './en/unconfirmed.ts';
import { verifications } from './en/verifications.ts';
import { wallet } from './en/wallet.ts';
import { webhooks } from './en/webhooks.ts';

/** Every text of the screens, in English, a file for each word of the product; the other languages answer to its keys. */
export const en = {
  ...first,
  ...apidocs,
  ...campaigns,
  ...approval,
  ...progress,
  ...platform,
  ...carrierErrors,
  ...charts,
  ...clients,
  ...compose,
  ...connectors,
  ...contact,
  ...contacts,
  ...fromFile,
  ...dashboard,
  ...gateway,
  ...lists,
  ...messages,
  ...playsms,
  ...optOutWords,
  ...reports,
  ...restoration,
  ...routing,
  ...sandbox,
  ...security,
  ...senderImport,
  ...senders,
  ...settings,
  ...shell,
  ...monitoring,
  ...states,
  ...stats,
  ...stepUp,
  ...tasks,
  ...templates,
  ...incidents,
  ...softwareUse,
  ...unconfirmed,
  ...verifications,
  ...wallet,
  ...webhooks,
} as const;
export type Words = typeof en;
