import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { webhooks } from '../../../contract/api/webhooks.ts';
import { useGet } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { Page, Section } from '../../ui/page/Page.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { WebhookDetails } from './webhook/WebhookDetails.tsx';

const BACK = '/dashboard/settings/webhooks';

/** More than a client may have. */
const ALL = 200;

export function WebhookPage() {
  const { t } = useTranslation();
  const { webhookId = '' } = useParams();
  const query = useGet(webhooks.list, { pageSize: ALL }, { every: () => 5000 });
  const webhook = query.data?.webhooks.find((each) => each.webhookId === webhookId);
  const back = { to: BACK, label: t('webhooks.back') };
  if (webhook) return <WebhookDetails webhook={webhook} back={back} />;
  if (query.data === undefined && !query.isError)
    return (
      <Page title={t('loading')} back={back}>
        <Skeleton variant="rounded" height={320} />
      </Page>
    );
  return (
    <Page title={t('settings.tabs.webhooks')} back={back}>
      <Section>
        <ErrorState
          title={query.isError ? t('webhooks.loadFailed') : t('webhooks.notFound')}
          text={query.isError ? messageOf(query.error) : t('webhooks.notFoundText')}
          retry={query.isError ? () => void query.refetch() : undefined}
        />
      </Section>
    </Page>
  );
}
