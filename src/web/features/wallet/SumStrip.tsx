import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { messageOf } from '../../api/call.ts';
import { SideScroll } from '../../ui/page/layout.tsx';
import { Section } from '../../ui/page/Page.tsx';

/**
 * Sums of months or days side by side, the present first. They scroll where they do not fit, and have their
 * space while they load.
 */
export function SumStrip({
  title,
  columns,
  least,
  error,
}: {
  title: string;
  columns: readonly { key: string; name: string; content: ReactNode }[] | undefined;
  /** The width in pixels that a column has at least. */
  least: number;
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
        <SideScroll isContainer role="group" aria-label={title}>
          <Box
            component="ul"
            sx={(theme) => ({
              m: 0,
              p: 0,
              px: { xs: 4, sm: 5 },
              pb: 4,
              listStyle: 'none',
              display: 'grid',
              gridAutoFlow: 'column',
              // Several are at most as wide as six are; a lone one has the whole card.
              gridAutoColumns:
                columns.length === 1 ? 'minmax(0, 1fr)' : `minmax(${least}px, 220px)`,
              minHeight: 72,
              columnGap: 4,
              '& > li + li': { borderLeft: `1px solid ${theme.vars?.palette.divider}`, pl: 4 },
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
        </SideScroll>
      )}
    </Section>
  );
}
