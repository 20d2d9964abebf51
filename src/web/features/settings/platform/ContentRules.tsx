import InputAdornment from '@mui/material/InputAdornment';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { CheckField } from '../../../ui/fields/CheckField.tsx';
import { Rows } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import type { Fields } from '../../../ui/fields/useFields.ts';
import type { PlatformForm } from './platformForm.ts';

/** Content that needs approval, the limits without it, consent, the latest start of a schedule, and late registrations. */
export function ContentRules({ fields, edits }: { fields: Fields<PlatformForm>; edits: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <Section title={t('platform.content')}>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
          {t('platform.contentText')}
        </Typography>
        <Rows gap={4} maxWidth={560}>
          <TextField
            {...fields.text('words')}
            label={t('platform.words')}
            help={t('platform.wordsHelp')}
            multiline
            lines={[2, 12]}
            disabled={!edits}
          />
          <CheckField
            control={fields.control}
            name="links"
            label={t('platform.links')}
            disabled={!edits}
          />
          <TextField
            {...fields.text('mostRecipients')}
            label={t('platform.size')}
            help={t('platform.sizeHelp')}
            end={<InputAdornment position="end">{t('platform.recipients')}</InputAdornment>}
            disabled={!edits}
            input={{ inputMode: 'numeric' }}
          />
        </Rows>
      </Section>
      <Section title={t('platform.approvalLimits')}>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
          {t('platform.approvalLimitsText')}
        </Typography>
        <Rows gap={4} maxWidth={560}>
          <TextField
            {...fields.text('numbersPerText')}
            label={t('platform.numbersPerText')}
            help={t('platform.numbersPerTextHelp')}
            end={<InputAdornment position="end">{t('platform.recipientsWithin')}</InputAdornment>}
            disabled={!edits}
            input={{ inputMode: 'numeric' }}
          />
          <TextField
            {...fields.text('messagesPerDay')}
            label={t('platform.messagesPerDay')}
            help={t('platform.messagesPerDayHelp')}
            end={<InputAdornment position="end">{t('platform.messagesWithin')}</InputAdornment>}
            disabled={!edits}
            input={{ inputMode: 'numeric' }}
          />
        </Rows>
      </Section>
      <Section title={t('platform.consent')}>
        <Box sx={{ maxWidth: 560 }}>
          <CheckField
            control={fields.control}
            name="consentDemanded"
            label={t('platform.consentDemanded')}
            help={t('platform.consentText')}
            disabled={!edits}
          />
        </Box>
      </Section>
      <Section title={t('platform.late')}>
        <Box sx={{ maxWidth: 560 }}>
          <TextField
            {...fields.text('tooLateMinutes')}
            label={t('platform.lateMinutes')}
            help={t('platform.lateHelp')}
            end={<InputAdornment position="end">{t('unitNames.minutes')}</InputAdornment>}
            disabled={!edits}
            input={{ inputMode: 'numeric' }}
          />
        </Box>
      </Section>
      <Section title={t('platform.registrations')}>
        <Box sx={{ maxWidth: 560 }}>
          <TextField
            {...fields.text('registrationDays')}
            label={t('platform.registrationDays')}
            help={t('platform.registrationDaysHelp')}
            end={<InputAdornment position="end">{t('unitNames.days')}</InputAdornment>}
            disabled={!edits}
            input={{ inputMode: 'numeric' }}
          />
        </Box>
      </Section>
    </>
  );
}

/** Transfers without a step-up. */
export function TransferRules({ fields, edits }: { fields: Fields<PlatformForm>; edits: boolean }) {
  const { t } = useTranslation();
  return (
    <Section title={t('platform.transfers')}>
      <Box sx={{ maxWidth: 560 }}>
        <TextField
          {...fields.text('stepUpUnits')}
          label={t('platform.stepUpUnits')}
          help={t('platform.stepUpUnitsHelp')}
          end={<InputAdornment position="end">{t('unitNames.units')}</InputAdornment>}
          disabled={!edits}
          input={{ inputMode: 'decimal' }}
        />
      </Box>
    </Section>
  );
}
