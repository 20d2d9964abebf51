import HelpIcon from '@mui/icons-material/HelpOutlineOutlined';
import MenuIcon from '@mui/icons-material/MenuOutlined';
import AppBar from '@mui/material/AppBar';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Toolbar from '@mui/material/Toolbar';
import Tooltip from '@mui/material/Tooltip';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  Link as RouterLink,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useNavigationType,
} from 'react-router';
import { reachOf } from '../../../contract/shared/roles.ts';
import { PreviewedScreens } from '../../parts/previewedScreens.ts';
import { useMe } from '../../parts/queries.ts';
import { prepareScreens } from '../load-screen.ts';
import { manualAddress } from '../manual.ts';
import { currentOf, homeOf } from '../menu.ts';
import { LanguageMenu } from '../../ui/theme/LanguageMenu.tsx';
import { Logo } from '../../ui/theme/Logo.tsx';
import { SchemeMenu } from '../../ui/theme/SchemeMenu.tsx';
import { SHELL } from '../../ui/theme/tokens.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { UsualRowHeight } from '../../ui/data-table/rowHeight.ts';
import { ACTING_BANNER } from '../../ui/page/stickyTop.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { useStored } from '../../ui/data-table/useStored.ts';
import { MenuCrumb } from '../../ui/page/trail.ts';
import { ActingBanner } from './ActingBanner.tsx';
import { BottomBar } from './BottomBar.tsx';
import { IdleSession } from './IdleSession.tsx';
import { RestorationBanner } from './RestorationBanner.tsx';
import { SandboxChip } from './SandboxChip.tsx';
import { SearchButton } from './SearchButton.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useMenu } from './useMenu.ts';
import { useKeys } from './useKeys.ts';

/** Left out on the smallest phones; the settings have it too. */
const NOT_ON_SMALLEST = { '@media (max-width: 359.95px)': { display: 'none' } };

const Palette = lazy(async () => ({ default: (await import('./palette/Palette.tsx')).Palette }));
const KeyHelp = lazy(async () => ({ default: (await import('./KeyHelp.tsx')).KeyHelp }));

/** Loaded where a brand is edited. */
const PREVIEWED = {
  Portal: lazy(async () => ({ default: (await import('./PortalPreview.tsx')).PortalPreview })),
};

/** The name under which this browser keeps that the menu is a rail. */
const FOLDED = 'menu.folded';

/** The transition of the menu: longer on the way in. */
const moved = ({ transitions }: Theme, property: string, isOpen: boolean) =>
  transitions.create(property, {
    duration: isOpen ? transitions.duration.enteringScreen : transitions.duration.leavingScreen,
  });

