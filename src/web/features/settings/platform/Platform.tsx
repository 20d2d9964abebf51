import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { platform } from '../../../../contract/api/platform-settings.ts';
import { secondApprovals } from '../../../../contract/api/second-approvals.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { useGet, useMe } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { Section } from '../../../ui/page/Page.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { SettingsFrame } from '../../../parts/SettingsFrame.tsx';
import { PlatformForm } from './PlatformForm.tsx';

/** Requests for a second approval change while the page is open. */
const EVERY = 15_000;

/** Rules for all campaigns, second approvals and sending hours. */
export function Platform() {
  const { t } = useTranslation();
  const me = useMe();
  const edits = reachOf(me.clientAccessLevel, 'platform.edit') !== undefined && !me.impersonated;
  const query = useGet(platform.get, {});
  const approvals = useGet(secondApprovals.list, {}, { when: edits, every: () => EVERY });
  const failed = [query, ...(edits ? [approvals] : [])].find(
    ({ data, isError }) => data === undefined && isError,
  );
  const isLoading = query.data === undefined || (edits && approvals.data === undefined);
  return (
    <SettingsFrame tab="platform" purpose={t('platform.purpose')}>
      {failed ? (
        <Section>
          <ErrorState
            title={t('list.failed')}
            text={messageOf(failed.error)}
            retry={() => void failed.refetch()}
          />
        </Section>
      ) : isLoading ? (
        <Skeleton variant="rounded" height={320} />
      ) : (
        <PlatformForm settings={query.data!} approvals={approvals.data} edits={edits} />
      )}
    </SettingsFrame>
  );
}
