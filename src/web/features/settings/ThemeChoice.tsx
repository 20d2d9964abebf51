import DoneIcon from '@mui/icons-material/Done';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import FormLabel from '@mui/material/FormLabel';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { radioKeys } from '../../ui/fields/radioKeys.ts';
import { accentColours } from '../../ui/theme/palette.ts';
import type { Accent, Hex } from '../../ui/theme/tokens.ts';
import type { ThemeName } from '../../api/browser-storage.ts';

/** One of the themes, each by its colour and its name. */
export function ThemeChoice({
  label,
  names,
  accentOf,
  value,
  onChange,
}: {
  label: string;
  names: readonly ThemeName[];
  accentOf(name: ThemeName): Accent | Hex;
  value: ThemeName;
  onChange(theme: ThemeName): void;
}) {
  const { t } = useTranslation();
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
          gridTemplateColumns: 'repeat(auto-fill, minmax(118px, 1fr))',
          gap: 2,
        }}
      >
        {names.map((accent) => {
          const chosen = accent === value;
          const colours = accentColours(accentOf(accent));
          return (
            <ButtonBase
              key={accent}
              role="radio"
              aria-checked={chosen}
              tabIndex={chosen ? 0 : -1}
              onClick={() => onChange(accent)}
              sx={(theme) => ({
                justifyContent: 'flex-start',
                gap: 2,
                px: 2,
                minHeight: { xs: 44, sm: 36 },
                borderRadius: 'var(--corner)',
                fontSize: 13,
                fontWeight: chosen ? 600 : 400,
                border: `1px solid ${chosen ? theme.vars?.palette.primary.main : theme.vars?.palette.surface.control}`,
                '&:hover': { backgroundColor: theme.vars?.palette.surface.sunken },
                '&:focus-visible': {
                  outline: `2px solid ${theme.vars?.palette.primary.main}`,
                  outlineOffset: 2,
                },
              })}
            >
              <Box
                component="span"
                aria-hidden="true"
                sx={(theme) => ({
                  width: 18,
                  height: 18,
                  borderRadius: '50%',
                  flex: 'none',
                  display: 'grid',
                  placeItems: 'center',
                  color: '#FFFFFF',
                  backgroundColor: colours.light,
                  ...theme.applyStyles('dark', {
                    backgroundColor: colours.dark,
                    color: '#0B1117',
                  }),
                })}
              >
                {chosen && <DoneIcon sx={{ fontSize: 14 }} />}
              </Box>
              {t(`scheme.themes.${accent}`)}
            </ButtonBase>
          );
        })}
      </Box>
    </Box>
  );
}
