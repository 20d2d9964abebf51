// The table of all screens, long because it has a row for each of them.
import AllSendersIcon from '@mui/icons-material/BadgeOutlined';
import ApiIcon from '@mui/icons-material/CodeOutlined';
import CampaignIcon from '@mui/icons-material/CampaignOutlined';
import ClientsIcon from '@mui/icons-material/GroupsOutlined';
import ContactsIcon from '@mui/icons-material/ContactsOutlined';
import DashboardIcon from '@mui/icons-material/SpaceDashboardOutlined';
import DelegateIcon from '@mui/icons-material/ShareOutlined';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import FilterIcon from '@mui/icons-material/FilterAltOutlined';
import GatewayIcon from '@mui/icons-material/HubOutlined';
import GatewayUsersIcon from '@mui/icons-material/ManageAccountsOutlined';
import GenericIcon from '@mui/icons-material/CableOutlined';
import GroupsIcon from '@mui/icons-material/PeopleAltOutlined';
import HttpIcon from '@mui/icons-material/HttpOutlined';
import IncomingIcon from '@mui/icons-material/MoveToInboxOutlined';
import ManualIcon from '@mui/icons-material/MenuBookOutlined';
import MessagingIcon from '@mui/icons-material/SmsOutlined';
import MoIcon from '@mui/icons-material/CallReceivedOutlined';
import MtIcon from '@mui/icons-material/CallMadeOutlined';
import RatesIcon from '@mui/icons-material/PriceChangeOutlined';
import ReportIcon from '@mui/icons-material/BarChartOutlined';
import ReportsIcon from '@mui/icons-material/AssessmentOutlined';
import RequestIcon from '@mui/icons-material/AddCircleOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import SentIcon from '@mui/icons-material/MarkEmailReadOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import StatusIcon from '@mui/icons-material/MonitorHeartOutlined';
import SmppIcon from '@mui/icons-material/DnsOutlined';
import TasksIcon from '@mui/icons-material/PendingActionsOutlined';
import TemplatesIcon from '@mui/icons-material/DescriptionOutlined';
import ToSubmitIcon from '@mui/icons-material/ScheduleSendOutlined';
import TopUpIcon from '@mui/icons-material/AddShoppingCartOutlined';
import TransactionsIcon from '@mui/icons-material/ReceiptLongOutlined';
import TreeIcon from '@mui/icons-material/AccountTreeOutlined';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import WalletIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import type { ComponentType } from 'react';
import type { Permission, Role } from '../../contract/shared/roles.ts';
import type { en } from '../i18n/en.ts';

export type MenuLabel = keyof typeof en.menu;
type Icon = typeof CampaignIcon;
export type Labelled = { readonly label: MenuLabel; readonly icon: Icon };

export type Group = Labelled & {
  /** A label of its own for some roles. */
  readonly called?: Partial<Record<Role, MenuLabel>>;
  /** The menu's label for an account that has only one entry of the group; otherwise the name of the group. */
  readonly alone?: Labelled;
};

/** The headings under which the menu gathers its entries. */
export const GROUPS = {
  messaging: {
    label: 'messaging',
    icon: MessagingIcon,
    alone: { label: 'campaigns', icon: CampaignIcon },
  },
  gateway: { label: 'gateway', icon: GatewayIcon },
  wallet: { label: 'wallet', icon: WalletIcon, called: { CLIENT: 'buy' } },
  senders: { label: 'senders', icon: AllSendersIcon },
  clients: { label: 'clients', icon: ClientsIcon },
  reports: { label: 'reports', icon: ReportsIcon },
} as const satisfies Record<string, Group>;
export type GroupName = keyof typeof GROUPS;

