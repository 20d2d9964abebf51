import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { DATE_PRESETS } from '../../../../contract/shared/dates.ts';
import { useMe } from '../../../parts/queries.ts';
import { DateInput } from '../../../ui/fields/DateField.tsx';
import { useNow } from '../../../ui/figures/figures.tsx';
import { SelectInput } from '../../../ui/fields/SelectField.tsx';
import { cityOf } from '../../../parts/clients/cityOf.ts';
import { utcDay } from '../utcDay.ts';
import type { DraftFieldProps } from './draft.ts';

export function DayFields({
  draft,
  change,
  errorOf,
}: DraftFieldProps & { errorOf(name: string): string | undefined }) {
  const { t } = useTranslation();
  const me = useMe();
  const { start } = utcDay(me.timezone, useNow());
  const city = cityOf(me.timezone);
  return (
    <>
      <SelectInput
        name="days"
        label={t('reports.form.days')}
        help={t('reports.form.daysHelp', { start, city })}
        error={draft.days === 'other' ? undefined : (errorOf('from') ?? errorOf('to'))}
        value={draft.days}
        onChange={(value) =>
          change({
            days:
              ([...DATE_PRESETS, 'all', 'other'] as const).find((each) => each === value) ?? 'all',
          })
        }
      >
        {DATE_PRESETS.map((preset) => (
          <option key={preset} value={preset}>
            {t(`time.${preset}`)}
          </option>
        ))}
        <option value="other">{t('reports.form.otherDays')}</option>
        <option value="all">{t('reports.form.allDays')}</option>
      </SelectInput>
      {draft.days === 'other' && (
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          {(['from', 'to'] as const).map((end) => (
            <DateInput
              key={end}
              name={end}
              label={t(`time.${end}`)}
              error={errorOf(end)}
              value={draft[end]}
              onChange={(day) => change({ [end]: day })}
            />
          ))}
        </Box>
      )}
    </>
  );
}
