import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useTranslation } from 'react-i18next';
import { DATE_PRESETS, FIRST_DAY, LAST_DAY } from '../../../../contract/shared/dates.ts';
import { FormField } from '../../../ui/FormField.tsx';
import type { DraftFieldProps } from './draft.ts';

export function DayFields({
  draft,
  change,
  error,
}: DraftFieldProps & { error: string | undefined }) {
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
          <FormField id="from" label={t('time.from')}>
            {(parts) => (
              <OutlinedInput
                id={parts.id}
                type="date"
                value={draft.from}
                onChange={(event) => change({ from: event.target.value })}
                inputProps={{ min: FIRST_DAY, max: LAST_DAY }}
              />
            )}
          </FormField>
          <FormField id="to" label={t('time.to')} error={error}>
            {(parts) => (
              <OutlinedInput
                id={parts.id}
                type="date"
                value={draft.to}
                onChange={(event) => change({ to: event.target.value })}
                inputProps={{
                  min: FIRST_DAY,
                  max: LAST_DAY,
                  'aria-describedby': parts['aria-describedby'],
                }}
              />
            )}
          </FormField>
        </Box>
      )}
    </>
  );
}
