import DoneIcon from '@mui/icons-material/TaskAltOutlined';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { campaigns } from '../../../contract/api/campaigns.ts';
import type { AttentionItem, dashboard } from '../../../contract/api/dashboard.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { useFormat } from '../../ui/figures.tsx';
import { Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { AttentionRow } from './AttentionRow.tsx';

const APPROVALS_SHOWN = 5;

/** Items that need the viewer's attention, each with a link to the screen that resolves it. */
export function AttentionCard({
  query,
}: {
  query: UseQueryResult<Output<typeof dashboard.get>, Error>;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { clientAccessLevel: role } = useMe();
  const items = query.data?.attention;
  const count = role === 'EBU_APPROVER' ? (items?.[0]?.count ?? 0) : (items?.length ?? 0);
  const title =
    count > 0
      ? t('dashboard.attention.titleCount', { value: number(count) })
      : t('dashboard.attention.title');
  return (
    <Section title={title} flush>
      {items === undefined ? (
        query.isError ? (
          <ErrorState
            title={t('dashboard.failed')}
            text={messageOf(query.error)}
            retry={() => void query.refetch()}
          />
        ) : (
          <Box sx={{ px: { xs: 4, sm: 5 }, pb: 5, display: 'grid', gap: 3 }}>
            {[0, 1, 2].map((row) => (
              <Skeleton key={row} variant="rounded" height={44} />
            ))}
          </Box>
        )
      ) : items.length === 0 ? (
        <Nothing />
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {items.map((item) =>
            role === 'EBU_APPROVER' && item.kind === 'CAMPAIGN_APPROVAL' && item.count > 1 ? (
              <Approvals key={item.kind} all={item} />
            ) : (
              <AttentionRow key={item.kind} item={item} stock={query.data?.stock ?? null} />
            ),
          )}
        </Box>
      )}
    </Section>
  );
}

function Nothing() {
  const { t } = useTranslation();
  return (
    <Box sx={{ px: { xs: 4, sm: 5 }, pb: 5, display: 'flex', gap: 3, alignItems: 'flex-start' }}>
      <Box
        aria-hidden="true"
        sx={(theme) => ({
          width: 32,
          height: 32,
          flex: 'none',
          borderRadius: '8px',
          display: 'grid',
          placeItems: 'center',
          color: theme.vars?.palette.tone.success.text,
          backgroundColor: theme.vars?.palette.tone.success.ground,
        })}
      >
        <DoneIcon />
      </Box>
      <Box>
        <Typography variant="subtitle1" component="p">
          {t('dashboard.attention.none')}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {t('dashboard.attention.noneText')}
        </Typography>
      </Box>
    </Box>
  );
}

/** Each campaign that waits is a matter of its own to an approver; the list has all of them. */
function Approvals({ all }: { all: AttentionItem }) {
  const { data } = useGet(
    campaigns.approvals,
    { pageSize: APPROVALS_SHOWN, pageToken: '' },
    { every: () => 15_000 },
  );
  if (data === undefined) return <AttentionRow item={all} stock={null} />;
  return (
    <>
      {data.campaigns.map(({ campaignId, campaignName, clientName, waitingSinceTimestamp }) => (
        <AttentionRow
          key={campaignId}
          item={{
            kind: 'CAMPAIGN_APPROVAL',
            count: 1,
            countIsLowerBound: false,
            first: {
              id: campaignId,
              name: campaignName,
              clientName,
              reason: null,
              sinceTimestamp: waitingSinceTimestamp,
            },
          }}
          stock={null}
        />
      ))}
      {all.count > data.campaigns.length && <AttentionRow item={all} stock={null} />}
    </>
  );
}
