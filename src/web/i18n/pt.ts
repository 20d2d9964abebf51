import type { Words } from './en.ts';
import { first } from './pt/pre-login.ts';
import { approval } from './pt/approval.ts';
import { progress } from './pt/progress.ts';
import { platform } from './pt/platform.ts';
import { apidocs } from './pt/apidocs.ts';
import { campaigns } from './pt/campaigns.ts';
import { carrierErrors } from './pt/carrierErrors.ts';
import { charts } from './pt/charts.ts';
import { clients } from './pt/clients.ts';
import { compose } from './pt/compose.ts';
import { connectors } from './pt/connectors.ts';
import { contact } from './pt/contact.ts';
import { contacts } from './pt/contacts.ts';
import { fromFile } from './pt/fromFile.ts';
import { dashboard } from './pt/dashboard.ts';
import { gateway } from './pt/gateway.ts';
import { lists } from './pt/lists.ts';
import { messages } from './pt/messages.ts';
import { playsms } from './pt/playsms.ts';
import { optOutWords } from './pt/optOutWords.ts';
import { reports } from './pt/reports.ts';
import { restoration } from './pt/restoration.ts';
import { routing } from './pt/routing.ts';
import { sandbox } from './pt/sandbox.ts';
import { security } from './pt/security.ts';
import { senderImport } from './pt/senderImport.ts';
import { senders } from './pt/senders.ts';
import { settings } from './pt/settings.ts';
import { shell } from './pt/shell.ts';
import { monitoring } from './pt/monitoring.ts';
import { states } from './pt/states.ts';
import { stats } from './pt/stats.ts';
import { stepUp } from './pt/stepUp.ts';
import { tasks } from './pt/tasks.ts';
import { templates } from './pt/templates.ts';
import { incidents } from './pt/incidents.ts';
import { softwareUse } from './pt/softwareUse.ts';
import { unconfirmed } from './pt/unconfirmed.ts';
import { verifications } from './pt/verifications.ts';
import { wallet } from './pt/wallet.ts';
import { webhooks } from './pt/webhooks.ts';
import type { Translation } from './translation.ts';

/** Portuguese, as written in Mozambique and Portugal. */
export const pt: Translation<Words> = {
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
};
