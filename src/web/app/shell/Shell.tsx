import HelpIcon from '@mui/icons-material/HelpOutlineOutlined';
import MenuIcon from '@mui/icons-material/MenuOutlined';
import SandboxIcon from '@mui/icons-material/ScienceOutlined';
import AppBar from '@mui/material/AppBar';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Toolbar from '@mui/material/Toolbar';
import Tooltip from '@mui/material/Tooltip';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  Link as RouterLink,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
} from 'react-router';
import { useMe } from '../../parts/queries.ts';
import { manualAddress } from '../manual.ts';
import { homeOf } from '../menu.ts';
import { LanguageMenu } from '../../ui/LanguageMenu.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { SchemeMenu } from '../../ui/SchemeMenu.tsx';
import { SHELL } from '../../ui/tokens.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { ACTING_BANNER } from '../../ui/stickyTop.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { ActingBanner } from './ActingBanner.tsx';
import { IdleSession } from './IdleSession.tsx';
import { RestorationBanner } from './RestorationBanner.tsx';
import { Sidebar } from './Sidebar.tsx';

/** The frame of every screen: top bar, menu drawer, and a notice in a sandbox. */
export function Shell() {
  const { t } = useTranslation();
  const me = useMe();
  const narrow = useMediaQuery(`(max-width: ${SHELL.narrow - 0.02}px)`);
  // A window that becomes narrow must not find the menu over its page: each width has its own state.
  const [isBeside, setBeside] = useState(() => window.innerWidth > SHELL.openAbove);
  const [isOver, setOver] = useState(false);
  const [open, setOpen] = narrow ? [isOver, setOver] : [isBeside, setBeside];
  const { pathname } = useLocation();
  const loading = useNavigation().state !== 'idle';
  const main = useRef<HTMLElement>(null);
  const arrived = useRef(pathname);

  // A drawer over the page closes when a screen is chosen, and focus moves to the start of the screen for screen readers.
  useEffect(() => {
    if (arrived.current === pathname) return;
    arrived.current = pathname;
    setOver(false);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <Box sx={{ minHeight: '100dvh' }}>
      <Link
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
        sx={(theme) => ({
          position: 'fixed',
          top: -60,
          left: 16,
          zIndex: theme.zIndex.tooltip,
          px: 4,
          py: 2,
          backgroundColor: theme.vars?.palette.background.paper,
          '&:focus': { top: 14 },
        })}
      >
        {t('common.skip')}
      </Link>
      <AppBar
        position="fixed"
        sx={{ zIndex: (theme) => ({ xs: theme.zIndex.appBar, md: theme.zIndex.drawer + 1 }) }}
      >
        <Toolbar
          disableGutters
          sx={{
            height: SHELL.topBar,
            minHeight: `${SHELL.topBar}px !important`,
            px: { xs: 2, sm: 4 },
            gap: { xs: 0.5, sm: 2 },
          }}
        >
          <IconButton
            aria-label={open ? t('shell.closeMenu') : t('shell.openMenu')}
            aria-expanded={open}
            aria-controls="drawer"
            onClick={() => setOpen(!open)}
          >
            <MenuIcon sx={{ fontSize: 22 }} />
          </IconButton>
          <Link
            component={RouterLink}
            to={homeOf(me.clientAccessLevel)}
            aria-label={t('shell.home')}
            sx={{ p: 1, mr: 'auto' }}
          >
            <Logo height={28} clientLogo={me.clientBrandLogo} />
          </Link>
          <Tooltip title={t('shell.help')}>
            <IconButton
              component="a"
              href={manualAddress(pathname, currentLanguage())}
              target="_blank"
              rel="noopener"
              aria-label={t('shell.help')}
            >
              <HelpIcon sx={{ fontSize: 22 }} />
            </IconButton>
          </Tooltip>
          <LanguageMenu />
          <SchemeMenu />
          <AccountMenu me={me} />
        </Toolbar>
        {loading && (
          <LinearProgress
            aria-label={t('loading')}
            sx={{ position: 'absolute', left: 0, right: 0, bottom: -1, height: 2 }}
          />
        )}
      </AppBar>
      <Drawer
        id="drawer"
        key={narrow ? 'over' : 'beside'}
        variant={narrow ? 'temporary' : 'persistent'}
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{
          paper: {
            ...(narrow ? { 'aria-label': t('shell.sidebar') } : {}),
            sx: {
              width: SHELL.drawer,
              maxWidth: '86vw',
              top: { md: SHELL.topBar },
              height: { xs: '100%', md: `calc(100% - ${SHELL.topBar}px)` },
            },
          },
        }}
      >
        <Sidebar me={me} onClose={narrow ? () => setOpen(false) : undefined} />
      </Drawer>
      <Box
        component="main"
        id="content"
        ref={main}
        tabIndex={-1}
        sx={(theme) => ({
          ...(me.impersonated && { '--sticky-top': `${SHELL.topBar + ACTING_BANNER}px` }),
          pt: `${SHELL.topBar}px`,
          minWidth: 0,
          outline: 'none',
          ml: { md: open ? `${SHELL.drawer}px` : 0 },
          transition: theme.transitions.create('margin', {
            duration: open
              ? theme.transitions.duration.enteringScreen
              : theme.transitions.duration.leavingScreen,
          }),
        })}
      >
        <ActingBanner me={me} />
        <RestorationBanner me={me} />
        {me.sandbox && (
          <Box
            role="note"
            sx={(theme) => ({
              display: 'flex',
              gap: 2,
              alignItems: 'center',
              px: { xs: 4, sm: 6 },
              py: 2,
              fontSize: 13,
              lineHeight: '18px',
              color: theme.vars?.palette.tone.info.text,
              backgroundColor: theme.vars?.palette.tone.info.ground,
              borderBottom: `1px solid ${theme.vars?.palette.divider}`,
            })}
          >
            <SandboxIcon sx={{ fontSize: 18 }} aria-hidden="true" />
            <span>
              <b>{t('shell.sandbox')}</b>
              {` · ${t('shell.sandboxText')} `}
              <Link
                href="/sandbox"
                target="_blank"
                rel="noopener"
                color="inherit"
                underline="always"
                noWrap
              >
                {t('signIn.sandboxOpen')}
              </Link>
            </span>
          </Box>
        )}
        <Outlet />
      </Box>
      <ScrollRestoration />
      <IdleSession />
    </Box>
  );
}
