import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Controller, useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CHROMES, CORNERS, PATTERNS, THEME_NAMES } from '../../../../contract/api/branding.ts';
import type { ThemeName } from '../../../api/browser-storage.ts';
import { Rows } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { accentColours } from '../../../ui/theme/palette.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import type { Hex } from '../../../ui/theme/tokens.ts';
import type { Fields } from '../../../ui/fields/useFields.ts';
import { isColour, type BrandForm } from './brandForm.ts';
import { ChoiceTiles } from './ChoiceTiles.tsx';
import { ChromeDrawing, CornerDrawing, PatternTile } from './StyleDrawings.tsx';
import { ThemeChoice } from '../ThemeChoice.tsx';

const CORNER_NAMES = { 4: 'square', 8: 'soft', 12: 'round' } as const;
const NAMES: readonly ThemeName[] = [...THEME_NAMES, 'brand'];

/** The look of a brand: its colour, the bar and menu, the corners, and the sign-in picture. */
export function BrandStyle({ fields }: { fields: Fields<BrandForm> }) {
  const { t } = useTranslation();
  const { control, setValue } = fields;
  const { field: theme } = useController({ control, name: 'themeName' });
  const written = useWatch({ control, name: 'accentColour' });
  const own = (isColour(written) ? written.trim().toLowerCase() : '#55616e') as Hex;
  const accent = theme.value === 'brand' ? own : theme.value;
  return (
    <Section title={t('settings.brand.style')}>
      <Rows>
        <ThemeChoice
          label={t('settings.brand.theme')}
          names={NAMES}
          accentOf={(name) => (name === 'brand' ? own : name)}
          value={theme.value}
          onChange={theme.onChange}
        />
        {theme.value === 'brand' && (
          <Box sx={{ display: 'flex', gap: 3, alignItems: 'flex-start' }}>
            <Box
              component="input"
              type="color"
              aria-label={t('settings.brand.pickColour')}
              value={own}
              onChange={(event) =>
                setValue('accentColour', (event.target as HTMLInputElement).value, {
                  shouldDirty: true,
                  shouldValidate: true,
                })
              }
              sx={(all) => ({
                mt: 6,
                width: 44,
                height: 40,
                p: 0.5,
                flex: 'none',
                cursor: 'pointer',
                borderRadius: 'var(--corner)',
                border: `1px solid ${all.vars?.palette.surface.control}`,
                backgroundColor: all.vars?.palette.background.paper,
              })}
            />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <TextField
                {...fields.text('accentColour')}
                label={t('settings.brand.colour')}
                help={t('settings.brand.colourHelp')}
                input={{ maxLength: 9, spellCheck: false }}
              />
              <Tuned colour={own} />
            </Box>
          </Box>
        )}
        <Controller
          name="chrome"
          control={control}
          render={({ field }) => (
            <ChoiceTiles
              label={t('settings.brand.chrome')}
              value={field.value}
              onChange={field.onChange}
              options={CHROMES.map((value) => ({
                value,
                label: t(`settings.brand.chromes.${value}`),
                drawing: <ChromeDrawing accent={accent} chrome={value} />,
              }))}
            />
          )}
        />
        <Controller
          name="corners"
          control={control}
          render={({ field }) => (
            <ChoiceTiles
              label={t('settings.brand.corners')}
              value={field.value}
              onChange={field.onChange}
              options={CORNERS.map((value) => ({
                value,
                label: t(`settings.brand.cornersOf.${CORNER_NAMES[value]}`),
                drawing: <CornerDrawing corners={value} />,
              }))}
            />
          )}
        />
        <Controller
          name="pattern"
          control={control}
          render={({ field }) => (
            <ChoiceTiles
              label={t('settings.brand.pattern')}
              value={field.value}
              onChange={field.onChange}
              options={PATTERNS.map((value) => ({
                value,
                label: t(`settings.brand.patterns.${value}`),
                drawing: <PatternTile accent={accent} pattern={value} />,
              }))}
            />
          )}
        />
      </Rows>
    </Section>
  );
}

/** The two colours that are shown in place of one that would be hard to read. */
function Tuned({ colour }: { colour: Hex }) {
  const { t } = useTranslation();
  const { light, dark } = accentColours(colour);
  return (
    <Typography
      variant="caption"
      component="p"
      color="textSecondary"
      sx={{ mt: 1, display: 'flex', flexWrap: 'wrap', columnGap: 3 }}
    >
      {[
        [t('settings.brand.onLight'), light] as const,
        [t('settings.brand.onDark'), dark] as const,
      ].map(([name, shown]) => (
        <Box
          component="span"
          key={name}
          sx={{ display: 'inline-flex', gap: 1.5, alignItems: 'center' }}
        >
          <Box
            component="span"
            aria-hidden="true"
            sx={{ width: 10, height: 10, borderRadius: '50%', backgroundColor: shown }}
          />
          {`${name} ${shown}`}
        </Box>
      ))}
    </Typography>
  );
}
