// The menu of a role, and the screen it starts on.
import { matchPath } from 'react-router';
import { readsApiDocumentation, reachOf, type Role } from '../../contract/shared/roles.ts';
import {
  type Labelled,
  type GroupName,
  SCREENS,
  addressOf,
  type Group,
  GROUPS,
  BASE,
} from './screens.tsx';

export type MenuLink = Labelled & {
  readonly kind: 'link';
  readonly to: string;
  readonly opens?: 'sameTab' | 'newTab';
};
export type MenuGroup = Labelled & { readonly kind: 'group'; readonly links: readonly MenuLink[] };

/**
 * The menu of a role, groups in the place of their first entry.
 * @param apiDocumentationShown what the host says (`GET /v1/hostbranding`)
 */
export function menuOf(role: Role, apiDocumentationShown: boolean): (MenuLink | MenuGroup)[] {
  const groups = new Map<GroupName, MenuLink[]>();
  const order: (MenuLink | GroupName)[] = [];
  for (const screen of SCREENS) {
    const { menu } = screen;
    if (
      !menu ||
      reachOf(role, screen.who) === undefined ||
      (menu.roles && !menu.roles.includes(role))
    )
      continue;
    if (menu.branded && !readsApiDocumentation(role, apiDocumentationShown)) continue;
    const label = menu.mine && role !== 'ADMINISTRATOR' ? menu.mine : menu.label;
    const link: MenuLink = {
      kind: 'link',
      label,
      icon: menu.icon,
      to: addressOf(screen),
      ...(menu.opens && { opens: menu.opens }),
    };
    if (menu.group === undefined) order.push(link);
    else if (groups.has(menu.group)) groups.get(menu.group)?.push(link);
    else {
      groups.set(menu.group, [link]);
      order.push(menu.group);
    }
  }
  return order.map((entry) => {
    if (typeof entry !== 'string') return entry;
    const { icon, ...group }: Group = GROUPS[entry];
    const label = group.called?.[role] ?? group.label;
    const links = groups.get(entry) ?? [];
    const [only] = links;
    return links.length === 1 && only
      ? { ...only, icon, label, ...group.alone }
      : { kind: 'group', label, icon, links };
  });
}

/** The first screen of a role: the dashboard, or the main screen of the two roles without one. */
export function homeOf(role: Role): string {
  if (role === 'IT_SUPPORT') return addressOf({ path: 'status' });
  return role === 'BD_CLIENT' ? addressOf({ path: 'clients' }) : BASE;
}

/** The entry of the menu that an address belongs to: its parent's, else that of its longest beginning. */
export function currentOf(
  pathname: string,
  menu: readonly (MenuLink | MenuGroup)[],
): MenuLink | undefined {
  const links = menu.flatMap((entry) => (entry.kind === 'link' ? [entry] : entry.links));
  const within = SCREENS.find(
    (screen) => screen.within !== undefined && matchPath(addressOf(screen), pathname),
  )?.within;
  if (within !== undefined) {
    const parent = addressOf({ path: within });
    return links.find(({ to }) => to === parent);
  }
  return links
    .filter(({ to }) => pathname === to || (to !== BASE && pathname.startsWith(`${to}/`)))
    .sort((a, b) => b.to.length - a.to.length)[0];
}
