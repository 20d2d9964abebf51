import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { REPORT_FORMATS } from '../../../../contract/api/reports.ts';
import { REPORT_KINDS, REPORT_PERMISSION } from '../../../../contract/api/report-columns.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { useMe } from '../../../parts/queries.ts';
import { FormField } from '../../../ui/FormField.tsx';
import { Section } from '../../../ui/Page.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { type DraftFieldProps, usualColumns } from './draft.ts';
import type { DraftErrors } from './useDraftErrors.ts';
import { DayFields } from './DayFields.tsx';
import { CampaignField } from './CampaignField.tsx';
import { FilterFields } from './FilterFields.tsx';
import { ColumnFields } from './ColumnFields.tsx';
import { Rows } from '../../../ui/layout.tsx';

export function ReportSections({
  draft,
  change,
  wrong,
  withDays,
}: DraftFieldProps & { wrong: DraftErrors; withDays: boolean }) {
  const { t } = useTranslation();
  const me = useMe();
  const errorAt = (id: string) => wrong.find((each) => each.id === id)?.message;
  const kinds = REPORT_KINDS.filter(
    (kind) => reachOf(me.clientAccessLevel, REPORT_PERMISSION[kind]) !== undefined,
  );
  return (
    <>
      <Section title={t('reports.form.what')}>
        <Rows>
          <FormField id="kind" label={t('reports.kind')} help={t(`reports.kindHelp.${draft.kind}`)}>
            {(parts) => (
              <Select
                native
                value={draft.kind}
                input={<OutlinedInput />}
                inputProps={{ id: parts.id, 'aria-describedby': parts['aria-describedby'] }}
                onChange={(event) => {
                  const kind = kinds.find((each) => each === event.target.value);
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
              </Select>
            )}
          </FormField>
          <TextField
            field={{
              name: 'name',
              value: draft.name,
              onChange: (event) => change({ name: event.target.value }),
            }}
            label={t('reports.name')}
            help={t('reports.form.nameHelp')}
            error={errorAt('name')}
            autoComplete="off"
            input={{ maxLength: 120 }}
          />
          {draft.kind === 'CAMPAIGN_MESSAGES' && (
            <CampaignField draft={draft} change={change} error={errorAt('campaign')} />
          )}
          {draft.kind !== 'CAMPAIGN_MESSAGES' && withDays && (
            <DayFields draft={draft} change={change} errorAt={errorAt} />
          )}
          <FilterFields draft={draft} change={change} />
        </Rows>
      </Section>
      <ColumnFields draft={draft} change={change} error={errorAt('columns')} />
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
              sx={{ alignItems: 'flex-start', m: 0 }}
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
      </Section>
    </>
  );
}
