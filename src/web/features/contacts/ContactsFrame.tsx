import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { reachOf, type Permission } from '../../../contract/shared/roles.ts';
import { useMe } from '../../parts/queries.ts';
import { TabbedPage } from '../../ui/page/TabbedPage.tsx';

const TABS = [
  { name: 'groups', path: 'contact-groups', who: 'messaging.send' },
  { name: 'contacts', path: 'contacts', who: 'messaging.send' },
  { name: 'optOuts', path: 'contacts/opt-outs', who: 'messaging.send' },
  { name: 'consents', path: 'contacts/consents', who: 'messaging.send' },
  { name: 'blocked', path: 'contacts/blocked', who: 'platform.read' },
] as const satisfies readonly { name: string; path: string; who: Permission }[];

/** One of the lists of people, with the way to the others. */
export function ContactsFrame({
  tab,
  purpose,
  actions,
  children,
}: {
  tab: (typeof TABS)[number]['name'];
  purpose: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const me = useMe();
  const shown = TABS.filter(({ who }) => reachOf(me.clientAccessLevel, who) !== undefined);
  return (
    <TabbedPage
      title={t('contacts.title')}
      purpose={purpose}
      actions={actions}
      tabs={shown.map(({ name, path }) => ({
        name,
        label: t(`contacts.tabs.${name}`),
        to: `/dashboard/${path}`,
      }))}
      tab={tab}
      tabsLabel={t('contacts.parts')}
    >
      {children}
    </TabbedPage>
  );
}
