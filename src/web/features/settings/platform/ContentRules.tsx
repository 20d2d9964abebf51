import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  MOST_STEP_UP_UNITS,
  platform,
  type PlatformSettings,
} from '../../../../contract/api/platform-settings.ts';
import { useSend } from '../../../parts/queries.ts';
import { CheckField } from '../../../ui/CheckField.tsx';
import { Section } from '../../../ui/Page.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useToast } from '../../../ui/Toasts.tsx';
import { useFields } from '../../../ui/useFields.ts';
import { Rows } from '../../../ui/layout.tsx';

type RulesForm = {
  words: string;
  links: boolean;
  mostRecipients: string;
  tooLateMinutes: string;
  stepUpUnits: string;
};

const unitsIn = (text: string) =>
  /^\d{1,10}([.,]\d{1,4})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : NaN;
const wholeIn = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text.trim()) : NaN);

function rulesOf(t: TFunction) {
  const within = (
    read: (text: string) => number,
    [least, most]: readonly [number, number],
    error: string,
    isOptional = false,
  ) =>
    z
      .string()
      .check(
        z.refine(
          (text) =>
            (isOptional && text.trim() === '') || (read(text) >= least && read(text) <= most),
          { error },
        ),
      );
  return z.object({
    words: z.string(),
    links: z.boolean(),
    mostRecipients: within(wholeIn, [1, 100_000_000], t('platform.sizeWrong'), true),
    tooLateMinutes: within(wholeIn, [1, 10_080], t('platform.lateWrong')),
    stepUpUnits: within(unitsIn, [0, MOST_STEP_UP_UNITS], t('platform.stepUpUnitsWrong')),
  });
}

/** Content that needs approval, the latest start of a schedule, and transfers without a step-up. */
export function ContentRules({ settings, edits }: { settings: PlatformSettings; edits: boolean }) {
  const { t } = useTranslation();
  const toast = useToast();
  const { contentRules, tooLateMinutes, stepUpUnits } = settings;
  const fields = useFields<RulesForm>({
    rules: rulesOf(t),
    isLive: true,
    values: {
      words: contentRules.words.join('\n'),
      links: contentRules.links,
      mostRecipients:
        contentRules.mostRecipients === null ? '' : String(contentRules.mostRecipients),
      tooLateMinutes: String(tooLateMinutes),
      stepUpUnits: String(stepUpUnits),
    },
  });
  const update = useSend(platform.update, {
    changes: [platform.get],
    done: () => toast.success(t('platform.saved')),
    failed: fields.failed,
  });
  const submit = fields.submit((form) => {
    const free = unitsIn(form.stepUpUnits);
    update.mutate({
      contentRules: {
        words: form.words
          .split('\n')
          .map((word) => word.trim())
          .filter((word) => word !== ''),
        links: form.links,
        mostRecipients: form.mostRecipients.trim() === '' ? null : wholeIn(form.mostRecipients),
      },
      tooLateMinutes: wholeIn(form.tooLateMinutes),
      ...(free !== stepUpUnits && { stepUpUnits: free }),
    });
  });
  return (
    <Rows component="form" noValidate onSubmit={submit}>
      {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
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
            lines={[3, 12]}
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
            disabled={!edits}
            input={{ inputMode: 'numeric' }}
          />
        </Rows>
      </Section>
      <Section title={t('platform.late')}>
        <Box sx={{ maxWidth: 560 }}>
          <TextField
            {...fields.text('tooLateMinutes')}
            label={t('platform.lateMinutes')}
            help={t('platform.lateHelp')}
            disabled={!edits}
            input={{ inputMode: 'numeric' }}
          />
        </Box>
      </Section>
      <Section title={t('platform.transfers')}>
        <Box sx={{ maxWidth: 560 }}>
          <TextField
            {...fields.text('stepUpUnits')}
            label={t('platform.stepUpUnits')}
            help={t('platform.stepUpUnitsHelp')}
            disabled={!edits}
            input={{ inputMode: 'decimal' }}
          />
        </Box>
      </Section>
      {edits && (
        <Box>
          <Button type="submit" variant="contained" loading={update.isPending}>
            {t('platform.save')}
          </Button>
        </Box>
      )}
    </Rows>
  );
}
