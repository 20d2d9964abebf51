import DoneIcon from '@mui/icons-material/Done';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import FormLabel from '@mui/material/FormLabel';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { radioKeys } from '../../ui/radioKeys.ts';
import { type Accent, ACCENT_COLOURS, ACCENTS } from '../../ui/tokens.ts';

/** One of the seven themes, each by its colour and its name. */
export function ThemeChoice({
  label,
  value,
  onChange,
}: {
  label: string;
  value: Accent;
  onChange(theme: Accent): void;
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
        {ACCENTS.map((accent) => {
          const chosen = accent === value;
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
                borderRadius: '8px',
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
                  backgroundColor: ACCENT_COLOURS[accent].light,
                  ...theme.applyStyles('dark', {
                    backgroundColor: ACCENT_COLOURS[accent].dark,
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
