import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TabbedPage } from '../../ui/page/TabbedPage.tsx';

const TABS = [
  { name: 'rules', path: 'sender-ids/rules' },
  { name: 'protected', path: 'sender-ids/protected' },
] as const;

/** The tabs of rules that decide whether a name is available. */
export function RulesFrame({
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
  return (
    <TabbedPage
      title={t('senders.rulesOf')}
      purpose={purpose}
      actions={actions}
      back={{ to: '/dashboard/sender-ids', label: t('senders.back') }}
      tabs={TABS.map(({ name, path }) => ({
        name,
        label: t(name === 'rules' ? 'senders.rulesTitle' : 'senders.protected.title'),
        to: `/dashboard/${path}`,
      }))}
      tab={tab}
      tabsLabel={t('senders.rulesParts')}
    >
      {children}
    </TabbedPage>
  );
}
