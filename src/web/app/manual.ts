import { matchPath } from 'react-router';
import { addressOf, SCREENS } from './screens.tsx';

/** The chapter and section of the manual for each screen, by path. */
export const MANUAL: Readonly<Record<string, string>> = {
  '': 'reports#dashboard',

  'campaigns/send-sms': 'send#send-sms',
  'campaigns/from-file': 'send#from-file',
  campaigns: 'campaigns#list',
  'campaigns/:campaignId': 'campaigns#page',
  'campaigns/:campaignId/edit': 'campaigns#drafts',
  'campaigns/campaign-messages': 'campaigns#to-deliver',
  'campaigns/sms-templates': 'send#templates',
  'campaigns/sent-messages': 'messages#sent',
  'campaigns/sent-messages/:messageId': 'messages#message',
  'campaigns/incoming-messages': 'messages#incoming',
  'campaigns/incoming-messages/:messageId': 'messages#incoming',

  'jasmin/groups': 'gateway#users',
  'jasmin/users': 'gateway#users',
  'jasmin/software-traffic': 'gateway#users',
  'jasmin/smpp': 'gateway#connect',
  'jasmin/create-smpp': 'gateway#connect',
  'jasmin/smpp/:cid': 'gateway#connect',
  'jasmin/smpp/:cid/edit': 'gateway#connect',
  'jasmin/http': 'gateway#http',
  'jasmin/create-http': 'gateway#http',
  'jasmin/http/:cid': 'gateway#http',
  'jasmin/http/:cid/edit': 'gateway#http',
  'jasmin/generic': 'gateway#generic',
  'jasmin/create-generic': 'gateway#generic',
  'jasmin/generic/:cid': 'gateway#generic',
  'jasmin/generic/:cid/edit': 'gateway#generic',
  'jasmin/filters': 'gateway#filters',
  'jasmin/mo-routes': 'gateway#routes',
  'jasmin/mt-routes': 'gateway#routes',
  'status/incidents': 'gateway#healing',
  'status/incidents/:incidentId': 'gateway#healing',
  'status/healing-limits': 'gateway#healing',
  'status/unconfirmed': 'gateway#unconfirmed',
  'status/unmatched-receipts': 'gateway#unmatched',
  'jasmin/simulate': 'gateway#simulate',
  'jasmin/versions': 'gateway#reload',
  'jasmin/import': 'gateway#import',

  'contact-groups': 'contacts#groups',
  'manage-contact-group/:contactGroupId': 'contacts#groups',
  contacts: 'contacts#add',
  'contacts/import': 'contacts#import',
  'contacts/opt-outs': 'contacts#opt-outs',
  'contacts/consents': 'contacts#consents',
  'contacts/blocked': 'contacts#blocked',

  'purchases/topup': 'wallet#buy',
  'purchases/topup/:purchaseId': 'wallet#buy',
  'purchases/rates': 'platform#rates',
  purchases: 'wallet#transactions',
  'purchases/invoices': 'wallet#invoices',
  'purchases/payments': 'platform#payments',
  'purchases/payments/:purchaseId': 'platform#payments',

  'sender-ids': 'sender-ids#about',
  'sender-ids/apply': 'sender-ids#apply',
  'sender-ids/delegate': 'sender-ids#delegate',
  'sender-ids/pay': 'sender-ids#pay',
  'sender-ids/review': 'platform#review',
  'sender-ids/rules': 'platform#country-rules',
  'sender-ids/protected': 'platform#protected-names',
  'sender-ids/import': 'platform#sender-import',
  'sender-ids/:senderIdId': 'sender-ids#after',

  clients: 'clients#list',
  'clients/view/:clientId': 'clients#list',
  'clients/view/:clientId/edit': 'clients#list',
  'clients/view/:clientId/branding': 'settings#branding',
  'clients/invite': 'clients#invite',
  'clients/create': 'clients#create',
  'clients/opening-balances': 'clients#openings',
  'clients/playsms': 'clients#playsms',
  'user-tree': 'clients#tree',

  'reports/user-delivery-report': 'reports#delivery',
  'reports/download-report': 'reports#downloads',
  'reports/download-report/new': 'reports#downloads',
  'reports/download-report/schedules': 'reports#schedules',
  'reports/download-report/schedules/new': 'reports#schedules',
  'reports/download-report/schedules/:scheduleId': 'reports#schedules',

  status: 'platform#status-page',
  'status/alerts': 'platform#status-page',
  'status/errors': 'gateway#errors',
  'status/retention': 'platform#retention',

  settings: 'settings#details',
  'settings/security': 'settings#security',
  'settings/sessions': 'settings#security',
  'settings/api-keys': 'software#keys',
  'settings/webhooks': 'software#webhooks',
  'settings/protection': 'software#protection',
  'settings/protection/rules': 'platform#protection',
  'reports/verifications': 'software#verifications',
  'settings/webhooks/:webhookId': 'software#webhooks',
  'settings/branding': 'settings#branding',
  'settings/personal-data': 'settings#personal-data',
  'settings/platform': 'platform#rules',
  'campaigns/decided-texts': 'approvals#decided-texts',
  'settings/opt-out-words': 'platform#opt-out-words',
  'settings/audit': 'platform#audit',
  'settings/restoration': 'platform#restoration',
  'long-runnings': 'reports#tasks',
};

/**
 * The address at which the manual explains where one is.
 * @param pathname of the page, such as `/dashboard/contacts/import`
 */
export function manualAddress(pathname: string, language: string): string {
  // A path with a parameter also fits an address of words, which goes before it.
  const screen = SCREENS.filter(
    (each) => 'load' in each && matchPath(addressOf(each), pathname),
  ).sort((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))[0];
  return `/manual/${language}/${screen ? (MANUAL[screen.path] ?? '') : ''}`;
}
