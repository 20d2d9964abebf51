import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MOST_STEP_UP_UNITS,
  platform,
  type PlatformSettings,
} from '../../../../contract/api/platform-settings.ts';
import { useSend } from '../../../parts/queries.ts';
import { FormField } from '../../../ui/FormField.tsx';
import { Section } from '../../../ui/Page.tsx';
import { useToast } from '../../../ui/Toasts.tsx';

const readUnits = (text: string) =>
  /^\d{1,10}([.,]\d{1,4})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : undefined;

const asWhole = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text.trim()) : undefined);

export function ContentRules({ settings, edits }: { settings: PlatformSettings; edits: boolean }) {
  const { t } = useTranslation();
  const toast = useToast();
  const { contentRules, tooLateMinutes, stepUpUnits } = settings;
  const [words, setWords] = useState(contentRules.words.join('\n'));
  const [links, setLinks] = useState(contentRules.links);
  const [size, setSize] = useState(
    contentRules.mostRecipients === null ? '' : String(contentRules.mostRecipients),
  );
  const [late, setLate] = useState(String(tooLateMinutes));
  const [free, setFree] = useState(String(stepUpUnits));
  const update = useSend(platform.update, {
    changes: [platform.get],
    done: () => toast.success(t('platform.saved')),
  });
  const most = size.trim() === '' ? null : asWhole(size);
  const minutes = asWhole(late);
  const sizeWrong = most === undefined || (most !== null && (most < 1 || most > 100_000_000));
  const lateWrong = minutes === undefined || minutes < 1 || minutes > 10_080;
  const freeUnits = readUnits(free);
  const freeWrong = freeUnits === undefined || freeUnits > MOST_STEP_UP_UNITS;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (sizeWrong || lateWrong || freeWrong) return;
    update.mutate({
      contentRules: {
        words: words
          .split('\n')
          .map((word) => word.trim())
          .filter((word) => word !== ''),
        links,
        mostRecipients: most ?? null,
      },
      tooLateMinutes: minutes,
      ...(freeUnits !== stepUpUnits && { stepUpUnits: freeUnits }),
    });
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 5 }}>
      <Section title={t('platform.content')}>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
          {t('platform.contentText')}
        </Typography>
        <Box sx={{ display: 'grid', gap: 4, maxWidth: 560 }}>
          <FormField id="rule-words" label={t('platform.words')} help={t('platform.wordsHelp')}>
            {(parts) => (
              <OutlinedInput
                id={parts.id}
                multiline
                minRows={3}
                maxRows={12}
                disabled={!edits}
                value={words}
                onChange={(event) => setWords(event.target.value)}
                inputProps={{ 'aria-describedby': parts['aria-describedby'] }}
              />
            )}
          </FormField>
          <FormControlLabel
            control={
              <Checkbox
                size="small"
                checked={links}
                disabled={!edits}
                onChange={(event) => setLinks(event.target.checked)}
              />
            }
            label={t('platform.links')}
          />
          <FormField
            id="rule-size"
            label={t('platform.size')}
            help={t('platform.sizeHelp')}
            error={sizeWrong ? t('platform.sizeWrong') : undefined}
          >
            {(parts) => (
              <OutlinedInput
                id={parts.id}
                disabled={!edits}
                value={size}
                onChange={(event) => setSize(event.target.value)}
                inputProps={{
                  inputMode: 'numeric',
                  'aria-describedby': parts['aria-describedby'],
                  'aria-invalid': parts['aria-invalid'],
                }}
              />
            )}
          </FormField>
        </Box>
      </Section>
      <Section title={t('platform.late')}>
        <Box sx={{ maxWidth: 560 }}>
          <FormField
            id="too-late"
            label={t('platform.lateMinutes')}
            help={t('platform.lateHelp')}
            error={lateWrong ? t('platform.lateWrong') : undefined}
          >
            {(parts) => (
              <OutlinedInput
                id={parts.id}
                disabled={!edits}
                value={late}
                onChange={(event) => setLate(event.target.value)}
                inputProps={{
                  inputMode: 'numeric',
                  'aria-describedby': parts['aria-describedby'],
                  'aria-invalid': parts['aria-invalid'],
                }}
              />
            )}
          </FormField>
        </Box>
      </Section>
      <Section title={t('platform.transfers')}>
        <Box sx={{ maxWidth: 560 }}>
          <FormField
            id="step-up-units"
            label={t('platform.stepUpUnits')}
            help={t('platform.stepUpUnitsHelp')}
            error={freeWrong ? t('platform.stepUpUnitsWrong') : undefined}
          >
            {(parts) => (
              <OutlinedInput
                id={parts.id}
                disabled={!edits}
                value={free}
                onChange={(event) => setFree(event.target.value)}
                inputProps={{
                  inputMode: 'decimal',
                  'aria-describedby': parts['aria-describedby'],
                  'aria-invalid': parts['aria-invalid'],
                }}
              />
            )}
          </FormField>
        </Box>
      </Section>
      {edits && (
        <Box>
          <Button type="submit" variant="contained" loading={update.isPending}>
            {t('platform.save')}
          </Button>
        </Box>
      )}
    </Box>
  );
}
