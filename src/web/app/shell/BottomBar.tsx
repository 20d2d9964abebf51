import HomeIcon from '@mui/icons-material/HomeOutlined';
import MoreIcon from '@mui/icons-material/MoreHorizOutlined';
import CampaignIcon from '@mui/icons-material/CampaignOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import type { ElementType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { SignedIn } from '../../../contract/api/auth.ts';
import { SHELL } from '../../ui/theme/tokens.ts';
import { homeOf } from '../menu.ts';
import { screensOf } from '../confinement.ts';
import { addressOf } from '../screens.tsx';

const SEND = '/dashboard/campaigns/send-sms';
const CAMPAIGNS = '/dashboard/campaigns';

const Place = styled(ButtonBase)(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  height: SHELL.bottomBar,
  flexDirection: 'column',
  gap: 2,
  fontSize: 12,
  lineHeight: '16px',
  color: theme.vars!.palette.text.secondary,
  '& svg': { fontSize: 22 },
  '&[aria-current=page]': { color: theme.vars!.palette.primary.main, fontWeight: 550 },
  '&:focus-visible': {
    outline: `2px solid ${theme.vars!.palette.primary.main}`,
    outlineOffset: -2,
  },
})) as typeof ButtonBase & ElementType;

/** On a phone, the screens that most people want under the thumb; the menu has the others. */
export function BottomBar({
  me,
  isMenuOpen,
  onMore,
}: {
  me: SignedIn;
  isMenuOpen: boolean;
  onMore(): void;
}) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const home = homeOf(me.clientAccessLevel);
  const open = new Set(screensOf(me.clientAccessLevel).map(addressOf));
  const places = [
    { to: home, label: t('shell.home'), icon: <HomeIcon /> },
    { to: SEND, label: t('shell.send'), icon: <SendIcon /> },
    { to: CAMPAIGNS, label: t('menu.campaigns'), icon: <CampaignIcon /> },
  ].filter(({ to }) => open.has(to));
  return (
    <Box
      component="nav"
      aria-label={t('shell.shortcuts')}
      sx={(theme) => ({
        display: { xs: 'flex', sm: 'none' },
        position: 'fixed',
        left: 0,
        right: 0,
        bottom: 0,
        zIndex: theme.zIndex.appBar,
        pb: 'env(safe-area-inset-bottom, 0px)',
        backgroundColor: theme.vars?.palette.chrome.bar,
        borderTop: `1px solid ${theme.vars?.palette.divider}`,
      })}
    >
      {places.map(({ to, label, icon }) => (
        <Place
          key={to}
          component={Link}
          to={to}
          aria-current={pathname === to ? 'page' : undefined}
        >
          {icon}
          {label}
        </Place>
      ))}
      <Place onClick={onMore} aria-expanded={isMenuOpen} aria-controls="drawer">
        <MoreIcon />
        {t('common.more')}
      </Place>
    </Box>
  );
}
