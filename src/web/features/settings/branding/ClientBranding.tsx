import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { clients } from '../../../../contract/api/clients.ts';
import { useGet } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { Page, Section } from '../../../ui/page/Page.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { BrandEditor } from './BrandEditor.tsx';

/** The brand of another client, reached from its page. */
export function ClientBranding() {
  const { t } = useTranslation();
  const { clientId = '' } = useParams();
  const query = useGet(clients.get, { clientId });
  const back = {
    to: `/dashboard/clients/view/${clientId}`,
    label: query.data?.clientName ?? t('clients.back'),
  };
  return (
    <Page
      title={t('settings.brand.of')}
      back={back}
      purpose={t('settings.brand.ofText', { name: query.data?.clientName ?? '' })}
    >
      {query.data && <BrandEditor client={query.data} />}
      {query.isPending && (
        <Box role="status" aria-label={t('loading')}>
          <Skeleton variant="rounded" height={220} />
        </Box>
      )}
      {query.isError && (
        <Section>
          <ErrorState
            title={t('settings.brand.failed')}
            text={messageOf(query.error)}
            retry={() => void query.refetch()}
          />
        </Section>
      )}
    </Page>
  );
}
