import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { useController, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { INITIAL_SOURCE } from '../../../../contract/api/sender-rules.ts';
import * as z from 'zod/mini';
import { COUNTRIES } from '../../../../contract/shared/countries.ts';
import { dayOf, isDay } from '../../../../contract/shared/dates.ts';
import {
  platform,
  sendingWindow,
  type SendingWindow,
} from '../../../../contract/api/platform-settings.ts';
import { SENDER_KINDS } from '../../../../contract/shared/sender-names.ts';
import { clockMinutes } from '../../../../contract/shared/zones.ts';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { useSend } from '../../../parts/queries.ts';
import { DateField } from '../../../ui/fields/DateField.tsx';
import { filled } from '../../../ui/fields/rules.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { Halves } from '../../../ui/page/layout.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { ZoneField } from '../../../ui/fields/ZoneField.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { useDayNames } from '../../../ui/fields/useDayNames.ts';

const firstOf = (): SendingWindow => ({
  country: 'KE',
  kind: 'PROMOTIONAL',
  opens: '08:00',
  closes: '18:00',
  days: [1, 2, 3, 4, 5, 6, 7],
  timezone: 'Africa/Nairobi',
  source: '',
  checkedOn: dayOf(Date.now() / 1000),
});

/** The person who saves the hours names their source. */
const open = (window: SendingWindow): SendingWindow =>
  window.source === INITIAL_SOURCE ? { ...window, source: '' } : window;

function rulesOf(t: TFunction) {
  const clock = z.string().check(
    z.trim(),
    z.refine((written) => clockMinutes(written) !== undefined, { error: t('platform.clockWrong') }),
  );
  return z
    .object({
      ...sendingWindow.shape,
      opens: clock,
      closes: clock,
      days: z.array(z.int()).check(z.minLength(1, t('platform.daysMissing'))),
      source: filled(t('platform.sourceMissing'), 500),
      checkedOn: z
        .string()
        .check(
          z.minLength(1, { error: t('platform.checkedMissing'), abort: true }),
          z.refine(isDay, { error: t('time.dayWrong') }),
        ),
    })
    .check(
      z.refine(
        ({ opens, closes }) => (clockMinutes(closes) ?? 0) > (clockMinutes(opens) ?? Infinity),
        { error: t('platform.hoursWrong'), path: ['closes'] },
      ),
    );
}

/** Sets the hours of a kind of sender ID towards a country. */
export function WindowDialog({
  window,
  onClose,
}: {
  window: SendingWindow | null;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const { country } = useFormat();
  const toast = useToast();
  const fields = useFields<SendingWindow>({
    rules: rulesOf(t),
    values: window === null ? firstOf() : open(window),
  });
  const { control } = fields;
  const put = useSend(platform.putWindow, {
    changes: [platform.get],
    done: () => {
      onClose();
      toast.success(t('platform.windowSaved'));
    },
    failed: fields.failed,
  });
  return (
    <FormDialog
      title={window === null ? t('platform.add') : t('platform.windows')}
      action={t('platform.save')}
      busy={put.isPending}
      refusal={fields.refusal}
      width="sm"
      gap={4}
      onClose={onClose}
      onSubmit={fields.submit((written) => put.mutate(written))}
    >
      <Halves gap={4}>
        <SelectField
          control={control}
          name="country"
          label={t('platform.country')}
          disabled={window !== null}
        >
          {COUNTRIES.map(({ code }) => (
            <option key={code} value={code}>
              {country(code)}
            </option>
          ))}
        </SelectField>
        <SelectField
          control={control}
          name="kind"
          label={t('platform.kind')}
          disabled={window !== null}
        >
          {SENDER_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`platform.kinds.${kind}`)}
            </option>
          ))}
        </SelectField>
        <TextField {...fields.text('opens', ['closes'])} label={t('platform.opens')} />
        <TextField
          {...fields.text('closes')}
          label={t('platform.closes')}
          help={t('platform.closesHelp')}
        />
      </Halves>
      <DayChoice control={control} />
      <ZoneField control={control} name="timezone" label={t('platform.timezone')} />
      <TextField
        {...fields.text('source')}
        label={t('platform.source')}
        help={t('platform.sourceHelp')}
        multiline
        input={{ maxLength: 500 }}
      />
      <DateField control={control} name="checkedOn" label={t('platform.checkedOn')} />
    </FormDialog>
  );
}

function DayChoice({ control }: { control: Control<SendingWindow> }) {
  const { t } = useTranslation();
  const dayNames = useDayNames();
  const { field, fieldState } = useController({ control, name: 'days' });
  return (
    <Box id="days" tabIndex={-1}>
      <Typography variant="subtitle2" id="days-label" sx={{ mb: 1.5 }}>
        {t('platform.days')}
      </Typography>
      <ToggleButtonGroup
        size="small"
        aria-labelledby="days-label"
        value={field.value}
        onChange={(_event, days: number[]) => field.onChange(days.toSorted((a, b) => a - b))}
        sx={{ flexWrap: 'wrap' }}
      >
        {dayNames.map((name, at) => (
          <ToggleButton key={name} value={at + 1}>
            {name}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {fieldState.error && (
        <Typography variant="caption" color="error" role="alert" component="p">
          {fieldState.error.message}
        </Typography>
      )}
    </Box>
  );
}
