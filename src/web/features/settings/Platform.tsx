import Alert from '@mui/material/Alert';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { platform } from '../../../contract/api/platform-settings.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { SecondApprovals } from './SecondApprovals.tsx';
import { SettingsFrame } from '../../parts/SettingsFrame.tsx';
import { ContentRules } from './platform/ContentRules.tsx';
import { UnownedInbox } from './platform/UnownedInbox.tsx';
import { SendingWindows } from './platform/SendingWindows.tsx';
import { Rows } from '../../ui/layout.tsx';

/** Rules for all campaigns: content, missed schedules, sending hours. */
export function Platform() {
  const { t } = useTranslation();
  const me = useMe();
  const query = useGet(platform.get, {});
  const edits = reachOf(me.clientAccessLevel, 'platform.edit') !== undefined && !me.impersonated;
  return (
    <SettingsFrame tab="platform" purpose={t('platform.purpose')}>
      {query.data === undefined ? (
        query.isError ? (
          <Section>
            <ErrorState
              title={t('list.failed')}
              text={messageOf(query.error)}
              retry={() => void query.refetch()}
            />
          </Section>
        ) : (
          <Skeleton variant="rounded" height={320} />
        )
      ) : (
        <Rows isFluid>
          {!edits && <Alert severity="info">{t('platform.readOnly')}</Alert>}
          <ContentRules
            key={JSON.stringify([
              query.data.contentRules,
              query.data.tooLateMinutes,
              query.data.stepUpUnits,
            ])}
            settings={query.data}
            edits={edits}
          />
          <UnownedInbox
            key={query.data.inbox?.clientId ?? ''}
            inbox={query.data.inbox}
            edits={edits}
          />
          {edits && <SecondApprovals />}
          <SendingWindows windows={query.data.windows} edits={edits} />
        </Rows>
      )}
    </SettingsFrame>
  );
}
