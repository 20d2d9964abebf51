import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { Measures } from '../../../contract/api/statistics.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { OutcomeDot } from './OutcomeBar.tsx';
import { countOf, OUTCOMES, type Outcome } from './outcomes.ts';

/**
 * The legend of outcomes, each with its figure and share; absent ones are left out.
 * @param line the name of the line over the columns
 */
export function OutcomeLegend({
  totals,
  to,
  line,
}: {
  totals: Measures;
  line?: string;
  to?: ((outcome: Outcome) => string) | undefined;
}) {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 5,
        rowGap: 2,
      }}
    >
      {OUTCOMES.map((outcome) => ({ outcome, count: countOf(outcome, totals) }))
        .filter(({ count }) => count > 0)
        .map(({ outcome, count }) => {
          const name = t(`charts.outcome.${outcome.outcome}`);
          return (
            <Box
              component="li"
              key={outcome.outcome}
              sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}
            >
              <OutcomeDot tone={outcome.tone} />
              <Typography variant="body2" component="span">
                {to ? (
                  <Link component={RouterLink} to={to(outcome)} color="textPrimary">
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </Typography>
              <Typography
                variant="body2"
                component="span"
                sx={{ fontVariantNumeric: 'tabular-nums' }}
              >
                {number(count)}
                <Box component="span" sx={{ color: 'text.secondary', ml: 1.5 }}>
                  {percent(count / Math.max(1, totals.messages))}
                </Box>
              </Typography>
            </Box>
          );
        })}
      {line !== undefined && (
        <Box component="li" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}>
          <Box
            aria-hidden="true"
            sx={{ width: 14, borderTop: '2px solid', borderColor: 'text.primary' }}
          />
          <Typography variant="body2" component="span">
            {line}
          </Typography>
        </Box>
      )}
    </Box>
  );
}
