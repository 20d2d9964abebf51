import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import DoneIcon from '@mui/icons-material/TaskAltOutlined';
import WaitingIcon from '@mui/icons-material/PendingActionsOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { campaigns } from '../../../contract/api/campaigns.ts';
import type { Attention, AttentionItem, dashboard } from '../../../contract/api/dashboard.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { reachOf, type Role } from '../../../contract/shared/roles.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { Time, useFormat } from '../../ui/figures.tsx';
import { Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useReason } from '../../parts/useReason.ts';

const APPROVALS_SHOWN = 5;

const ICONS = { error: ErrorIcon, warning: WarningIcon, info: WaitingIcon } as const;

type Way = {
  tone: keyof typeof ICONS;
  /** Where one of them is mended, by its id; else where all are. */
  one?(id: string, item: AttentionItem): string;
  all: string;
};

const WAYS: Readonly<Record<Attention, Way>> = {
  LEDGER_WRONG: { tone: 'error', all: 'purchases/payments' },
  CONNECTOR_DOWN: {
    tone: 'error',
    one: (cid, { first }) => `jasmin/${first.reason ?? 'smpp'}/${cid}`,
    all: 'jasmin/smpp',
  },
  LOW_UNITS: { tone: 'warning', all: 'purchases/topup' },
  CAMPAIGN_TOO_LATE: {
    tone: 'warning',
    one: (id) => `campaigns/${id}`,
    all: 'campaigns?status=PAUSED',
  },
  CAMPAIGN_FAILED: {
    tone: 'error',
    one: (id) => `campaigns/${id}`,
    all: 'campaigns?status=FAILED',
  },
  WEBHOOK_FAILING: {
    tone: 'warning',
    one: (id) => `settings/webhooks/${id}`,
    all: 'settings/webhooks',
  },
  DOCUMENT_REJECTED: {
    tone: 'error',
    one: (id) => `sender-ids/${id}`,
    all: 'sender-ids?status=PENDING_DOCUMENTS_APPROVAL',
  },
  SENDER_FEE: {
    tone: 'warning',
    one: (id) => `sender-ids/pay?senderId=${id}`,
    all: 'sender-ids?status=DOCUMENTS_APPROVED',
  },
  CAMPAIGN_APPROVAL: { tone: 'info', one: (id) => `campaigns/${id}`, all: 'campaigns' },
  SENDER_REVIEW: { tone: 'info', one: (id) => `sender-ids/${id}`, all: 'sender-ids/review' },
  SECOND_APPROVAL: { tone: 'info', all: 'settings/platform' },
  PAYMENT_SILENT: {
    tone: 'warning',
    one: (id) => `purchases/payments/${id}`,
    all: 'purchases/payments?status=PENDING',
  },
  PAYMENT_ORPHAN: { tone: 'warning', all: 'purchases/payments' },
};

/** What waits for whoever looks, or goes wrong, each with the way to where it is mended. */
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
              <Row key={item.kind} item={item} stock={query.data?.stock ?? null} />
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

