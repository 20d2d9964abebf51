import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

export type Named = { readonly clientId: string; readonly clientName: string };

/** A client of a list on the home, with one fact and the action that it asks for. */
export function ClientRow({
  client: { clientId, clientName },
  about,
  children,
}: {
  client: Named;
  about: string;
  children?: ReactNode;
}) {
  return (
    <Box
      component="li"
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        columnGap: 3,
        rowGap: 1,
        px: { xs: 4, sm: 5 },
        py: 2,
        minHeight: 52,
        boxSizing: 'border-box',
        borderTop: `1px solid ${theme.vars?.palette.divider}`,
      })}
    >
      <Box sx={{ flex: '1 1 120px', minWidth: 0 }}>
        <Link
          component={RouterLink}
          to={`/dashboard/clients/view/${clientId}`}
          noWrap
          sx={{ display: 'block' }}
        >
          {clientName}
        </Link>
        <Typography variant="caption" component="p" color="textSecondary" noWrap>
          {about}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}
