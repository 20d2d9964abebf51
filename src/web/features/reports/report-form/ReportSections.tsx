import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { REPORT_FORMATS } from '../../../../contract/api/reports.ts';
import { REPORT_KINDS, REPORT_PERMISSION } from '../../../../contract/api/report-columns.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { useMe } from '../../../parts/queries.ts';
import { Section } from '../../../ui/page/Page.tsx';
import { SelectInput } from '../../../ui/fields/SelectField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { type DraftFieldProps, usualColumns } from './draft.ts';
import { cityOf } from '../../../parts/clients/cityOf.ts';
import { DayFields } from './DayFields.tsx';
import { CampaignField } from './CampaignField.tsx';
import { FilterFields } from './FilterFields.tsx';
import { ColumnFields } from './ColumnFields.tsx';
import { Rows } from '../../../ui/page/layout.tsx';

export function ReportSections({
  draft,
  change,
  errorOf,
  withDays,
}: DraftFieldProps & { errorOf(name: string): string | undefined; withDays: boolean }) {
  const { t } = useTranslation();
  const me = useMe();
  const kinds = REPORT_KINDS.filter(
    (kind) => reachOf(me.clientAccessLevel, REPORT_PERMISSION[kind]) !== undefined,
  );
  return (
    <>
      <Section title={t('reports.form.what')}>
        <Rows>
          <SelectInput
            name="kind"
            label={t('reports.kind')}
            help={t(`reports.kindHelp.${draft.kind}`)}
            error={errorOf('kind')}
            value={draft.kind}
            onChange={(value) => {
              const kind = kinds.find((each) => each === value);
              if (kind)
                change({
                  kind,
                  columns: usualColumns(me.clientAccessLevel, kind),
                  filters: {},
                  ...(kinds.some((each) => draft.name === t(`reports.kinds.${each}`)) && {
                    name: t(`reports.kinds.${kind}`),
                  }),
                });
            }}
          >
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`reports.kinds.${kind}`)}
              </option>
            ))}
          </SelectInput>
          <TextField
            field={{
              name: 'name',
              value: draft.name,
              onChange: (event) => change({ name: event.target.value }),
            }}
            label={t('reports.name')}
            help={t('reports.form.nameHelp')}
            error={errorOf('name')}
            autoComplete="off"
            input={{ maxLength: 120 }}
          />
          {draft.kind === 'CAMPAIGN_MESSAGES' && (
            <CampaignField draft={draft} change={change} error={errorOf('filters')} />
          )}
          {draft.kind !== 'CAMPAIGN_MESSAGES' && withDays && (
            <DayFields draft={draft} change={change} errorOf={errorOf} />
          )}
          <FilterFields draft={draft} change={change} error={errorOf('filters')} />
        </Rows>
      </Section>
      <ColumnFields draft={draft} change={change} error={errorOf('columns')} />
      <Section title={t('reports.form.file')}>
        <RadioGroup
          aria-label={t('reports.format')}
          value={draft.format}
          onChange={(event) => change({ format: event.target.value === 'CSV' ? 'CSV' : 'XLSX' })}
          sx={{ gap: 2 }}
        >
          {REPORT_FORMATS.toReversed().map((format) => (
            <FormControlLabel
              key={format}
              value={format}
              control={<Radio />}
              sx={{ alignItems: 'flex-start', m: 0, ml: '-9px' }}
              label={
                <Box sx={{ pt: '9px' }}>
                  {t(`reports.formats.${format}`)}
                  <Typography variant="body2" color="textSecondary">
                    {t(`reports.formatHelp.${format}`)}
                  </Typography>
                </Box>
              }
            />
          ))}
        </RadioGroup>
        {/* The days, where there are any, say it. */}
        {withDays && draft.kind === 'CAMPAIGN_MESSAGES' && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
            {t('reports.form.times', { city: cityOf(me.timezone) })}
          </Typography>
        )}
      </Section>
    </>
  );
}
