import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { messageOf } from '../../api/call.ts';
import { Section } from '../../ui/Page.tsx';

const HIDDEN = { display: 'none' };

/** Sums of months or days side by side, the present first. It shows as many as fit, and reserves their space while they load. */
export function SumStrip({
  title,
  columns,
  error,
}: {
  title: string;
  columns: readonly { key: string; name: string; content: ReactNode }[] | undefined;
  error: Error | null;
}) {
  return (
    <Section title={title} flush>
      {columns === undefined ? (
        <Box sx={{ px: { xs: 4, sm: 5 }, pb: 4 }}>
          {error === null ? (
            <Skeleton variant="rounded" height={72} />
          ) : (
            <Typography color="textSecondary">{messageOf(error)}</Typography>
          )}
        </Box>
      ) : (
        <Box sx={{ containerType: 'inline-size', pb: 4 }}>
          <Box
            component="ul"
            sx={(theme) => ({
              m: 0,
              p: 0,
              px: { xs: 4, sm: 5 },
              listStyle: 'none',
              display: 'grid',
              gridAutoFlow: 'column',
              // Several are at most as wide as six are; a lone one has the whole card.
              gridAutoColumns: columns.length === 1 ? 'minmax(0, 1fr)' : 'minmax(0, 220px)',
              minHeight: 72,
              columnGap: 4,
              '& > li + li': { borderLeft: `1px solid ${theme.vars?.palette.divider}`, pl: 4 },
              '@container (max-width: 900px)': { '& > :nth-of-type(n + 5)': HIDDEN },
              '@container (max-width: 640px)': { '& > :nth-of-type(n + 4)': HIDDEN },
              '@container (max-width: 440px)': { '& > :nth-of-type(n + 3)': HIDDEN },
            })}
          >
            {columns.map(({ key, name, content }) => (
              <Box key={key} component="li" sx={{ minWidth: 0 }}>
                <Typography variant="body2" component="h3" sx={{ fontWeight: 550, mb: 1 }}>
                  {name}
                </Typography>
                {content}
              </Box>
            ))}
          </Box>
        </Box>
      )}
    </Section>
  );
}
