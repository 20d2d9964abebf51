import LaterIcon from '@mui/icons-material/ConstructionOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link, matchPath, useLocation } from 'react-router';
import { useMe } from '../api.ts';
import { addressOf, homeOf, screensOf } from '../screens.tsx';
import { Page, Section } from '../ui/Page.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Stands for every entry of the menu whose own screen this version does not have. */
export function Screen() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const role = useMe().clientAccessLevel;
  const screens = screensOf(role);
  const here = screens.find((screen) => matchPath(addressOf(screen), pathname));
  const entry = here?.menu ?? screens.find(({ path }) => path === here?.within)?.menu;
  const label = entry?.mine && role !== 'ADMINISTRATOR' ? entry.mine : entry?.label;
  const name = label ? t(`menu.${label}`) : t('later.screen');
  const home = homeOf(role);
  return (
    <Page title={name}>
      <Section>
        <EmptyState
          icon={<LaterIcon />} title={t('later.title', { name })} text={t('later.text')}
          action={home !== pathname && <Button variant="outlined" color="inherit" component={Link} to={home}>{t('later.home')}</Button>}
        />
      </Section>
    </Page>
  );
}