type MenuEntry = Labelled & {
  readonly group?: GroupName;
  /** The roles that see it in the menu, when fewer than may open it. */
  readonly roles?: readonly Role[];
  /** Its label for everyone but administrators. */
  readonly mine?: MenuLabel;
  /** Left out where the host's brand hides it from all but EBU roles. */
  readonly branded?: true;
  /** A page of its own rather than a screen within this one. */
  readonly opens?: 'sameTab' | 'newTab';
};

/** A page of its own, in the menu beside the screens; its path is the whole address. */
type OwnPage = {
  readonly path: `/${string}`;
  readonly who: Permission;
  readonly menu: MenuEntry;
  readonly within?: undefined;
};

export type Screen = {
  /** Under `/dashboard`, with `:name` for a parameter. */
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
  /** The permission to open it; the server checks every call again. */
  readonly who: Permission;
  /** Its place in the menu; a screen without one is reached from others. */
  readonly menu?: MenuEntry;
  /** The entry that the menu marks while a screen without one of its own is open, by its path. */
  readonly within?: string;
};

/** Loads the screen that a file exports under this name. */
function screen<Name extends string>(
  load: () => Promise<Record<NoInfer<Name>, ComponentType>>,
  name: Name,
): Screen['load'] {
  return async () => (await load())[name];
}

// The same for every kind of connector.
const connectorList = screen(
  () => import('../features/gateway/connectors/ConnectorList.tsx'),
  'ConnectorList',
);
const connectorPage = screen(
  () => import('../features/gateway/connectors/ConnectorPage.tsx'),
  'ConnectorPage',
);
const createConnector = screen(
  () => import('../features/gateway/connectors/CreateConnector.tsx'),
  'CreateConnector',
);
const editConnector = screen(
  () => import('../features/gateway/connectors/EditConnector.tsx'),
  'EditConnector',
);

const STAFF: readonly Role[] = ['ADMINISTRATOR', 'IT_SUPPORT', 'BD_CLIENT'];