/** To whoever is there to approve, each campaign that waits is a matter of its own; all of them stand in the list. */
function Approvals({ all }: { all: AttentionItem }) {
  const { data } = useGet(
    campaigns.approvals,
    { pageSize: APPROVALS_SHOWN, pageToken: '' },
    { every: () => 15_000 },
  );
  if (data === undefined) return <Row item={all} stock={null} />;
  return (
    <>
      {data.campaigns.map(({ campaignId, campaignName, clientName, waitingSinceTimestamp }) => (
        <Row
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
      {all.count > data.campaigns.length && <Row item={all} stock={null} />}
    </>
  );
}

function Row({
  item,
  stock,
}: {
  item: AttentionItem;
  stock: Output<typeof dashboard.get>['stock'];
}) {
  const { t } = useTranslation();
  const { number, units } = useFormat();
  const reasonWords = useReason();
  const { clientAccessLevel: role } = useMe();
  const { kind, count, countIsLowerBound, first } = item;
  const { tone } = WAYS[kind];
  const Icon = ICONS[tone];
  const alone = count === 1 && !countIsLowerBound;
  const name = first.name ?? '';
  const text = () => {
    switch (kind) {
      case 'LOW_UNITS':
        return stock && stock.lowUnitsNotifyLevel > 0
          ? t('dashboard.attention.texts.LOW_UNITS_LEVEL', {
              units: units(stock.balance),
              level: number(stock.lowUnitsNotifyLevel),
            })
          : t('dashboard.attention.texts.LOW_UNITS', { units: units(stock?.balance ?? 0) });
      case 'CAMPAIGN_TOO_LATE':
      case 'CAMPAIGN_FAILED':
        return alone && first.reason ? reasonWords(first.reason) : undefined;
      case 'DOCUMENT_REJECTED':
        return [alone ? first.reason : null, t('dashboard.attention.texts.DOCUMENT_REJECTED')]
          .filter(Boolean)
          .join(' · ');
      case 'SENDER_FEE':
        return alone ? (first.reason ?? undefined) : undefined;
      case 'CAMPAIGN_APPROVAL':
      case 'SENDER_REVIEW':
      case 'SECOND_APPROVAL':
        return undefined;
      default:
        return t(`dashboard.attention.texts.${kind}`);
    }
  };
  const detail = [alone ? first.clientName : null, text()].filter(Boolean).join(' · ');
  const go =
    kind === 'LOW_UNITS' && !mayBuy(role)
      ? t('dashboard.attention.go.LOW_UNITS_SEE')
      : t(`dashboard.attention.go.${kind}`);
  const sentence = t(`dashboard.attention.items.${kind}`, {
    count: alone ? 1 : Math.max(2, count),
    value: `${number(count)}${countIsLowerBound ? '+' : ''}`,
    name,
  });
  return (
    <Box
      component="li"
      sx={(theme) => ({
        display: 'flex',
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        columnGap: 3,
        rowGap: 2,
        alignItems: 'center',
        px: { xs: 4, sm: 5 },
        py: 3,
        borderTop: `1px solid ${theme.vars?.palette.divider}`,
      })}
    >
      <Box
        aria-hidden="true"
        sx={(theme) => ({
          width: 32,
          height: 32,
          flex: 'none',
          borderRadius: '8px',
          display: 'grid',
          placeItems: 'center',
          alignSelf: 'flex-start',
          color: theme.vars?.palette.tone[tone].text,
          backgroundColor: theme.vars?.palette.tone[tone].ground,
        })}
      >
        <Icon />
      </Box>
      <Box sx={{ minWidth: 0, flex: { xs: '1 1 calc(100% - 44px)', sm: 1 } }}>
        <Typography variant="subtitle1" component="p" sx={{ overflowWrap: 'anywhere' }}>
          {sentence}
        </Typography>
        {(detail !== '' || first.sinceTimestamp !== null) && (
          <Typography variant="body2" component="p" color="textSecondary">
            {first.sinceTimestamp !== null && <Time at={first.sinceTimestamp} />}
            {first.sinceTimestamp !== null && detail !== '' && ' · '}
            {detail}
          </Typography>
        )}
      </Box>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        component={RouterLink}
        to={addressOf(item, role)}
        aria-label={`${go}: ${sentence}`}
        sx={{ flex: 'none', ml: { xs: 11, sm: 0 } }}
      >
        {go}
      </Button>
    </Box>
  );
}

const mayBuy = (role: Role) => reachOf(role, 'purchases.buy') !== undefined;

function addressOf(item: AttentionItem, role: Role): string {
  const { one, all } = WAYS[item.kind];
  if (item.kind === 'LOW_UNITS' && !mayBuy(role)) return '/dashboard/purchases';
  return `/dashboard/${one && item.count === 1 && !item.countIsLowerBound && item.first.id !== null ? one(item.first.id, item) : all}`;
}
