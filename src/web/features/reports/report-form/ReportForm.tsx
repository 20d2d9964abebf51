import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ComponentProps, ReactNode } from 'react';
import { useWatch, type Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ActionBar } from '../../../ui/page/ActionBar.tsx';
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx';
import { useNow } from '../../../ui/figures/figures.tsx';
import { Rows } from '../../../ui/page/layout.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { type Draft, type ReportRequest, wishOf } from './draft.ts';
import { ReportSections } from './ReportSections.tsx';
import { BriefSummary, ReportSummary } from './ReportSummary.tsx';
import { useDraftRules } from './useDraftRules.ts';

type Props = {
  /** The initial draft. */
  first: Draft;
  /** Shows the choice of days; a schedule has its own. */
  withDays: boolean;
  busy: boolean;
  note: string;
  action: string;
  /** The path of the cancel link. */
  back: string;
  /** Called with the choices once all of them are valid; a failure that it throws shows at its field. */
  onWish(wish: ReportRequest): Promise<unknown>;
  /** The time of a schedule, for the summary. */
  when?: ComponentProps<typeof ReportSummary>['when'];
  /** Fields above the form. */
  children?: ReactNode;
};

/** The form of a report, whether it is made once or again and again. */
export function ReportForm({
  first,
  withDays,
  busy,
  note,
  action,
  back,
  onWish,
  when = [],
  children,
}: Props) {
  const { t } = useTranslation();
  const now = useNow();
  const fields = useFields<Draft>({
    rules: useDraftRules(),
    values: first,
    aliases: { 'filters.startTimestamp': 'from', 'filters.endTimestamp': 'to' },
  });
  const draft = useWatch({ control: fields.control }) as Draft;

  function change(next: Partial<Draft>) {
    for (const [name, value] of Object.entries(next)) fields.setValue(name as Path<Draft>, value);
    // An error lies between the two days, or comes from the kind.
    if (fields.formState.isSubmitted) void fields.trigger(['from', 'to', 'filters', 'columns']);
  }

  return (
    <Box
      component="form"
      noValidate
      onSubmit={fields.submit((sent) => onWish(wishOf(sent, now, withDays)))}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          alignItems: 'start',
          gridTemplateColumns: {
            xs: 'minmax(0, 720px)',
            lg: 'minmax(0, 720px) minmax(280px, 400px)',
          },
        }}
      >
        <Rows>
          <ErrorSummary errors={fields.summary} />
          {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
          {children}
          <ReportSections
            draft={draft}
            change={change}
            errorOf={fields.errorOf}
            withDays={withDays}
          />
        </Rows>
        <ReportSummary draft={draft} withDays={withDays} when={when} />
      </Box>
      <ActionBar
        note={
          withDays ? (
            <>
              <Box sx={{ display: { lg: 'none' } }}>
                <BriefSummary draft={draft} />
              </Box>
              <Box sx={{ display: { xs: 'none', lg: 'block' } }}>{note}</Box>
            </>
          ) : (
            note
          )
        }
      >
        <Button variant="outlined" color="inherit" component={Link} to={back}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={busy}>
          {action}
        </Button>
      </ActionBar>
    </Box>
  );
}
