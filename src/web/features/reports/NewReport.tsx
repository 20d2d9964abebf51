import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { REPORT_KINDS } from '../../../contract/api/report-columns.ts';
import { reports, type Report } from '../../../contract/api/reports.ts';
import { tasks } from '../../../contract/api/tasks.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { Loading } from '../../ui/page/Loading.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { REPORTS } from './ReportFrame.tsx';
import { draftOf, usualColumns } from './report-form/draft.ts';
import { ReportForm } from './report-form/ReportForm.tsx';
import { useLeadOn } from '../../ui/page/useLeadOn.ts';

/** Requests a report; `?like=` begins with the choices of another, `?campaign=` with a campaign's messages. */
export function NewReport() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const like = parameters.get('like') ?? '';
  const other = useGet(reports.get, { requestId: like }, { when: like !== '' });
  return (
    <Page title={t('reports.new')} back={{ to: REPORTS, label: t('menu.downloadReport') }}>
      {like !== '' && other.isPending ? (
        <Loading />
      ) : (
        <Form
          like={other.data}
          kind={REPORT_KINDS.find((each) => each === parameters.get('kind'))}
          campaignId={parameters.get('campaign')}
        />
      )}
    </Page>
  );
}

function Form({
  like,
  kind,
  campaignId,
}: {
  like: Report | undefined;
  kind: Report['kind'] | undefined;
  campaignId: string | null;
}) {
  const { t } = useTranslation();
  const me = useMe();
  const toast = useToast();
  const leadOn = useLeadOn();
  const role = me.clientAccessLevel;
  const wanted = campaignId === null ? kind : 'CAMPAIGN_MESSAGES';
  const first = () => {
    if (like || wanted === undefined) return draftOf(role, t('reports.kinds.SENT_MESSAGES'), like);
    const name = t(`reports.kinds.${wanted}`);
    const empty = draftOf(role, name);
    return {
      ...draftOf(role, name, {
        name,
        kind: wanted,
        format: empty.format,
        filters: campaignId === null ? {} : { campaignIds: [campaignId] },
        columns: usualColumns(role, wanted).flatMap(({ column, kept }) => (kept ? [column] : [])),
      }),
      days: empty.days,
    };
  };
  const request = useSend(reports.request, {
    changes: [reports.list, tasks.list],
    done: () => {
      toast.success(t('reports.requested'));
      leadOn(REPORTS);
    },
    failed: () => undefined,
  });

  return (
    <ReportForm
      first={first()}
      withDays
      busy={request.isPending}
      note={t('reports.form.note')}
      action={t('reports.form.request')}
      back={REPORTS}
      onWish={(wish) => request.mutateAsync(wish)}
    />
  );
}
