import MenuIcon from '@mui/icons-material/MenuOutlined';
import AppBar from '@mui/material/AppBar';
import Box from '@mui/material/Box';
import Toolbar from '@mui/material/Toolbar';
import { lazy, Suspense } from 'react';
import { ClientAvatar } from '../../parts/clients/ClientAvatar.tsx';
import { useMe } from '../../parts/queries.ts';
import { Logo } from '../../ui/theme/Logo.tsx';
import { SHELL } from '../../ui/theme/tokens.ts';
import { MenuCrumb } from '../../ui/page/trail.ts';
import { homeOf } from '../menu.ts';
import { BottomBar } from './BottomBar.tsx';
import { SearchButton } from './SearchButton.tsx';
import { Sidebar } from './Sidebar.tsx';

// The screen that the menu opens is the same script.
const Dashboard = lazy(async () => ({
  default: (await import('../../features/dashboard/Dashboard.tsx')).Dashboard,
}));

/** The portal as a brand would have it: bar, menu and the account's own dashboard, to look at only. */
export function PortalPreview() {
  const me = useMe();
  const nothing = () => undefined;
  return (
    <Box sx={{ minHeight: '100vh' }}>
      <AppBar position="fixed">
        <Toolbar
          disableGutters
          sx={{
            height: SHELL.topBar,
            minHeight: `${SHELL.topBar}px !important`,
            px: { xs: 2, sm: 4 },
            gap: { xs: 0.5, sm: 2 },
          }}
        >
          <MenuIcon sx={{ fontSize: 22, m: 2, color: 'text.secondary' }} />
          <Box sx={{ p: 1 }}>
            <Logo height={28} />
          </Box>
          <Box sx={{ flex: 1, display: 'flex', justifyContent: 'center', minWidth: 0 }}>
            <SearchButton onClick={nothing} />
          </Box>
          <ClientAvatar name={me.clientName} profileUrl={me.profileUrl} />
        </Toolbar>
      </AppBar>
      <Box
        sx={(theme) => ({
          display: { xs: 'none', md: 'block' },
          position: 'fixed',
          top: SHELL.topBar,
          bottom: 0,
          width: SHELL.drawer,
          color: theme.vars?.palette.chrome.text,
          backgroundColor: theme.vars?.palette.chrome.ground,
          borderRight: `1px solid ${theme.vars?.palette.chrome.line}`,
        })}
      >
        <Sidebar me={me} here={homeOf(me.clientAccessLevel)} />
      </Box>
      <Box sx={{ pt: `${SHELL.topBar}px`, ml: { md: `${SHELL.drawer}px` } }}>
        <MenuCrumb value={null}>
          <Suspense>
            <Dashboard />
          </Suspense>
        </MenuCrumb>
      </Box>
      <BottomBar me={me} isMenuOpen={false} onMore={nothing} />
    </Box>
  );
}
