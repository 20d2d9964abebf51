import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useTranslation } from 'react-i18next';
import { DATE_PRESETS } from '../../../../contract/shared/dates.ts';
import { DateInput } from '../../../ui/DateField.tsx';
import { FormField } from '../../../ui/FormField.tsx';
import type { DraftFieldProps } from './draft.ts';

export function DayFields({
  draft,
  change,
  errorAt,
}: DraftFieldProps & { errorAt(id: string): string | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <FormField id="days" label={t('reports.form.days')} help={t('reports.form.daysHelp')}>
        {(parts) => (
          <Select
            native
            value={draft.days}
            onChange={(event) =>
              change({
                days:
                  ([...DATE_PRESETS, 'all', 'other'] as const).find(
                    (each) => each === event.target.value,
                  ) ?? 'all',
              })
            }
            input={<OutlinedInput />}
            inputProps={{ id: parts.id, 'aria-describedby': parts['aria-describedby'] }}
          >
            {DATE_PRESETS.map((preset) => (
              <option key={preset} value={preset}>
                {t(`time.${preset}`)}
              </option>
            ))}
            <option value="other">{t('reports.form.otherDays')}</option>
            <option value="all">{t('reports.form.allDays')}</option>
          </Select>
        )}
      </FormField>
      {draft.days === 'other' && (
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          {(['from', 'to'] as const).map((end) => (
            <DateInput
              key={end}
              name={end}
              label={t(`time.${end}`)}
              error={errorAt(end)}
              value={draft[end]}
              onChange={(day) => change({ [end]: day })}
            />
          ))}
        </Box>
      )}
    </>
  );
}
