import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { clients } from '../../../contract/api/clients.ts';
import { useGet } from '../../parts/queries.ts';
import { CallError } from '../../api/request.ts';
import { messageOf } from '../../api/call.ts';
import { Page, Section } from '../../ui/page/Page.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { clientAddress } from './columns.tsx';
import { EditClientForm } from './edit-client/EditClientForm.tsx';

export function EditClient() {
  const { t } = useTranslation();
  const { clientId = '' } = useParams();
  const query = useGet(clients.get, { clientId });
  const back = { to: clientAddress(clientId), label: query.data?.clientName ?? t('clients.back') };
  if (query.data) return <EditClientForm key={clientId} client={query.data} />;
  if (!query.isError)
    return (
      <Page title={t('loading')} back={back}>
        <Skeleton variant="rounded" height={480} sx={{ maxWidth: 720 }} />
      </Page>
    );
  const gone = query.error instanceof CallError && [400, 403, 404].includes(query.error.status);
  return (
    <Page title={t('clients.name')} back={{ to: '/dashboard/clients', label: t('clients.back') }}>
      <Section>
        <ErrorState
          title={gone ? t('clients.notFound') : t('list.failed')}
          text={gone ? t('clients.notFoundText') : messageOf(query.error)}
          retry={gone ? undefined : () => void query.refetch()}
        />
      </Section>
    </Page>
  );
}
