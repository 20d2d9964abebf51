import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionBar } from '../../ui/page/ActionBar.tsx';
import { Page, Section } from '../../ui/page/Page.tsx';
import { StatusChip } from '../../ui/figures/StatusChip.tsx';
import { Tables } from './Tables.tsx';
import { Buttons, Type, Figures, Chips, Alerts, Texts } from './TextParts.tsx';
import { Fields, Choices, Filters, Menus } from './FormParts.tsx';
import { Dialogs, Progress, States, Pictures } from './StateParts.tsx';
import { Rows } from '../../ui/page/layout.tsx';

/** Every part of the kit in every state, for looking at and for the accessibility check. No menu leads here. */
export function Gallery() {
  const { t } = useTranslation();
  return (
    <Page
      title={location.pathname}
      purpose={t('product.tagline')}
      back={{ to: '/dashboard', label: t('common.back') }}
      aside={<StatusChip status="ACTIVE" />}
      actions={<Button variant="contained">{t('common.next')}</Button>}
    >
      <Rows isFluid>
        {PARTS.map(([name, Part]) => (
          <Section key={name} title={name}>
            <Part />
          </Section>
        ))}
      </Rows>
      <ActionBar note={t('settings.allSaved')}>
        <Button variant="outlined" color="inherit">
          {t('common.cancel')}
        </Button>
        <Button variant="contained">{t('clients.save')}</Button>
      </ActionBar>
    </Page>
  );
}

const PARTS: readonly (readonly [string, () => ReactNode])[] = [
  ['Button', Buttons],
  ['Type', Type],
  ['Figures', Figures],
  ['StatusChip', Chips],
  ['Alert', Alerts],
  ['Field', Fields],
  ['Choice', Choices],
  ['Filter', Filters],
  ['Menu', Menus],
  ['Dialog, Toast', Dialogs],
  ['Progress', Progress],
  ['State', States],
  ['Logo, ClientAvatar', Pictures],
  ['Text', Texts],
  ['DataTable', Tables],
];
