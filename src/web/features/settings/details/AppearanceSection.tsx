import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useColorScheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import {
  chooseTheme,
  useAccentOf,
  useThemeName,
  useThemeNames,
} from '../../../ui/theme/theme-preference.ts';
import { FormField } from '../../../ui/fields/FormField.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { chooseLanguage, SCREEN_LANGUAGES, screenLanguage } from '../../../i18n/i18n.ts';
import { Segments } from '../Segments.tsx';
import { ThemeChoice } from '../ThemeChoice.tsx';
import { Rows } from '../../../ui/page/layout.tsx';

const SCHEMES = ['light', 'dark', 'system'] as const;

/** How the portal looks and speaks in this browser. */
export function AppearanceSection() {
  const { t } = useTranslation();
  const { mode, setMode } = useColorScheme();
  const language = screenLanguage();
  return (
    <Section title={t('settings.appearance.title')}>
      <Rows>
        <Typography variant="body2" color="textSecondary">
          {t('settings.appearance.text')}
        </Typography>
        <ThemeChoice
          label={t('settings.appearance.theme')}
          names={useThemeNames()}
          accentOf={useAccentOf()}
          value={useThemeName()}
          onChange={chooseTheme}
        />
        <Box>
          <Typography variant="subtitle2" component="p" sx={{ mb: 1.5 }}>
            {t('settings.appearance.scheme')}
          </Typography>
          <Segments
            label={t('settings.appearance.scheme')}
            value={mode}
            options={SCHEMES.map((scheme) => ({ value: scheme, label: t(`scheme.${scheme}`) }))}
            onChange={setMode}
          />
        </Box>
        <FormField id="screenLanguage" label={t('settings.appearance.language')}>
          {(parts) => (
            <Select
              native
              value={language}
              onChange={(event) => {
                const chosen = SCREEN_LANGUAGES.find(({ code }) => code === event.target.value);
                if (chosen) void chooseLanguage(chosen.code);
              }}
              input={<OutlinedInput />}
              inputProps={{ id: parts.id }}
            >
              {SCREEN_LANGUAGES.map(({ code, name }) => (
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
