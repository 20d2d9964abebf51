import { reachOf, type Role } from '../../../../contract/shared/roles.ts';
import { addressOf, SCREENS } from '../../screens.tsx';

/** Screens that the menu does not list, by path: their names, and those of the screens that lead to them. */
const PARTS = {
  'jasmin/software-traffic': ['softwareUse.title', 'menu.gatewayUsers'],
  'jasmin/versions': ['gateway.versions.title', 'menu.gateway'],
  'jasmin/import': ['gateway.import.title', 'menu.gateway'],
  contacts: ['contacts.tabs.contacts', 'menu.contacts'],
  'contacts/opt-outs': ['contacts.tabs.optOuts', 'menu.contacts'],
  'contacts/consents': ['contacts.tabs.consents', 'menu.contacts'],
  'contacts/blocked': ['contacts.tabs.blocked', 'menu.contacts'],
  'clients/playsms': ['playsms.title', 'menu.clients'],
  'purchases/invoices': ['wallet.invoices.title', 'menu.wallet'],
  'purchases/payments': ['wallet.truth.title', 'menu.wallet'],
  'sender-ids/pay': ['senders.pay.title', 'menu.senders'],
  'sender-ids/import': ['senderImport.title', 'menu.senders'],
  'sender-ids/review': ['senders.review.title', 'menu.senders'],
  'sender-ids/rules': ['senders.rulesTitle', 'menu.senders'],
  'sender-ids/protected': ['senders.protected.title', 'menu.senders'],
  'reports/download-report/schedules': ['reports.tabs.schedules', 'menu.downloadReport'],
  'status/errors': ['monitoring.tabs.errors', 'menu.status'],
  'status/incidents': ['monitoring.tabs.incidents', 'menu.status'],
  'status/healing-limits': ['incidents.limits.title', 'menu.status'],
  'status/unconfirmed': ['monitoring.tabs.unconfirmed', 'menu.status'],
  'status/unmatched-receipts': ['monitoring.tabs.receipts', 'menu.status'],
  'status/alerts': ['monitoring.tabs.alerts', 'menu.status'],
  'status/retention': ['monitoring.tabs.retention', 'menu.status'],
  'campaigns/decided-texts': ['approval.decided', 'menu.campaigns'],
  'settings/security': ['settings.tabs.security', 'menu.settings'],
  'settings/api-keys': ['settings.tabs.apiKeys', 'menu.settings'],
  'settings/webhooks': ['settings.tabs.webhooks', 'menu.settings'],
  'settings/protection': ['settings.tabs.protection', 'menu.settings'],
  'settings/opt-out-words': ['optOutWords.title', 'settings.tabs.platform'],
  'settings/protection/rules': ['guard.all', 'settings.tabs.protection'],
  'reports/verifications': ['verifications.title', 'menu.reports'],
  'settings/branding': ['settings.tabs.branding', 'menu.settings'],
  'settings/personal-data': ['settings.tabs.personal', 'menu.settings'],
  'settings/platform': ['settings.tabs.platform', 'menu.settings'],
  'settings/audit': ['settings.tabs.audit', 'menu.settings'],
} as const;

export type PartPath = keyof typeof PARTS;

/** The screens outside the menu that a role may open: keys of their names and of those above them. */
export function partsOf(
  role: Role,
): { label: (typeof PARTS)[PartPath][0]; hint: (typeof PARTS)[PartPath][1]; to: string }[] {
  return SCREENS.flatMap((screen) => {
    const part = PARTS[screen.path as PartPath] as (typeof PARTS)[PartPath] | undefined;
    return part && reachOf(role, screen.who) !== undefined
      ? [{ label: part[0], hint: part[1], to: addressOf(screen) }]
      : [];
  });
}
