import DoneIcon from '@mui/icons-material/TaskAltOutlined';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { campaigns, Campaign } from '../../../contract/api/campaigns.ts';
import type { AttentionItem, ClientWatch, dashboard } from '../../../contract/api/dashboard.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { decidesOnOthers } from '../../../contract/shared/roles.ts';
import { useMe } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { AttentionRow, LowClientsRow } from './AttentionRow.tsx';
import { LowClients } from './LowClients.tsx';

/** As high as the chart beside it. */
const LIST = 276;

/** Items that need the viewer's attention, each with a link to the screen that resolves it. */
export function AttentionCard({
  query,
  approvals,
  low,
  isReady,
}: {
  query: UseQueryResult<Output<typeof dashboard.get>, Error>;
  /** The campaigns that wait for an approver, the first of them. */
  approvals: Output<typeof campaigns.approvals> | undefined;
  /** The clients below that run out of units. */
  low: ClientWatch['low'] | undefined;
  isReady: boolean;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { clientAccessLevel: role } = useMe();
  const lowClients = low?.count ?? 0;
  const attention = isReady ? query.data?.attention : undefined;
  // The strip above names the connectors to those who run the installation, but not beside "nothing".
  const others = attention?.filter(
    ({ kind }) => role !== 'ADMINISTRATOR' || kind !== 'CONNECTOR_DOWN',
  );
  const items = others?.length === 0 && lowClients === 0 ? attention : others;
  const count =
    role === 'EBU_APPROVER'
      ? (items?.[0]?.count ?? 0)
      : (items?.length ?? 0) + (items && lowClients > 0 ? 1 : 0);
  // The row about clients has a count of its own, and each of them a row: one above them would contradict it.
  const title =
    count > 0 && lowClients === 0
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
      ) : count === 0 ? (
        <Nothing />
      ) : (
        <Box
          sx={{
            containerType: 'inline-size',
            maxHeight: { lg: LIST },
            overflowY: { lg: 'auto' },
          }}
        >
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {items.map((item) =>
              role === 'EBU_APPROVER' && item.kind === 'CAMPAIGN_APPROVAL' ? (
                <Approvals key={item.kind} all={item} data={approvals} />
              ) : (
                <AttentionRow key={item.kind} item={item} stock={query.data?.stock ?? null} />
              ),
            )}
            {lowClients > 0 && <LowClientsRow count={lowClients} />}
          </Box>
          {low && lowClients > 0 && <LowClients low={low} />}
        </Box>
      )}
    </Section>
  );
}

function Nothing() {
  const { t } = useTranslation();
  const decides = decidesOnOthers(useMe());
  return (
    <Box
      sx={{
        px: { xs: 4, sm: 5 },
        pb: 5,
        display: 'flex',
        gap: 3,
        // In the middle of the room beside the chart.
        flexDirection: { lg: 'column' },
        alignItems: { xs: 'flex-start', lg: 'center' },
        justifyContent: { lg: 'center' },
        textAlign: { lg: 'center' },
        minHeight: { lg: 180 },
      }}
    >
      <Box
        aria-hidden="true"
        sx={(theme) => ({
          width: 32,
          height: 32,
          flex: 'none',
          borderRadius: 'var(--corner)',
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
          {t(decides ? 'dashboard.attention.noneText' : 'dashboard.attention.noneTextOwn')}
        </Typography>
      </Box>
    </Box>
  );
}

/** Each campaign that waits is a matter of its own to an approver; the list has all of them. */
function Approvals({
  all,
  data,
}: {
  all: AttentionItem;
  data: Output<typeof campaigns.approvals> | undefined;
}) {
  const { t } = useTranslation();
  const { number, minute } = useFormat();
  if (data === undefined) return <AttentionRow item={all} stock={null} />;
  const factsOf = ({ senderId, recipientCount: count, scheduleTimestamp: at }: Campaign) =>
    [
      senderId,
      t('dashboard.campaigns.recipients', { count, value: number(count) }),
      at === null ? null : t('dashboard.attention.sendsAt', { time: minute(at) }),
    ]
      .filter((fact) => fact !== null)
      .join(' · ');
  return (
    <>
      {data.campaigns.map((campaign) => (
        <AttentionRow
          key={campaign.campaignId}
          facts={factsOf(campaign)}
          quote={campaign.text}
          item={{
            kind: 'CAMPAIGN_APPROVAL',
            count: 1,
            countIsLowerBound: false,
            first: {
              id: campaign.campaignId,
              name: campaign.campaignName,
              clientName: campaign.clientName,
              reason: null,
              sinceTimestamp: campaign.waitingSinceTimestamp,
            },
          }}
          stock={null}
        />
      ))}
      {all.count > data.campaigns.length && <AttentionRow item={all} stock={null} />}
    </>
  );
}
