import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatTimestamp, isDayTime, secondsInZone } from '../../../../contract/shared/dates.ts';
import { wallClock } from '../../../../contract/shared/zones.ts';
import { useMe } from '../../../parts/queries.ts';
import { DateField } from '../../../ui/fields/DateField.tsx';
import { useNow } from '../../../ui/figures/figures.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import type { Fields } from '../../../ui/fields/useFields.ts';
import { visuallyHidden } from '../../../ui/page/visuallyHidden.ts';
import type { MessageForm } from './messageForm.ts';
import { presetOf, PRESETS, presetTime, type Preset } from './presets.ts';

/** When a campaign goes: one click for the usual times, a field and a calendar for any other. */
export function WhenSection({ form }: { form: Fields<MessageForm> }) {
  const { t, i18n } = useTranslation();
  const { timezone } = useMe();
  const now = useNow();
  const { control, setValue, getValues, errorOf } = form;
  const [when, at] = useWatch({ control, name: ['when', 'at'] });
  const [preset, setPreset] = useState<Preset>(() => presetOf(getValues(), now, timezone));
  const zone = timezone.replaceAll('_', ' ');
  const error = errorOf('at');

  function choose(next: Preset) {
    setPreset(next);
    setValue('when', next === 'now' ? 'now' : 'later', { shouldDirty: true });
    if (next === 'hour' || next === 'tomorrow')
      setValue('at', presetTime(next, now, timezone), {
        shouldDirty: true,
        shouldValidate: error !== undefined,
      });
  }

  return (
    <Section title={<span id="when">{t('fromFile.when')}</span>}>
      <Box
        role="radiogroup"
        aria-labelledby="when"
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}
      >
        {PRESETS.map((each) => (
          <Box
            key={each}
            component="label"
            sx={(theme) => ({
              position: 'relative',
              display: 'inline-flex',
              alignItems: 'center',
              minHeight: 36,
              px: 4,
              borderRadius: '18px',
              fontSize: 13,
              fontWeight: 550,
              cursor: 'pointer',
              border: `1px solid ${theme.vars?.palette.surface.control}`,
              backgroundColor: theme.vars?.palette.background.paper,
              '&:hover': { borderColor: theme.vars?.palette.text.secondary },
              '&:has(:checked)': {
                color: theme.vars?.palette.primary.main,
                borderColor: theme.vars?.palette.primary.main,
                backgroundColor: theme.vars?.palette.surface.accent,
              },
              '&:has(:focus-visible)': {
                outline: `2px solid ${theme.vars?.palette.primary.main}`,
                outlineOffset: '2px',
              },
            })}
          >
            <input
              type="radio"
              name="when"
              value={each}
              checked={preset === each}
              onChange={() => choose(each)}
              style={visuallyHidden}
            />
            {t(`compose.presets.${each}`)}
          </Box>
        ))}
      </Box>
      {preset === 'pick' ? (
        <Box sx={{ maxWidth: 280, mt: 4 }}>
          <DateField
            control={control}
            name="at"
            label={t('fromFile.date')}
            help={t('fromFile.dateHelp', { zone })}
            hasTime
            min={wallClock(now, timezone).day}
          />
        </Box>
      ) : (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }} role="status">
          {when === 'now' || !isDayTime(at)
            ? t('compose.goesNow')
            : t('compose.goesAt', {
                time: formatTimestamp(
                  secondsInZone(at, timezone),
                  'eee, dd MMM yyy - hh:mm a',
                  timezone,
                  i18n.language,
                ),
                zone,
              })}
        </Typography>
      )}
      {preset !== 'pick' && error !== undefined && (
        <FormHelperText id="at" error role="alert" tabIndex={-1}>
          {error}
        </FormHelperText>
      )}
    </Section>
  );
}
