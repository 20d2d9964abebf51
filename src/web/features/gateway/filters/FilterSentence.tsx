import Box from '@mui/material/Box';
import { createContext, use } from 'react';
import type { FilterFacts } from '../routes/laneChanges.ts';
import { lowered, useFilterWords } from '../../../parts/filters/useFilterWords.ts';

/** True while a page shows regular expressions beside their sentences. */
export const ExpressionsShown = createContext(false);

/** A filter in words; its expression where there are no words for it, or where the person wants to see it. */
export function FilterSentence({
  filter,
  struck,
  isContinued,
}: {
  filter: FilterFacts;
  struck?: boolean;
  /** True after a word of the same sentence. */
  isContinued?: boolean;
}) {
  const shown = use(ExpressionsShown);
  const { text, expression, isOpaque } = useFilterWords()(filter);
  return (
    <Box
      component={struck ? 's' : 'span'}
      sx={{ overflowWrap: 'anywhere', ...(struck && { color: 'text.secondary' }) }}
    >
      {isContinued ? lowered(text) : text}
      {expression !== undefined && (isOpaque || shown) && (
        <>
          {' '}
          <Expression>{expression}</Expression>
        </>
      )}
    </Box>
  );
}

export function Expression({ children }: { children: string }) {
  return (
    <Box
      component="code"
      sx={(theme) => ({
        px: 1,
        borderRadius: '4px',
        fontSize: '0.92em',
        overflowWrap: 'anywhere',
        backgroundColor: theme.vars?.palette.surface.sunken,
        border: `1px solid ${theme.vars?.palette.divider}`,
      })}
    >
      {children}
    </Box>
  );
}
