import CloseIcon from '@mui/icons-material/Close';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import RefreshIcon from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import Collapse from '@mui/material/Collapse';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, matchPath, useLocation } from 'react-router';
import { auth, type SignedIn } from '../../../contract/api/auth.ts';
import { useGet } from '../../parts/queries.ts';
import { VERSION } from '../../../contract/shared/version.ts';
import { useHost } from '../../api/host.ts';
import { addressOf, BASE, SCREENS, SETTINGS } from '../screens.tsx';
import { isConfined } from '../confinement.ts';
import { menuOf, type MenuGroup, type MenuLink } from '../menu.ts';
import { useFormat } from '../../ui/figures.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { currentLanguage } from '../../i18n/i18n.ts';

/** The signed-in account, its balance and its menu. */
export function Sidebar({ me, onClose }: { me: SignedIn; onClose?: () => void }) {
  const { t } = useTranslation();
  const whole = menuOf(me.clientAccessLevel, useHost()?.apiDocumentationShown ?? true);
  const menu = isConfined(me)
    ? whole.filter((entry) => entry.kind === 'link' && entry.to === SETTINGS)
    : whole;
  const here = currentOf(useLocation().pathname, menu);
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
          <Logo height={26} clientLogo={me.clientBrandLogo} />
          <IconButton aria-label={t('shell.closeMenu')} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </Box>
      )}
      <Balance me={me} />
      <Box
        component="nav"
        aria-label={t('shell.menu')}
        sx={{ flex: 1, overflowY: 'auto', px: 3, pb: 4 }}
      >
        <List disablePadding sx={{ display: 'grid', gap: 0.5 }}>
          {menu.map((entry) =>
            entry.kind === 'link' ? (
              <li key={entry.to}>
                <Entry link={entry} here={here} />
              </li>
            ) : (
              <li key={entry.label}>
                <Group group={entry} here={here} />
              </li>
            ),
          )}
        </List>
      </Box>
      <Typography
        variant="caption"
        component="p"
        color="textSecondary"
        sx={(theme) => ({ px: 5.5, py: 3, borderTop: `1px solid ${theme.vars?.palette.divider}` })}
      >
        {t('shell.version', { version: VERSION })}
      </Typography>
    </Box>
  );
}

/** The entry whose address is the longest beginning of where one is, so that a campaign's page marks Campaigns. */
function currentOf(pathname: string, menu: readonly (MenuLink | MenuGroup)[]): string | undefined {
  const links = menu.flatMap((entry) => (entry.kind === 'link' ? [entry] : entry.links));
  const within = SCREENS.find(
    (screen) => screen.within !== undefined && matchPath(addressOf(screen), pathname),
  )?.within;
  if (within !== undefined) return addressOf({ path: within });
  return links
    .map(({ to }) => to)
    .filter((to) => pathname === to || (to !== BASE && pathname.startsWith(`${to}/`)))
    .sort((a, b) => b.length - a.length)[0];
}

function Balance({ me }: { me: SignedIn }) {
  const { t } = useTranslation();
  const { number, units } = useFormat();
  const { isFetching, refetch } = useGet(auth.me, {});
  const low = me.lowUnitsNotifyLevel > 0 && me.smsBalance < me.lowUnitsNotifyLevel;
  return (
    <Box
      sx={(theme) => ({
        m: 3,
        p: 3,
        pl: 4,
        borderRadius: '10px',
        border: `1px solid ${theme.vars?.palette.divider}`,
        backgroundColor: theme.vars?.palette.surface.sunken,
      })}
    >
      <Typography variant="subtitle1" component="p" noWrap title={me.clientName}>
        {me.clientName}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {t(`roles.${me.clientAccessLevel}`)}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'flex-end', justifyContent: 'space-between', mt: 3 }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="caption" component="p" color="textSecondary">
            {t('shell.balance')}
          </Typography>
          <Typography
            variant="subtitle1"
            component="p"
            aria-live="polite"
            title={units(me.smsBalance)}
            sx={{ fontSize: 18, lineHeight: '24px', color: low ? 'warning.main' : undefined }}
            noWrap
          >
            {number(me.smsBalance)}
            <Typography
              component="span"
              variant="body2"
              color="textSecondary"
            >{` ${t('shell.units', { count: me.smsBalance })}`}</Typography>
          </Typography>
        </Box>
        <Tooltip title={t('shell.refreshBalance')}>
          <IconButton
            size="small"
            aria-label={t('shell.refreshBalance')}
            onClick={() => void refetch()}
            sx={{
              '& svg': isFetching ? { animation: 'turn 0.8s linear infinite' } : {},
              '@keyframes turn': { to: { transform: 'rotate(360deg)' } },
            }}
          >
            <RefreshIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </Tooltip>
      </Box>
    </Box>
  );
}

function Entry({ link, here }: { link: MenuLink; here: string | undefined }) {
  const { t } = useTranslation();
  const Icon = link.icon;
  const selected = link.to === here;
  return (
    <ListItemButton
      {...wayTo(link)}
      selected={selected}
      aria-current={selected ? 'page' : undefined}
    >
      <ListItemIcon>
        <Icon sx={{ fontSize: 20 }} />
      </ListItemIcon>
      <ListItemText primary={t(`menu.${link.label}`)} />
    </ListItemButton>
  );
}

/** A page of its own is an ordinary link, for the browser to follow. */
function wayTo({ to, opens }: MenuLink) {
  if (opens === undefined) return { component: Link, to };
  return {
    component: 'a',
    href: to.replace(':language', currentLanguage()),
    ...(opens === 'newTab' && { target: '_blank', rel: 'noopener' }),
  };
}

function Group({ group, here }: { group: MenuGroup; here: string | undefined }) {
  const { t } = useTranslation();
  // The first group, where most work starts, and the current one are open until the person closes them.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? (group.label === 'messaging' || group.links.some(({ to }) => to === here));
  const Icon = group.icon;
  return (
    <>
      <ListItemButton onClick={() => setChosen(!open)} aria-expanded={open}>
        <ListItemIcon>
          <Icon sx={{ fontSize: 20 }} />
        </ListItemIcon>
        <ListItemText primary={t(`menu.${group.label}`)} />
        <ExpandIcon
          sx={(theme) => ({
            fontSize: 18,
            transform: open ? 'rotate(180deg)' : 'none',
            transition: theme.transitions.create('transform'),
          })}
        />
      </ListItemButton>
      <Collapse in={open}>
        <List
          disablePadding
          sx={(theme) => ({
            display: 'grid',
            gap: 0.5,
            ml: 4.75,
            pl: 1.75,
            my: 0.5,
            borderLeft: `1px solid ${theme.vars?.palette.divider}`,
          })}
        >
          {group.links.map((link) => (
            <li key={link.to}>
              <Entry link={link} here={here} />
            </li>
          ))}
        </List>
      </Collapse>
    </>
  );
}
