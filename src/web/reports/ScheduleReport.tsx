import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { reports, SCHEDULE_EVERY, type Report, type ReportSchedule } from '../../contract/reports.ts';
import { clockTime } from '../../contract/zones.ts';
import { useGet, useMe, useSend } from '../api.ts';
import { messageOf } from '../call.ts';
import { ActionBar } from '../ui/ActionBar.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { useNow } from '../ui/figures.tsx';
import { FormField } from '../ui/FormField.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Page, Section } from '../ui/Page.tsx';
import { ErrorState } from '../ui/states.tsx';
import { useToast } from '../ui/Toasts.tsx';
import { REPORTS } from './ReportFrame.tsx';
import { draftOf, ReportForm, useWrong, wishOf, type Wrong } from './ReportForm.tsx';

const SCHEDULES = `${REPORTS}/schedules`;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** A new scheduled report, `?like=` a report that was requested, or one that is there. */
export function Screen() {
  const { t } = useTranslation();
  const { scheduleId = '' } = useParams();
  const [parameters] = useSearchParams();
  const like = parameters.get('like') ?? '';
  const other = useGet(reports.get, { requestId: like }, { when: like !== '' });
  const schedule = useGet(reports.getSchedule, { scheduleId }, { when: scheduleId !== '' });
  const waiting = (like !== '' && other.isPending) || (scheduleId !== '' && schedule.isPending);
  return (
    <Page title={t(scheduleId === '' ? 'reports.schedule.title' : 'reports.schedule.editTitle')} purpose={t('reports.schedule.purpose')} back={{ to: SCHEDULES, label: t('reports.tabs.schedules') }}>
      {waiting && <Loading />}
      {schedule.error && <ErrorState title={t('reports.schedule.gone')} text={messageOf(schedule.error)} />}
      {!waiting && !schedule.error && <Form like={other.data} schedule={schedule.data} />}
    </Page>
  );
}

function Form({ like, schedule }: { like: Report | undefined; schedule: ReportSchedule | undefined }) {
  const { t } = useTranslation();
  const me = useMe();
  const now = useNow();
  const toast = useToast();
  const navigate = useNavigate();
  const wrongOf = useWrong();
  const [draft, setDraft] = useState(() => draftOf(t('reports.kinds.SENT_MESSAGES'), schedule ?? like));
  const [every, setEvery] = useState<ReportSchedule['every']>(schedule?.every ?? 'DAY');
  const [hour, setHour] = useState(schedule?.hour ?? 7);
  const [attach, setAttach] = useState(schedule?.attach ?? true);
  const [wrong, setWrong] = useState<Wrong>([]);
  const timezone = schedule?.timezone ?? me.timezone;
  const options = { changes: [reports.schedules], done: () => { toast.success(t('reports.schedule.saved')); void navigate(SCHEDULES); }, failed: () => undefined };
  const create = useSend(reports.schedule, options);
  const save = useSend(reports.reschedule, options);

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = wrongOf(draft);
    setWrong(found);
    if (found.length > 0) return;
    const wish = { ...wishOf(draft, now, false), every, hour, timezone, attach, paused: schedule?.paused ?? false };
    if (schedule) save.mutate({ scheduleId: schedule.scheduleId, ...wish });
    else create.mutate(wish);
  }

  const failure = create.error ?? save.error;
  return (
    <Box component="form" noValidate onSubmit={submit}>
      <Box sx={{ display: 'grid', gap: 5, maxWidth: 720 }}>
        <ErrorSummary errors={wrong} />
        {failure && <Alert severity="error">{messageOf(failure)}</Alert>}
        <Section title={t('reports.schedule.when')}>
          <Box sx={{ display: 'grid', gap: 5 }}>
            <FormField id="every" label={t('reports.schedule.every')} help={t(`reports.schedule.covers.${every}`)}>
              {(parts) => (
                <Select native value={every} onChange={(event) => setEvery(SCHEDULE_EVERY.find((each) => each === event.target.value) ?? 'DAY')} input={<OutlinedInput />} inputProps={{ id: parts.id, 'aria-describedby': parts['aria-describedby'] }}>
                  {SCHEDULE_EVERY.map((each) => <option key={each} value={each}>{t(`reports.schedule.everies.${each}`)}</option>)}
                </Select>
              )}
            </FormField>
            <FormField id="hour" label={t('reports.schedule.hour')} help={t('reports.schedule.hourHelp', { zone: timezone.replaceAll('_', ' ') })}>
              {(parts) => (
                <Select native value={hour} onChange={(event) => setHour(Number(event.target.value))} input={<OutlinedInput />} inputProps={{ id: parts.id, 'aria-describedby': parts['aria-describedby'] }}>
                  {HOURS.map((each) => <option key={each} value={each}>{clockTime(each * 60)}</option>)}
                </Select>
              )}
            </FormField>
            <FormControlLabel
              sx={{ alignItems: 'flex-start', m: 0 }} control={<Checkbox checked={attach} onChange={() => setAttach(!attach)} />}
              label={<Box sx={{ pt: '9px' }}>{t('reports.schedule.attach')}<Typography variant="body2" color="textSecondary">{t('reports.schedule.attachHelp')}</Typography></Box>}
            />
          </Box>
        </Section>
        <ReportForm draft={draft} change={(next) => setDraft((current) => ({ ...current, ...next }))} wrong={wrong} withDays={false} />
      </Box>
      <ActionBar note={t('reports.schedule.note')}>
        <Button variant="outlined" color="inherit" component={Link} to={SCHEDULES}>{t('common.cancel')}</Button>
        <Button type="submit" variant="contained" loading={create.isPending || save.isPending}>{t(schedule ? 'reports.schedule.save' : 'reports.schedule.create')}</Button>
      </ActionBar>
    </Box>
  );
}
