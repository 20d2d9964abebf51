import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useColorScheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { chooseTheme, useThemeName } from '../../ui/theme-preference.ts';
import { FormField } from '../../ui/FormField.tsx';
import { Section } from '../../ui/Page.tsx';
import { radioKeys } from '../../ui/radioKeys.ts';
import { chooseLanguage, currentLanguage, LANGUAGES } from '../../i18n/i18n.ts';
import { ThemeChoice } from './ThemeChoice.tsx';
import { Rows } from '../../ui/layout.tsx';

const SCHEMES = ['light', 'dark', 'system'] as const;

/** How the portal looks and speaks in this browser. */
export function AppearanceSection() {
  const { t } = useTranslation();
  const { mode, setMode } = useColorScheme();
  const language = currentLanguage();
  return (
    <Section title={t('settings.appearance.title')}>
      <Rows>
        <Typography variant="body2" color="textSecondary">
          {t('settings.appearance.text')}
        </Typography>
        <ThemeChoice
          label={t('settings.appearance.theme')}
          value={useThemeName()}
          onChange={chooseTheme}
        />
        <Box role="radiogroup" onKeyDown={radioKeys} aria-label={t('settings.appearance.scheme')}>
          <Typography variant="subtitle2" component="p" sx={{ mb: 1.5 }}>
            {t('settings.appearance.scheme')}
          </Typography>
          <Box
            sx={(theme) => ({
              display: 'inline-flex',
              border: `1px solid ${theme.vars?.palette.surface.control}`,
              borderRadius: '8px',
              overflow: 'hidden',
            })}
          >
            {SCHEMES.map((scheme) => (
              <ButtonBase
                key={scheme}
                role="radio"
                aria-checked={mode === scheme}
                tabIndex={mode === scheme ? 0 : -1}
                onClick={() => setMode(scheme)}
                sx={(theme) => ({
                  px: 3,
                  minHeight: { xs: 40, sm: 34 },
                  fontSize: 13,
                  fontWeight: 550,
                  color:
                    mode === scheme
                      ? theme.vars?.palette.primary.main
                      : theme.vars?.palette.text.secondary,
                  backgroundColor:
                    mode === scheme ? theme.vars?.palette.surface.accent : 'transparent',
                  '&:focus-visible': {
                    outline: `2px solid ${theme.vars?.palette.primary.main}`,
                    outlineOffset: -2,
                  },
                })}
              >
                {t(`scheme.${scheme}`)}
              </ButtonBase>
            ))}
          </Box>
        </Box>
        <FormField id="screenLanguage" label={t('settings.appearance.language')}>
          {(parts) => (
            <Select
              native
              value={language}
              onChange={(event) => {
                const chosen = LANGUAGES.find(({ code }) => code === event.target.value);
                if (chosen) void chooseLanguage(chosen.code);
              }}
              input={<OutlinedInput />}
              inputProps={{ id: parts.id }}
            >
              {LANGUAGES.map(({ code, name }) => (
                <option key={code} value={code} lang={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      </Rows>
    </Section>
  );
}
