import BackIcon from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { useTranslation } from 'react-i18next';
import { useBrandName, useDocumentTitle } from '../../api/host.ts';
import { SHELL } from '../theme/tokens.ts';
import { type Crumb, useTrail } from './trail.ts';

type Props = {
  title: string;
  /** The part of the page that is shown, for the title of the document. */
  part?: string;
  purpose?: ReactNode;
  actions?: ReactNode;
  /** The screen above this one, where the menu's entry is not the nearest. */
  back?: Crumb;
  /** False where the screens above are the page's own parts. */
  hasTrail?: boolean;
  aside?: ReactNode;
  children: ReactNode;
};

const COLUMN = { display: 'flex', flexDirection: 'column' } as const;

/** One screen: title, purpose in one line, actions at the top right, content. */
export function Page({
  title,
  part,
  purpose,
  actions,
  back,
  hasTrail = true,
  aside,
  children,
}: Props) {
  const brand = useBrandName();
  useDocumentTitle([part, title, brand].filter((each) => each !== undefined).join(' · '));
  return (
    <Box
      sx={{
        px: { xs: 4, sm: 6 },
        pt: { xs: 5, sm: 6 },
        pb: 12,
        maxWidth: 1440,
        mx: 'auto',
        // The bar of a short form is at the window's foot too, not somewhere in the page.
        '&:has(> * > .action-bar)': {
          boxSizing: 'border-box',
          minHeight: `calc(100dvh - ${SHELL.topBar}px - var(--bottom-bar, 0px))`,
          ...COLUMN,
          '& > :has(> .action-bar)': { flex: 1, rowGap: 5, ...COLUMN },
          '& .action-bar': { mt: 'auto' },
        },
      }}
    >
      {hasTrail && <Trail parent={back} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'flex-start', mb: 5 }}>
        <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
            <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
              {title}
            </Typography>
            {aside}
          </Box>
          {purpose && (
            <Typography color="textSecondary" component="div" sx={{ mt: 1 }}>
              {purpose}
            </Typography>
          )}
        </Box>
        {actions && <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>{actions}</Box>}
      </Box>
      {children}
    </Box>
  );
}

/** The way back to the screens above; the title below is its end. */
function Trail({ parent }: { parent: Crumb | undefined }) {
  const { t } = useTranslation();
  const crumbs = useTrail(parent);
  if (crumbs.length === 0) return null;
  return (
    <Box component="nav" aria-label={t('common.trail')} sx={{ mb: 1.5 }}>
      <Box
        component="ol"
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', columnGap: 2 }}
      >
        {crumbs.map(({ to, label }, at) => (
          <Typography
            key={to}
            component="li"
            variant="body2"
            color="textSecondary"
            sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}
          >
            {at > 0 && (
              <Box component="span" aria-hidden="true" sx={{ opacity: 0.6 }}>
                {'/'}
              </Box>
            )}
            <Link
              component={RouterLink}
              to={to}
              color="textSecondary"
              noWrap
              sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}
            >
              {at === 0 && <BackIcon aria-hidden="true" sx={{ fontSize: 16, ml: '-2px' }} />}
              {label}
            </Link>
          </Typography>
        ))}
      </Box>
    </Box>
  );
}

/** A titled part of a page. */
export function Section({
  title,
  action,
  children,
  flush,
}: {
  title?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
  flush?: boolean;
}) {
  return (
    <Box
      component="section"
      sx={(theme) => ({
        backgroundColor: theme.vars?.palette.background.paper,
        border: `1px solid ${theme.vars?.palette.divider}`,
        borderRadius: 'var(--corner-card)',
        overflow: 'hidden',
      })}
    >
      {title !== undefined && (
        <Box
          sx={{
            px: { xs: 4, sm: 5 },
            pt: 4,
            pb: flush ? 3 : 0,
            display: 'flex',
            alignItems: 'center',
            gap: 3,
            justifyContent: 'space-between',
            flexWrap: 'wrap',
          }}
        >
          <Typography variant="h2">{title}</Typography>
          {action}
        </Box>
      )}
      <Box
        sx={flush ? {} : { p: { xs: 4, sm: 5 }, pt: title === undefined ? { xs: 4, sm: 5 } : 3 }}
      >
        {children}
      </Box>
    </Box>
  );
}

/** Names and values, side by side where there is room. */
export function Facts({
  rows,
  isPaired = false,
}: {
  rows: readonly (readonly [string, ReactNode] | null)[];
  /** Two facts in a line on a wide screen: for a part as wide as the page. */
  isPaired?: boolean;
}) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        // A long name wraps rather than take the room of the values.
        gridTemplateColumns: {
          xs: 'fit-content(45%) minmax(0, 1fr)',
          ...(isPaired && { md: 'repeat(2, fit-content(22%) minmax(0, 1fr))' }),
        },
        columnGap: 5,
        rowGap: 2.5,
        fontSize: 13,
        lineHeight: '18px',
      }}
    >
      {rows
        .filter((row) => row !== null)
        .map(([name, value]) => (
          <Box key={name} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="body2" color="textSecondary" sx={{ minWidth: 110 }}>
              {name}
            </Typography>
            <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {value}
            </Box>
          </Box>
        ))}
    </Box>
  );
}
