import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { type FieldDescription } from '../../../../contract/api/connector-fields.ts';

const SHORT_TYPES: readonly FieldDescription['type'][] = [
  'number',
  'whole number',
  'choice',
  'yes or no',
];
const LONGEST_SHORT = 40;

/** True for a field that needs half the width: a number, a choice, a switch, a short text. */
const isShort = ({ name, type, longest = Number.POSITIVE_INFINITY }: FieldDescription) =>
  SHORT_TYPES.includes(type) ||
  name === 'host' ||
  type === 'secret' ||
  (type === 'text' && longest <= LONGEST_SHORT);

/** Short fields two side by side, the others over the whole width. */
export function FieldGrid({
  fields,
  draw,
}: {
  fields: readonly FieldDescription[];
  draw(field: FieldDescription): ReactNode;
}) {
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 4,
        rowGap: 5,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      {fields.map((field) => {
        const drawn = draw(field);
        return (
          drawn !== false && (
            <Box
              key={field.name}
              sx={{
                ...(!isShort(field) && { gridColumn: '1 / -1' }),
                // A switch aligns with the control of the field at its left, which has a label above.
                ...(field.type === 'yes or no' && { pt: { sm: 6 } }),
              }}
            >
              {drawn}
            </Box>
          )
        );
      })}
    </Box>
  );
}
