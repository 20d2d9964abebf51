import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { SignedIn } from '../../../contract/api/auth.ts';
import { VERSION } from '../../../contract/shared/version.ts';
import { Logo } from '../../ui/theme/Logo.tsx';
import { currentOf } from '../menu.ts';
import { AccountCard } from './AccountCard.tsx';
import { MenuEntries } from './MenuEntries.tsx';
import { MenuRail } from './MenuRail.tsx';
import { useMenu } from './useMenu.ts';

/** The signed-in account, its balance and its menu; as a rail, the icons of the menu alone. */
export function Sidebar({
  me,
  isRail = false,
  here: shownAs,
  onClose,
}: {
  me: SignedIn;
  isRail?: boolean;
  /** The entry to mark, where it is not that of the address. */
  here?: string;
  onClose?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const menu = useMenu(me);
  const { pathname } = useLocation();
  const here = shownAs ?? currentOf(pathname, menu)?.to;
  return (
    <Box
      component="aside"
      aria-label={t('shell.sidebar')}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, height: '100%' }}
    >
      {onClose && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            px: 4,
            pt: 4,
          }}
        >
          <Logo height={26} clientLogo={me.clientBrandLogo} onMenu />
          <IconButton aria-label={t('shell.closeMenu')} onClick={onClose} sx={{ color: 'inherit' }}>
            <CloseIcon />
          </IconButton>
        </Box>
      )}
      {!isRail && <AccountCard me={me} />}
      <Box
        component="nav"
        aria-label={t('shell.menu')}
        sx={{
          flex: 1,
          overflowX: 'hidden',
          overflowY: 'auto',
          px: 3,
          pt: isRail ? 3 : 0,
          pb: 4,
        }}
      >
        {isRail ? <MenuRail menu={menu} here={here} /> : <MenuEntries menu={menu} here={here} />}
      </Box>
      {!isRail && (
        <Typography
          variant="caption"
          component="p"
          sx={(theme) => ({
            px: 5.5,
            py: 2,
            color: theme.vars?.palette.chrome.quiet,
            borderTop: `1px solid ${theme.vars?.palette.chrome.line}`,
          })}
        >
          {t('shell.version', { version: VERSION })}
        </Typography>
      )}
    </Box>
  );
}
