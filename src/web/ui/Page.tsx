import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import BackIcon from '@mui/icons-material/ArrowBack';
import Typography from '@mui/material/Typography';
import { useEffect, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { useBrandName } from '../api/host.ts';

type Props = {
  title: string;
  purpose?: ReactNode;
  actions?: ReactNode;
  back?: { to: string; label: string };
  aside?: ReactNode;
  children: ReactNode;
};

/** One screen: title, purpose in one line, actions at the top right, content. */
export function Page({ title, purpose, actions, back, aside, children }: Props) {
  const brand = useBrandName();
  useEffect(() => {
    document.title = `${title} · ${brand}`;
  }, [title, brand]);
  return (
    <Box sx={{ px: { xs: 4, sm: 6 }, pt: { xs: 5, sm: 6 }, pb: 12, maxWidth: 1440, mx: 'auto' }}>
      {back && (
        <Link
          component={RouterLink}
          to={back.to}
          color="textSecondary"
          variant="body2"
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, mb: 2 }}
        >
          <BackIcon sx={{ fontSize: 16 }} />
          {back.label}
        </Link>
      )}
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
        borderRadius: '10px',
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
export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode] | null)[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'minmax(110px, auto) minmax(0, 1fr)',
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
            <Typography component="dt" variant="body2" color="textSecondary">
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
