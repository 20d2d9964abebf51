import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { messageOf } from '../../../api/call.ts';
import { ActionBar } from '../../../ui/ActionBar.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { useNow } from '../../../ui/figures.tsx';
import { type Draft, type ReportRequest, wishOf } from './draft.ts';
import { type DraftErrors, useDraftErrors } from './useDraftErrors.ts';
import { ReportSections } from './ReportSections.tsx';
import { Rows } from '../../../ui/layout.tsx';

type Props = {
  /** The initial draft; called once. */
  first(): Draft;
  /** Shows the choice of days; a schedule has its own. */
  withDays: boolean;
  /** The server's refusal. */
  failure: Error | null;
  busy: boolean;
  note: string;
  action: string;
  /** The path of the cancel link. */
  back: string;
  /** Called with the choices once all of them are valid. */
  onWish(wish: ReportRequest): void;
  /** Fields above the form. */
  children?: ReactNode;
};

/** The form of a report, whether it is made once or again and again. */
export function ReportForm({
  first,
  withDays,
  failure,
  busy,
  note,
  action,
  back,
  onWish,
  children,
}: Props) {
  const { t } = useTranslation();
  const now = useNow();
  const wrongOf = useDraftErrors();
  const [draft, setDraft] = useState(first);
  const [wrong, setWrong] = useState<DraftErrors>([]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = wrongOf(draft);
    setWrong(found);
    if (found.length === 0) onWish(wishOf(draft, now, withDays));
  }

  return (
    <Box component="form" noValidate onSubmit={submit}>
      <Rows maxWidth={720}>
        <ErrorSummary errors={wrong} />
        {failure && <Alert severity="error">{messageOf(failure)}</Alert>}
        {children}
        <ReportSections
          draft={draft}
          change={(next) => setDraft((current) => ({ ...current, ...next }))}
          wrong={wrong}
          withDays={withDays}
        />
      </Rows>
      <ActionBar note={note}>
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