/** The frame of every screen: top bar with search, menu drawer, palette and keys. */
export function Shell() {
  const { t } = useTranslation();
  const me = useMe();
  const narrow = useMediaQuery(`(max-width: ${SHELL.narrow - 0.02}px)`);
  // A window that becomes narrow must not find the menu over its page: each width has its own state.
  const [folded, storeFolded] = useStored(FOLDED);
  const isBeside = folded !== true;
  // Between the two widths it lies over the page at the start.
  const [isOver, setOver] = useState(
    () => window.innerWidth > SHELL.openAbove && window.innerWidth < SHELL.narrow,
  );
  const open = narrow ? isOver : isBeside;
  const setOpen = (next: boolean) =>
    narrow ? setOver(next) : storeFolded(next ? undefined : true);
  const { pathname } = useLocation();
  const entry = currentOf(pathname, useMenu(me));
  const loading = useNavigation().state !== 'idle';
  const isOperator = reachOf(me.clientAccessLevel, 'platform.read') !== undefined;
  const [overlay, setOverlay] = useState<'palette' | 'keys' | null>(null);
  const closeOverlay = useCallback(() => setOverlay(null), []);
  useKeys({
    openPalette: useCallback(() => setOverlay('palette'), []),
    openHelp: useCallback(() => setOverlay('keys'), []),
    canSend: reachOf(me.clientAccessLevel, 'messaging.send') !== undefined,
  });
  const crumb =
    entry === undefined || entry.to === pathname
      ? null
      : { to: entry.to, label: t(`menu.${entry.label}`) };
  useEffect(prepareScreens, []);
  const main = useRef<HTMLElement>(null);
  const arrived = useRef(pathname);
  // Nobody chose the screen that an address leads on to, such as the start of a role.
  const isRedirect = useNavigationType() === 'REPLACE';

  // A drawer over the page closes when a screen is chosen, and focus moves to the start of the screen for screen readers.
  useEffect(() => {
    if (arrived.current === pathname) return;
    arrived.current = pathname;
    if (!isRedirect) setOver(false);
    main.current?.focus({ preventScroll: true });
  }, [pathname, isRedirect]);

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
            sx={{ p: 1 }}
          >
            <Logo height={28} clientLogo={me.clientBrandLogo} />
          </Link>
          {me.sandbox && <SandboxChip />}
          <Box sx={{ flex: 1, display: 'flex', justifyContent: 'center', minWidth: 0 }}>
            <SearchButton onClick={() => setOverlay('palette')} />
          </Box>
          <Tooltip title={t('shell.help')}>
            <IconButton
              component="a"
              href={manualAddress(pathname, currentLanguage())}
              target="_blank"
              rel="noopener"
              aria-label={t('shell.help')}
              // The menu leads to the manual as well; a phone has no room for both.
              sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
            >
              <HelpIcon sx={{ fontSize: 22 }} />
            </IconButton>
          </Tooltip>
          <LanguageMenu />
          <Box component="span" sx={NOT_ON_SMALLEST}>
            <SchemeMenu />
          </Box>
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
        variant={narrow ? 'temporary' : 'permanent'}
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{
          paper: {
            ...(narrow ? { 'aria-label': t('shell.sidebar') } : {}),
            sx: (theme) => ({
              width: narrow || open ? SHELL.drawer : SHELL.rail,
              maxWidth: '86vw',
              top: { md: SHELL.topBar },
              height: { xs: '100%', md: `calc(100% - ${SHELL.topBar}px)` },
              color: theme.vars?.palette.chrome.text,
              backgroundColor: theme.vars?.palette.chrome.ground,
              borderColor: theme.vars?.palette.chrome.line,
              overflowX: 'hidden',
              ...(!narrow && { transition: moved(theme, 'width', open) }),
            }),
          },
        }}
      >
        <Sidebar
          me={me}
          isRail={!narrow && !open}
          onClose={narrow ? () => setOpen(false) : undefined}
        />
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
          ml: { md: `${open ? SHELL.drawer : SHELL.rail}px` },
          transition: moved(theme, 'margin', open),
          '--bottom-bar': {
            xs: `calc(${SHELL.bottomBar + 1}px + env(safe-area-inset-bottom, 0px))`,
            sm: '0px',
          },
          pb: 'var(--bottom-bar)',
        })}
      >
        <ActingBanner me={me} />
        <RestorationBanner me={me} />
        {/* Operators watch many rows; everybody else reads few. */}
        <UsualRowHeight value={isOperator ? 'low' : 'high'}>
          <MenuCrumb value={crumb}>
            <PreviewedScreens value={PREVIEWED}>
              <Outlet />
            </PreviewedScreens>
          </MenuCrumb>
        </UsualRowHeight>
      </Box>
      <BottomBar me={me} isMenuOpen={narrow && open} onMore={() => setOpen(!open)} />
      <ScrollRestoration />
      <Suspense>
        {overlay === 'palette' && <Palette me={me} onClose={closeOverlay} />}
        {overlay === 'keys' && <KeyHelp onClose={closeOverlay} />}
      </Suspense>
      <IdleSession />
    </Box>
  );
}
