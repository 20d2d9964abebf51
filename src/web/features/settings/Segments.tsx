import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { radioKeys } from '../../ui/fields/radioKeys.ts';

/** One of a few short words, side by side. */
export function Segments<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value | undefined;
  options: readonly { value: NoInfer<Value>; label: string }[];
  onChange(value: NoInfer<Value>): void;
}) {
  return (
    <Box
      role="radiogroup"
      onKeyDown={radioKeys}
      aria-label={label}
      sx={(theme) => ({
        display: 'inline-flex',
        border: `1px solid ${theme.vars?.palette.surface.control}`,
        borderRadius: 'var(--corner)',
        overflow: 'hidden',
      })}
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
              px: 3,
              minHeight: { xs: 40, sm: 32 },
              fontSize: 13,
              fontWeight: 550,
              color: chosen ? theme.vars?.palette.primary.main : theme.vars?.palette.text.secondary,
              backgroundColor: chosen ? theme.vars?.palette.surface.accent : 'transparent',
              '&:focus-visible': {
                outline: `2px solid ${theme.vars?.palette.primary.main}`,
                outlineOffset: -2,
              },
            })}
          >
            {option.label}
          </ButtonBase>
        );
      })}
    </Box>
  );
}
