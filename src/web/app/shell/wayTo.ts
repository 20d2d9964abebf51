import { Link } from 'react-router';
import { currentLanguage } from '../../i18n/i18n.ts';
import type { MenuLink } from '../menu.ts';

/** The address of an entry. */
export function wayTo({ to, opens }: MenuLink) {
  if (opens === undefined) return { component: Link, to };
  // A page of its own is an ordinary link, for the browser to follow.
  return {
    component: 'a',
    href: to.replace(':language', currentLanguage()),
    ...(opens === 'newTab' && { target: '_blank', rel: 'noopener' }),
  };
}
