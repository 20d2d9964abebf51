import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import FormLabel from '@mui/material/FormLabel';
import { useId, type ReactNode } from 'react';
import { radioKeys } from '../../../ui/fields/radioKeys.ts';

/** One of a few looks, each with a small drawing. */
export function ChoiceTiles<Value extends string | number>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; drawing: ReactNode }[];
  onChange(value: Value): void;
}) {
  const id = useId();
  return (
    <Box>
      <FormLabel id={id} sx={{ display: 'block' }}>
        {label}
      </FormLabel>
      <Box
        role="radiogroup"
        aria-labelledby={id}
        onKeyDown={radioKeys}
        sx={{
          display: 'grid',
          gridTemplateColumns: {
            xs: 'repeat(auto-fill, minmax(92px, 1fr))',
            sm: `repeat(${options.length}, minmax(0, 1fr))`,
          },
          gap: 2,
        }}
      >
        {options.map((option) => {
          const chosen = option.value === value;
          return (
            <ButtonBase
              key={option.value}
              role="radio"
              aria-checked={chosen}
              tabIndex={chosen ? 0 : -1}
              onClick={() => onChange(option.value)}
              sx={(theme) => ({
                flexDirection: 'column',
                alignItems: 'stretch',
                gap: 1.5,
                p: 1.5,
                borderRadius: 'var(--corner)',
                fontSize: 13,
                lineHeight: '18px',
                fontWeight: chosen ? 600 : 400,
                // The second pixel is a shadow, so that nothing moves when the choice does.
                border: `1px solid ${chosen ? theme.vars?.palette.primary.main : theme.vars?.palette.surface.control}`,
                boxShadow: chosen ? `0 0 0 1px ${theme.vars?.palette.primary.main}` : 'none',
                '&:hover': { backgroundColor: theme.vars?.palette.surface.sunken },
                '&:focus-visible': {
                  outline: `2px solid ${theme.vars?.palette.primary.main}`,
                  outlineOffset: 2,
                },
              })}
            >
              <Box aria-hidden="true">{option.drawing}</Box>
              {option.label}
            </ButtonBase>
          );
        })}
      </Box>
    </Box>
  );
}
