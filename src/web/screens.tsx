import CampaignIcon from '@mui/icons-material/CampaignOutlined';
import DashboardIcon from '@mui/icons-material/SpaceDashboardOutlined';
import SentIcon from '@mui/icons-material/MarkEmailReadOutlined';
import TasksIcon from '@mui/icons-material/PendingActionsOutlined';
import SendIcon from '@mui/icons-material/UploadFileOutlined';
import MessagingIcon from '@mui/icons-material/SmsOutlined';
import type { ComponentType } from 'react';
import { reachOf, type Permission, type Role } from '../contract/roles.ts';
import type { en } from './words/en.ts';

export type MenuLabel = keyof typeof en.menu;
type Icon = typeof CampaignIcon;

/** The headings under which the menu gathers its entries; one with a single entry for someone shows as that entry. */
const GROUPS = {
  messaging: { label: 'messaging', icon: MessagingIcon },
} as const satisfies Record<string, { label: MenuLabel; icon: Icon }>;

export type Screen = {
  /** Under `/dashboard`, with `:name` for a parameter. */
  readonly path: string;
  readonly load: () => Promise<{ Screen: ComponentType }>;
  /** Who may open it; the server asks again at every call. */
  readonly who: Permission;
  /** Its place in the menu; a screen without one is reached from others. */
  readonly menu?: { readonly label: MenuLabel; readonly icon: Icon; readonly group?: keyof typeof GROUPS; /** Where the menu names fewer than may open it. */ readonly roles?: readonly Role[] };
};

/** Every screen after sign-in, in the order of the menu. Router, menu and guard read this table, and there is no other. */
export const SCREENS: readonly Screen[] = [
  {
    path: '', who: 'dashboard', load: () => import('./dashboard/Dashboard.tsx'),
    menu: { label: 'dashboard', icon: DashboardIcon },
  },
  {
    path: 'campaigns/from-file', who: 'messaging.send', load: () => import('./campaigns/FromFile.tsx'),
    menu: { group: 'messaging', label: 'fromFile', icon: SendIcon },
  },
  {
    path: 'campaigns', who: 'campaigns.read', load: () => import('./campaigns/CampaignList.tsx'),
    menu: { group: 'messaging', label: 'campaigns', icon: CampaignIcon },
  },
  { path: 'campaigns/:campaignId', who: 'campaigns.read', load: () => import('./campaigns/CampaignPage.tsx') },
  {
    path: 'campaigns/sent-messages', who: 'messaging.read', load: () => import('./messages/SentMessages.tsx'),
    menu: { group: 'messaging', label: 'sentMessages', icon: SentIcon },
  },
  { path: 'campaigns/sent-messages/:messageId', who: 'messaging.read', load: () => import('./messages/MessagePage.tsx') },
  {
    path: 'long-runnings', who: 'tasks', load: () => import('./tasks/TaskList.tsx'),
    menu: { label: 'tasks', icon: TasksIcon, roles: ['ADMINISTRATOR', 'RESELLER', 'CLIENT', 'COMPANY', 'EBU_CLIENT', 'IT_SUPPORT'] },
  },
];

export const BASE = '/dashboard';

/** The address of a screen within the portal. */
export const addressOf = (screen: Screen): string => (screen.path === '' ? BASE : `${BASE}/${screen.path}`);

/** The screens that a role may open. */
export function screensOf(role: Role): Screen[] {
  return SCREENS.filter((screen) => reachOf(role, screen.who) !== undefined);
}

export type MenuLink = { readonly kind: 'link'; readonly label: MenuLabel; readonly icon: Icon; readonly to: string };
export type MenuGroup = { readonly kind: 'group'; readonly label: MenuLabel; readonly icon: Icon; readonly links: readonly MenuLink[] };

/** The menu of a role, groups in the place of their first entry. */
export function menuOf(role: Role): (MenuLink | MenuGroup)[] {
  const entries = screensOf(role).flatMap((screen) => {
    const { menu } = screen;
    if (!menu || (menu.roles && !menu.roles.includes(role))) return [];
    const link: MenuLink = { kind: 'link', label: menu.label, icon: menu.icon, to: addressOf(screen) };
    return [{ group: menu.group, link }];
  });
  const groups = new Map<keyof typeof GROUPS, MenuLink[]>();
  const order: (MenuLink | keyof typeof GROUPS)[] = [];
  for (const { group, link } of entries) {
    if (group === undefined) order.push(link);
    else {
      const links = groups.get(group);
      if (links) links.push(link);
      else {
        groups.set(group, [link]);
        order.push(group);
      }
    }
  }
  return order.map((entry) => {
    if (typeof entry !== 'string') return entry;
    const links = groups.get(entry) ?? [];
    const [only] = links;
    return links.length === 1 && only ? only : { kind: 'group', ...GROUPS[entry], links };
  });
}

/** Where a role lands after signing in: the dashboard, or for roles without one the first entry of their menu. */
export function homeOf(role: Role): string {
  if (reachOf(role, 'dashboard') !== undefined) return BASE;
  const first = screensOf(role).find((screen) => screen.path === 'campaigns');
  return first ? addressOf(first) : BASE;
}
