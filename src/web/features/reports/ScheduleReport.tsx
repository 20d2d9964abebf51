import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { clients } from '../../../contract/api/clients.ts';
import type { Input, Output } from '../../../contract/endpoint.ts';
import {
  reports,
  SCHEDULE_EVERY,
  type Report,
  type ReportSchedule,
} from '../../../contract/api/reports.ts';
import { dueAfter } from '../../../contract/shared/recurrence.ts';
import { clockTime } from '../../../contract/shared/zones.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { useFormat, useNow } from '../../ui/figures/figures.tsx';
import { Loading } from '../../ui/page/Loading.tsx';
import { Page, Section } from '../../ui/page/Page.tsx';
import { SelectInput } from '../../ui/fields/SelectField.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { SCHEDULES } from './ReportFrame.tsx';
import { utcDay } from './utcDay.ts';
import { draftOf } from './report-form/draft.ts';
import { ReportForm } from './report-form/ReportForm.tsx';
import { Halves, Rows } from '../../ui/page/layout.tsx';
import { useLeadOn } from '../../ui/page/useLeadOn.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** A new scheduled report, `?like=` a report that was requested, or one that is there. */
export function ScheduleReport() {
  const { t } = useTranslation();
  const { scheduleId = '' } = useParams();
  const [parameters] = useSearchParams();
  const like = parameters.get('like') ?? '';
  const other = useGet(reports.get, { requestId: like }, { when: like !== '' });
  const schedule = useGet(
    reports.getSchedule,
    { scheduleId },
    { when: scheduleId !== '', forForm: true },
  );
  const waiting = (like !== '' && other.isPending) || (scheduleId !== '' && schedule.isPending);
  return (
    <Page
      title={t(scheduleId === '' ? 'reports.schedule.title' : 'reports.schedule.editTitle')}
      purpose={t('reports.schedule.purpose')}
      back={{ to: SCHEDULES, label: t('reports.tabs.schedules') }}
    >
      {waiting && <Loading />}
      {schedule.error && (
        <ErrorState title={t('reports.schedule.gone')} text={messageOf(schedule.error)} />
      )}
      {!waiting && !schedule.error && <Form like={other.data} schedule={schedule.data} />}
    </Page>
  );
}

function Form({
  like,
  schedule,
}: {
  like: Report | undefined;
  schedule: ReportSchedule | undefined;
}) {
  const { t } = useTranslation();
  const me = useMe();
  const now = useNow();
  const { minute } = useFormat();
  const toast = useToast();
  const leadOn = useLeadOn();
  const [every, setEvery] = useState<ReportSchedule['every']>(schedule?.every ?? 'DAY');
  const [hour, setHour] = useState(schedule?.hour ?? 7);
  const [attach, setAttach] = useState(schedule?.attach ?? true);
  const timezone = schedule?.timezone ?? me.timezone;
  const isNarrow = useMediaQuery('(max-width: 1223.95px)');
  const first = schedule?.paused ? null : minute(dueAfter({ every, hour, timezone }, now));
  const own = useGet(clients.get, { clientId: me.clientId });
  const options = {
    changes: [reports.schedules],
    done: () => {
      toast.success(t('reports.schedule.saved'));
      leadOn(SCHEDULES);
    },
    failed: () => undefined,
  };
  const create = useSend(reports.schedule, options);
  const save = useSend(reports.reschedule, options);

  const zone = timezone.replaceAll('_', ' ');
  // A narrow screen has no summary with the date in it.
  const hourHelp =
    isNarrow && first !== null
      ? t(schedule ? 'reports.schedule.hourNext' : 'reports.schedule.hourFirst', { zone, first })
      : t('reports.schedule.hourHelp', { zone });
  const addresses = own.data && mailsOf(own.data);
  const note = addresses
    ? t('reports.schedule.noteTo', { addresses: addresses.join(', ') })
    : t('reports.schedule.note');

  function send(report: Input<typeof reports.request>) {
    const wish = { ...report, every, hour, timezone, attach, paused: schedule?.paused ?? false };
    return schedule
      ? save.mutateAsync({ scheduleId: schedule.scheduleId, ...wish })
      : create.mutateAsync(wish);
  }

  return (
    <ReportForm
      first={draftOf(me.clientAccessLevel, t('reports.kinds.SENT_MESSAGES'), schedule ?? like)}
      withDays={false}
      busy={create.isPending || save.isPending}
      // One line keeps its room until the addresses are known.
      note={own.isPending ? '\u00a0' : note}
      action={t(schedule ? 'reports.schedule.save' : 'reports.schedule.create')}
      back={SCHEDULES}
      onWish={send}
      when={[
        [
          t('reports.schedule.when'),
          t('reports.schedule.at', {
            every: t(`reports.schedule.everies.${every}`),
            hour: clockTime(hour * 60),
          }),
        ],
        ...(first === null
          ? []
          : [[t(schedule ? 'reports.schedule.next' : 'reports.schedule.first'), first] as const]),
      ]}
    >
      <Section title={t('reports.schedule.when')}>
        <Rows>
          <Halves>
            <SelectInput
              name="every"
              label={t('reports.schedule.every')}
              help={t(`reports.schedule.covers.${every}`, utcDay(timezone, now))}
              value={every}
              onChange={(value) => setEvery(SCHEDULE_EVERY.find((each) => each === value) ?? 'DAY')}
            >
              {SCHEDULE_EVERY.map((each) => (
                <option key={each} value={each}>
                  {t(`reports.schedule.everies.${each}`)}
                </option>
              ))}
            </SelectInput>
            <SelectInput
              name="hour"
              label={t('reports.schedule.hour')}
              help={hourHelp}
              value={String(hour)}
              onChange={(value) => setHour(Number(value))}
            >
              {HOURS.map((each) => (
                <option key={each} value={each}>
                  {clockTime(each * 60)}
                </option>
              ))}
            </SelectInput>
          </Halves>
          <FormControlLabel
            sx={{ alignItems: 'flex-start', m: 0, ml: '-9px' }}
            control={<Checkbox checked={attach} onChange={() => setAttach(!attach)} />}
            label={
              <Box sx={{ pt: '9px' }}>
                {t('reports.schedule.attach')}
                <Typography variant="body2" color="textSecondary">
                  {t('reports.schedule.attachHelp')}
                </Typography>
              </Box>
            }
          />
        </Rows>
      </Section>
    </ReportForm>
  );
}

/** The addresses that get the report, as the server chooses them; undefined for an account without any. */
function mailsOf({ emailAlerts, email }: Output<typeof clients.get>): string[] | undefined {
  if (emailAlerts.length > 0) return emailAlerts;
  return email === null ? undefined : [email];
}
