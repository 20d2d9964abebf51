import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { REPORT_KINDS, reports, type Report } from '../../contract/reports.ts';
import { tasks } from '../../contract/tasks.ts';
import { useGet, useMe, useSend } from '../api.ts';
import { messageOf } from '../call.ts';
import { ActionBar } from '../ui/ActionBar.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { useNow } from '../ui/figures.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Page } from '../ui/Page.tsx';
import { useToast } from '../ui/Toasts.tsx';
import { REPORTS } from './ReportFrame.tsx';
import { draftOf, ReportForm, useWrong, wishOf, type Wrong } from './ReportForm.tsx';

/** Requests a report; `?like=` begins with what another held, `?campaign=` with a campaign's messages. */
export function Screen() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const like = parameters.get('like') ?? '';
  const other = useGet(reports.get, { requestId: like }, { when: like !== '' });
  return (
    <Page title={t('reports.new')} back={{ to: REPORTS, label: t('reports.title') }}>
      {like !== '' && other.isPending ? <Loading /> : <Form like={other.data} kind={REPORT_KINDS.find((each) => each === parameters.get('kind'))} campaignId={parameters.get('campaign')} />}
    </Page>
  );
}

function Form({ like, kind, campaignId }: { like: Report | undefined; kind: Report['kind'] | undefined; campaignId: string | null }) {
  const { t } = useTranslation();
  const me = useMe();
  const now = useNow();
  const toast = useToast();
  const navigate = useNavigate();
  const wrongOf = useWrong();
  const wanted = campaignId === null ? kind : 'CAMPAIGN_MESSAGES';
  const [draft, setDraft] = useState(() => {
    if (like || wanted === undefined) return draftOf(t('reports.kinds.SENT_MESSAGES'), like);
    const name = t(`reports.kinds.${wanted}`);
    const empty = draftOf(name);
    return { ...draftOf(name, { name, kind: wanted, format: empty.format, filters: campaignId === null ? {} : { campaignIds: [campaignId] }, columns: [] }), days: empty.days };
  });
  const [wrong, setWrong] = useState<Wrong>([]);
  const request = useSend(reports.request, { changes: [reports.list, tasks.list], done: () => { toast.success(t('reports.requested')); void navigate(REPORTS); }, failed: () => undefined });

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = wrongOf(draft);
    setWrong(found);
    if (found.length === 0) request.mutate(wishOf(draft, now, true));
  }

  return (
    <Box component="form" noValidate onSubmit={submit}>
      <Box sx={{ display: 'grid', gap: 5, maxWidth: 720 }}>
        <ErrorSummary errors={wrong} />
        {request.error && <Alert severity="error">{messageOf(request.error)}</Alert>}
        <ReportForm draft={draft} change={(next) => setDraft((current) => ({ ...current, ...next }))} wrong={wrong} withDays />
      </Box>
      <ActionBar note={t('reports.form.note', { zone: me.timezone.replaceAll('_', ' ') })}>
        <Button variant="outlined" color="inherit" component={Link} to={REPORTS}>{t('common.cancel')}</Button>
        <Button type="submit" variant="contained" loading={request.isPending}>{t('reports.form.request')}</Button>
      </ActionBar>
    </Box>
  );
}