/** Every screen after sign-in, in the order of the menu. Router, menu and guard read this table, and there is no other. */
export const SCREENS: readonly (Screen | OwnPage)[] = [
  {
    path: '',
    who: 'dashboard',
    load: screen(() => import('../features/dashboard/Dashboard.tsx'), 'Dashboard'),
    menu: { label: 'dashboard', icon: DashboardIcon },
  },

  {
    path: 'campaigns/send-sms',
    who: 'messaging.send',
    load: screen(() => import('../features/campaigns/SendSms.tsx'), 'SendSms'),
    menu: { group: 'messaging', label: 'sendSms', icon: SendIcon },
  },
  {
    path: 'campaigns/from-file',
    who: 'messaging.send',
    load: screen(() => import('../features/campaigns/FromFile.tsx'), 'FromFile'),
    menu: { group: 'messaging', label: 'fromFile', icon: UploadIcon },
  },
  {
    path: 'campaigns',
    who: 'campaigns.read',
    load: screen(() => import('../features/campaigns/CampaignList.tsx'), 'CampaignList'),
    menu: { group: 'messaging', label: 'campaigns', icon: CampaignIcon },
  },
  {
    path: 'campaigns/decided-texts',
    who: 'campaigns.approve',
    load: screen(() => import('../features/campaigns/DecidedTexts.tsx'), 'DecidedTexts'),
    within: 'campaigns',
  },
  {
    path: 'campaigns/:campaignId',
    who: 'campaigns.read',
    load: screen(() => import('../features/campaigns/CampaignPage.tsx'), 'CampaignPage'),
  },
  {
    path: 'campaigns/:campaignId/edit',
    who: 'messaging.send',
    load: screen(() => import('../features/campaigns/OpenDraft.tsx'), 'OpenDraft'),
    within: 'campaigns',
  },
  {
    path: 'campaigns/campaign-messages',
    who: 'messaging.read',
    load: screen(() => import('../features/messages/ToSubmit.tsx'), 'ToSubmit'),
    menu: { group: 'messaging', label: 'campaignMessages', icon: ToSubmitIcon },
  },
  {
    path: 'campaigns/sms-templates',
    who: 'messaging.send',
    load: screen(() => import('../features/templates/TemplateList.tsx'), 'TemplateList'),
    menu: { group: 'messaging', label: 'templates', icon: TemplatesIcon },
  },
  {
    path: 'campaigns/sent-messages',
    who: 'messaging.read',
    load: screen(() => import('../features/messages/SentMessages.tsx'), 'SentMessages'),
    menu: { group: 'messaging', label: 'sentMessages', icon: SentIcon },
  },
  {
    path: 'campaigns/sent-messages/:messageId',
    who: 'messaging.read',
    load: screen(() => import('../features/messages/MessagePage.tsx'), 'MessagePage'),
  },
  {
    path: 'campaigns/incoming-messages',
    who: 'messaging.read',
    load: screen(() => import('../features/messages/IncomingMessages.tsx'), 'IncomingMessages'),
    menu: { group: 'messaging', label: 'incomingMessages', icon: IncomingIcon },
  },
  {
    path: 'campaigns/incoming-messages/:messageId',
    who: 'messaging.read',
    load: screen(() => import('../features/messages/IncomingPage.tsx'), 'IncomingPage'),
  },

  {
    path: 'jasmin/groups',
    who: 'gateway',
    load: screen(() => import('../features/gateway/users/Groups.tsx'), 'Groups'),
    menu: { group: 'gateway', label: 'gatewayGroups', icon: GroupsIcon },
  },
  {
    path: 'jasmin/users',
    who: 'gateway',
    load: screen(() => import('../features/gateway/users/Users.tsx'), 'Users'),
    menu: { group: 'gateway', label: 'gatewayUsers', icon: GatewayUsersIcon },
  },
  {
    path: 'jasmin/smpp',
    who: 'gateway',
    load: connectorList,
    menu: { group: 'gateway', label: 'smppConnectors', icon: SmppIcon },
  },
  {
    path: 'jasmin/http',
    who: 'gateway',
    load: connectorList,
    menu: { group: 'gateway', label: 'httpConnectors', icon: HttpIcon },
  },
  {
    path: 'jasmin/generic',
    who: 'gateway',
    load: connectorList,
    menu: { group: 'gateway', label: 'genericConnectors', icon: GenericIcon },
  },
  {
    path: 'jasmin/filters',
    who: 'gateway',
    load: screen(() => import('../features/gateway/filters/Filters.tsx'), 'Filters'),
    menu: { group: 'gateway', label: 'filters', icon: FilterIcon },
  },
  {
    path: 'jasmin/mo-routes',
    who: 'gateway',
    load: screen(() => import('../features/gateway/routes/MoRoutes.tsx'), 'MoRoutes'),
    menu: { group: 'gateway', label: 'moRoutes', icon: MoIcon },
  },
  {
    path: 'jasmin/mt-routes',
    who: 'gateway',
    load: screen(() => import('../features/gateway/routes/MtRoutes.tsx'), 'MtRoutes'),
    menu: { group: 'gateway', label: 'mtRoutes', icon: MtIcon },
  },
  { path: 'jasmin/create-smpp', who: 'gateway', load: createConnector, within: 'jasmin/smpp' },
  { path: 'jasmin/smpp/:cid', who: 'gateway', load: connectorPage, within: 'jasmin/smpp' },
  { path: 'jasmin/smpp/:cid/edit', who: 'gateway', load: editConnector, within: 'jasmin/smpp' },
  { path: 'jasmin/create-http', who: 'gateway', load: createConnector, within: 'jasmin/http' },
  { path: 'jasmin/http/:cid', who: 'gateway', load: connectorPage, within: 'jasmin/http' },
  { path: 'jasmin/http/:cid/edit', who: 'gateway', load: editConnector, within: 'jasmin/http' },
  {
    path: 'jasmin/create-generic',
    who: 'gateway',
    load: createConnector,
    within: 'jasmin/generic',
  },
  { path: 'jasmin/generic/:cid', who: 'gateway', load: connectorPage, within: 'jasmin/generic' },
  {
    path: 'jasmin/generic/:cid/edit',
    who: 'gateway',
    load: editConnector,
    within: 'jasmin/generic',
  },
  {
    path: 'jasmin/simulate',
    who: 'gateway',
    load: screen(() => import('../features/gateway/simulate/Simulate.tsx'), 'Simulate'),
    within: 'jasmin/mt-routes',
  },
  {
    path: 'jasmin/software-traffic',
    who: 'gateway',
    load: screen(() => import('../features/gateway/users/SoftwareTraffic.tsx'), 'SoftwareTraffic'),
    within: 'jasmin/users',
  },
  {
    path: 'jasmin/versions',
    who: 'gateway',
    load: screen(() => import('../features/gateway/versions/Versions.tsx'), 'Versions'),
    within: 'jasmin/mt-routes',
  },
  {
    path: 'jasmin/import',
    who: 'gateway',
    load: screen(() => import('../features/gateway/import/Import.tsx'), 'Import'),
    within: 'jasmin/mt-routes',
  },

  {
    path: 'contact-groups',
    who: 'messaging.send',
    load: screen(() => import('../features/contacts/groups/GroupList.tsx'), 'GroupList'),
    menu: { label: 'contacts', icon: ContactsIcon },
  },
  {
    path: 'manage-contact-group/:contactGroupId',
    who: 'messaging.send',
    load: screen(() => import('../features/contacts/groups/GroupPage.tsx'), 'GroupPage'),
    within: 'contact-groups',
  },
  {
    path: 'contacts',
    who: 'messaging.send',
    load: screen(() => import('../features/contacts/ContactList.tsx'), 'ContactList'),
    within: 'contact-groups',
  },
  {
    path: 'contacts/import',
    who: 'messaging.send',
    load: screen(() => import('../features/contacts/ImportContacts.tsx'), 'ImportContacts'),
    within: 'contact-groups',
  },
  {
    path: 'contacts/opt-outs',
    who: 'messaging.send',
    load: screen(() => import('../features/contacts/opt-outs/OptOuts.tsx'), 'OptOuts'),
    within: 'contact-groups',
  },
  {
    path: 'contacts/consents',
    who: 'messaging.send',
    load: screen(() => import('../features/contacts/consents/Consents.tsx'), 'Consents'),
    within: 'contact-groups',
  },
  {
    path: 'contacts/blocked',
    who: 'platform.read',
    load: screen(() => import('../features/contacts/opt-outs/Blocked.tsx'), 'Blocked'),
    within: 'contact-groups',
  },

  {
    path: 'purchases/topup',
    who: 'purchases.buy',
    load: screen(() => import('../features/wallet/buy/TopUp.tsx'), 'TopUp'),
    menu: { group: 'wallet', label: 'topUp', icon: TopUpIcon },
  },
  {
    path: 'purchases/rates',
    who: 'rates.read',
    load: screen(() => import('../features/wallet/rates/RatesScreen.tsx'), 'RatesScreen'),
    menu: { group: 'wallet', label: 'rates', icon: RatesIcon, roles: STAFF },
  },
  {
    path: 'purchases',
    who: 'purchases.read',
    load: screen(() => import('../features/wallet/statements/Transactions.tsx'), 'Transactions'),
    menu: { group: 'wallet', label: 'transactions', icon: TransactionsIcon },
  },
  {
    path: 'purchases/topup/:purchaseId',
    who: 'purchases.read',
    load: screen(() => import('../features/wallet/payments/PaymentPage.tsx'), 'PaymentPage'),
    within: 'purchases',
  },
  {
    path: 'purchases/invoices',
    who: 'purchases.read',
    load: screen(() => import('../features/wallet/invoices/Invoices.tsx'), 'Invoices'),
    within: 'purchases',
  },
  {
    path: 'purchases/payments',
    who: 'platform.read',
    load: screen(() => import('../features/wallet/payments/Payments.tsx'), 'Payments'),
    within: 'purchases',
  },
  {
    path: 'purchases/payments/:purchaseId',
    who: 'platform.read',
    load: screen(() => import('../features/wallet/payments/PaymentTruth.tsx'), 'PaymentTruth'),
    within: 'purchases',
  },

  {
    path: 'sender-ids',
    who: 'senders.read',
    load: screen(() => import('../features/senders/SenderList.tsx'), 'SenderList'),
    menu: { group: 'senders', label: 'allSenders', icon: AllSendersIcon },
  },
  {
    path: 'sender-ids/apply',
    who: 'senders.request',
    load: screen(() => import('../features/senders/SenderApply.tsx'), 'SenderApply'),
    menu: { group: 'senders', label: 'requestSender', icon: RequestIcon },
  },
  {
    path: 'sender-ids/delegate',
    who: 'senders.delegate',
    load: screen(() => import('../features/senders/Delegate.tsx'), 'Delegate'),
    menu: { group: 'senders', label: 'delegateSender', icon: DelegateIcon },
  },
  {
    path: 'sender-ids/pay',
    who: 'senders.request',
    load: screen(() => import('../features/senders/PayFee.tsx'), 'PayFee'),
    within: 'sender-ids',
  },
  {
    path: 'sender-ids/review',
    who: 'senders.approve',
    load: screen(() => import('../features/senders/ReviewQueue.tsx'), 'ReviewQueue'),
    within: 'sender-ids',
  },
  {
    path: 'sender-ids/rules',
    who: 'platform.edit',
    load: screen(() => import('../features/senders/Rules.tsx'), 'Rules'),
    within: 'sender-ids',
  },
  {
    path: 'sender-ids/protected',
    who: 'platform.edit',
    load: screen(() => import('../features/senders/ProtectedNames.tsx'), 'ProtectedNames'),
    within: 'sender-ids',
  },
  {
    path: 'sender-ids/import',
    who: 'platform.edit',
    load: screen(() => import('../features/senders/import/SenderImport.tsx'), 'SenderImport'),
    within: 'sender-ids',
  },
  {
    path: 'sender-ids/:senderIdId',
    who: 'senders.read',
    load: screen(() => import('../features/senders/SenderPage.tsx'), 'SenderPage'),
  },

  {
    path: 'clients',
    who: 'clients.read',
    load: screen(() => import('../features/clients/ClientList.tsx'), 'ClientList'),
    menu: { group: 'clients', label: 'allClients', icon: ClientsIcon },
  },
  {
    path: 'clients/view/:clientId',
    who: 'clients.read',
    load: screen(() => import('../features/clients/ClientPage.tsx'), 'ClientPage'),
  },
  {
    path: 'clients/view/:clientId/edit',
    who: 'clients.read',
    load: screen(() => import('../features/clients/EditClient.tsx'), 'EditClient'),
  },
  {
    path: 'clients/view/:clientId/branding',
    who: 'branding',
    load: screen(
      () => import('../features/settings/branding/ClientBranding.tsx'),
      'ClientBranding',
    ),
  },
  {
    path: 'clients/invite',
    who: 'clients.write',
    load: screen(() => import('../features/clients/InviteClient.tsx'), 'InviteClient'),
  },
  {
    path: 'clients/create',
    who: 'clients.write',
    load: screen(() => import('../features/clients/CreateClient.tsx'), 'CreateClient'),
  },
  {
    path: 'clients/opening-balances',
    who: 'platform.edit',
    load: screen(
      () => import('../features/wallet/transfers/OpeningBalances.tsx'),
      'OpeningBalances',
    ),
  },
  {
    path: 'clients/playsms',
    who: 'platform.edit',
    load: screen(() => import('../features/playsms/PlaysmsImport.tsx'), 'PlaysmsImport'),
  },
  {
    path: 'user-tree',
    who: 'clients.tree',
    load: screen(() => import('../features/clients/UserTree.tsx'), 'UserTree'),
    menu: { group: 'clients', label: 'userTree', icon: TreeIcon },
  },

  {
    path: 'reports/user-delivery-report',
    who: 'reports',
    load: screen(() => import('../features/statistics/DeliveryReport.tsx'), 'DeliveryReport'),
    menu: { group: 'reports', label: 'userDelivery', mine: 'myDelivery', icon: ReportIcon },
  },
  {
    path: 'reports/verifications',
    who: 'messaging.read',
    load: screen(() => import('../features/verifications/Verifications.tsx'), 'Verifications'),
    within: 'reports/user-delivery-report',
  },
  {
    path: 'reports/download-report',
    who: 'reports',
    load: screen(() => import('../features/reports/DownloadReport.tsx'), 'DownloadReport'),
    menu: { group: 'reports', label: 'downloadReport', icon: DownloadIcon },
  },
  {
    path: 'reports/download-report/new',
    who: 'reports',
    load: screen(() => import('../features/reports/NewReport.tsx'), 'NewReport'),
    within: 'reports/download-report',
  },
  {
    path: 'reports/download-report/schedules',
    who: 'reports',
    load: screen(() => import('../features/reports/Schedules.tsx'), 'Schedules'),
    within: 'reports/download-report',
  },
  {
    path: 'reports/download-report/schedules/new',
    who: 'reports',
    load: screen(() => import('../features/reports/ScheduleReport.tsx'), 'ScheduleReport'),
    within: 'reports/download-report',
  },
  {
    path: 'reports/download-report/schedules/:scheduleId',
    who: 'reports',
    load: screen(() => import('../features/reports/ScheduleReport.tsx'), 'ScheduleReport'),
    within: 'reports/download-report',
  },

  {
    path: 'status',
    who: 'platform.read',
    load: screen(() => import('../features/monitoring/Status.tsx'), 'Status'),
    menu: { label: 'status', icon: StatusIcon },
  },
  {
    path: 'status/retention',
    who: 'platform.read',
    load: screen(() => import('../features/monitoring/Retention.tsx'), 'Retention'),
    within: 'status',
  },
  {
    path: 'status/errors',
    who: 'gateway',
    load: screen(() => import('../features/monitoring/Errors.tsx'), 'Errors'),
    within: 'status',
  },
  {
    path: 'status/incidents',
    who: 'gateway',
    load: screen(() => import('../features/gateway/incidents/incidentScreens.ts'), 'Incidents'),
    within: 'status',
  },
  {
    path: 'status/incidents/:incidentId',
    who: 'gateway',
    load: screen(() => import('../features/gateway/incidents/incidentScreens.ts'), 'IncidentPage'),
    within: 'status',
  },
  {
    path: 'status/healing-limits',
    who: 'gateway',
    load: screen(() => import('../features/gateway/incidents/incidentScreens.ts'), 'HealingLimits'),
    within: 'status',
  },
  {
    path: 'status/unconfirmed',
    who: 'gateway',
    load: screen(
      () => import('../features/gateway/unconfirmed/unconfirmedLists.ts'),
      'Unconfirmed',
    ),
    within: 'status',
  },
  {
    path: 'status/unmatched-receipts',
    who: 'gateway',
    load: screen(
      () => import('../features/gateway/unconfirmed/unconfirmedLists.ts'),
      'UnmatchedReceipts',
    ),
    within: 'status',
  },
  {
    path: 'status/alerts',
    who: 'platform.read',
    load: screen(() => import('../features/monitoring/AlertSettings.tsx'), 'AlertSettings'),
    within: 'status',
  },

  {
    path: 'settings',
    who: 'self',
    load: screen(() => import('../features/settings/details/Details.tsx'), 'Details'),
    menu: { label: 'settings', icon: SettingsIcon },
  },
  {
    path: 'settings/security',
    who: 'self',
    load: screen(() => import('../features/settings/security/Security.tsx'), 'Security'),
    within: 'settings',
  },
  {
    path: 'settings/sessions',
    who: 'self',
    load: screen(() => import('../features/settings/security/SessionsMoved.tsx'), 'SessionsMoved'),
    within: 'settings',
  },
  {
    path: 'settings/api-keys',
    who: 'self',
    load: screen(() => import('../features/settings/api-keys/ApiKeys.tsx'), 'ApiKeys'),
    within: 'settings',
  },
  {
    path: 'settings/webhooks',
    who: 'credentials',
    load: screen(() => import('../features/webhooks/WebhookList.tsx'), 'WebhookList'),
    within: 'settings',
  },
  {
    path: 'settings/webhooks/:webhookId',
    who: 'credentials',
    load: screen(() => import('../features/webhooks/WebhookPage.tsx'), 'WebhookPage'),
    within: 'settings',
  },
  {
    path: 'settings/protection',
    who: 'self',
    load: screen(() => import('../features/guard/Protection.tsx'), 'Protection'),
    within: 'settings',
  },
  {
    path: 'settings/protection/rules',
    who: 'platform.read',
    load: screen(() => import('../features/guard/GuardRules.tsx'), 'GuardRules'),
    within: 'settings',
  },
  {
    path: 'settings/branding',
    who: 'branding',
    load: screen(() => import('../features/settings/branding/Branding.tsx'), 'Branding'),
    within: 'settings',
  },
  {
    path: 'settings/personal-data',
    who: 'personal',
    load: screen(
      () => import('../features/settings/personal-data/PersonalData.tsx'),
      'PersonalData',
    ),
    within: 'settings',
  },
  {
    path: 'settings/platform',
    who: 'platform.read',
    load: screen(() => import('../features/settings/platform/Platform.tsx'), 'Platform'),
    within: 'settings',
  },
  {
    path: 'settings/opt-out-words',
    who: 'platform.read',
    load: screen(() => import('../features/settings/opt-out-words/OptOutWords.tsx'), 'OptOutWords'),
    within: 'settings',
  },
  {
    path: 'settings/restoration',
    who: 'platform.release',
    load: screen(() => import('../features/settings/platform/Restoration.tsx'), 'Restoration'),
    within: 'settings',
  },
  {
    path: 'settings/audit',
    who: 'audit',
    load: screen(() => import('../features/settings/audit/Audit.tsx'), 'Audit'),
    within: 'settings',
  },
  {
    path: 'long-runnings',
    who: 'tasks',
    load: screen(() => import('../features/tasks/TaskList.tsx'), 'TaskList'),
    menu: {
      label: 'tasks',
      icon: TasksIcon,
      roles: ['ADMINISTRATOR', 'RESELLER', 'CLIENT', 'COMPANY', 'EBU_CLIENT', 'IT_SUPPORT'],
    },
  },
  {
    path: '/api-docs',
    who: 'self',
    menu: { label: 'apiDocumentation', icon: ApiIcon, branded: true, opens: 'sameTab' },
  },
  // By the language of the screens.
  {
    path: '/manual/:language.pdf',
    who: 'self',
    menu: { label: 'userManual', icon: ManualIcon, opens: 'newTab' },
  },
  {
    path: 'test',
    who: 'self',
    load: screen(() => import('../features/gallery/Gallery.tsx'), 'Gallery'),
  },
];

export const BASE = '/dashboard';

/** The whole address of a screen or of a page of its own. */
export const addressOf = ({ path }: Pick<Screen, 'path'>): string =>
  path === '' ? BASE : path.startsWith('/') ? path : `${BASE}/${path}`;

export const SETTINGS = `${BASE}/settings`;
