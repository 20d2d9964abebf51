import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { clients } from '../../../../contract/api/clients.ts';
import { useGet, useMe } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { Section } from '../../../ui/page/Page.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { SettingsFrame } from '../../../parts/SettingsFrame.tsx';
import { DetailsForm } from './DetailsForm.tsx';
import { Rows } from '../../../ui/page/layout.tsx';

/** The account's details, alerts, picture and theme. */
export function Details() {
  const { t } = useTranslation();
  const me = useMe();
  const details = useGet(clients.get, { clientId: me.clientId });
  function contents() {
    if (details.data !== undefined) return <DetailsForm client={details.data} />;
    if (details.isError)
      return (
        <Section>
          <ErrorState
            title={t('settings.loadFailed')}
            text={messageOf(details.error)}
            retry={() => void details.refetch()}
          />
        </Section>
      );
    return (
      <Rows role="status" aria-label={t('loading')}>
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} variant="rounded" height={190} />
        ))}
      </Rows>
    );
  }
  return <SettingsFrame tab="details">{contents()}</SettingsFrame>;
}
