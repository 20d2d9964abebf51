import WebhookIcon from '@mui/icons-material/WebhookOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { WEBHOOK_EVENTS, webhooks, type Webhook } from '../../../contract/api/webhooks.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { SettingsFrame } from '../../parts/SettingsFrame.tsx';
import { AfterList } from '../../ui/data-table/AfterList.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { type Column } from '../../ui/data-table/column.ts';
import { Time, useFormat, useNow } from '../../ui/figures/figures.tsx';
import { Folded } from '../../ui/page/Folded.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { StatusChip, useStatusWord } from '../../ui/figures/StatusChip.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { SecretDialog } from '../../parts/webhooks/SecretDialog.tsx';
import { Snippets } from '../../parts/webhooks/Snippets.tsx';
import { nameOf, stateOf } from './stateOf.ts';
import { WebhookDialog } from './WebhookDialog.tsx';
import { useLeadOn } from '../../ui/page/useLeadOn.ts';

const addressOf = (webhookId: string) => `/dashboard/settings/webhooks/${webhookId}`;

/** The webhooks of the account, with their state. */
export function WebhookList() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const leadOn = useLeadOn();
  const word = useStatusWord();
  const list = useListAddress();
  const query = useGet(
    webhooks.list,
    { pageSize: list.pageSize, pageToken: list.token },
    { keep: true, every: () => 10_000 },
  );
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);

  const wordsOf = (events: Webhook['events']) =>
    events.length === WEBHOOK_EVENTS.length
      ? t('webhooks.allEvents')
      : events.map((event) => t(`webhooks.events.${event}`)).join(', ');
  const columns: Column<Webhook>[] = [
    {
      key: 'state',
      label: t('webhooks.state'),
      onPhone: 'amount',
      value: (webhook) => word(stateOf(webhook)),
      cell: (webhook) => <State webhook={webhook} />,
    },
    {
      key: 'address',
      label: t('webhooks.address'),
      from: 700,
      width: 26,
      onPhone: 'line',
      cell: ({ url }) => url,
    },
    {
      key: 'events',
      label: t('webhooks.eventsHead'),
      from: 900,
      grows: true,
      onPhone: 'line',
      value: ({ url, events }) => (url === null ? '' : wordsOf(events)),
      cell: ({ url, events }) => url !== null && <TwoLines text={wordsOf(events)} />,
    },
    {
      key: 'waiting',
      label: t('webhooks.waiting'),
      figure: true,
      from: 560,
      onPhone: true,
      value: ({ pendingCount }) => pendingCount,
      cell: ({ pendingCount }) => number(pendingCount),
    },
    {
      key: 'failed',
      label: t('webhooks.failed'),
      figure: true,
      from: 560,
      onPhone: true,
      value: ({ failedCount }) => failedCount,
      cell: ({ failedCount }) => number(failedCount),
    },
    // A phone has no room for it under the state.
    {
      key: 'next',
      label: t('webhooks.next'),
      figure: true,
      from: 1400,
      onPhone: true,
      cell: ({ breaker }) => (breaker === null ? null : <Time at={breaker.probeTimestamp} />),
    },
    {
      key: 'created',
      label: t('webhooks.created'),
      figure: true,
      from: 1400,
      cell: ({ createTimestamp }) => <Time at={createTimestamp} />,
    },
  ];
  const add = !me.impersonated && (
    <Button variant="contained" startIcon={<WebhookIcon />} onClick={() => setAdding(true)}>
      {t('webhooks.add')}
    </Button>
  );
  const callbacks = query.data?.webhooks.find(({ url }) => url === null);

  return (
    <SettingsFrame tab="webhooks" purpose={t('webhooks.purpose')} actions={add}>
      <DataTable
        label={t('settings.tabs.webhooks')}
        query={query}
        rowsOf={(page) => page.webhooks}
        keyOf={({ webhookId }) => webhookId}
        list={list}
        filters={[]}
        nameLabel={t('webhooks.description')}
        nameWidth={20}
        columns={columns}
        name={(webhook) => ({
          text: nameOf(webhook, t('webhooks.callbacks')),
          to: addressOf(webhook.webhookId),
        })}
        empty={
          <EmptyState
            icon={<WebhookIcon />}
            title={t('webhooks.empty')}
            text={t('webhooks.emptyText')}
            action={add}
          />
        }
      />
      <Box sx={{ display: 'grid', gap: 5, mt: 5 }}>
        <AfterList query={query}>
          <Folded title={t('webhooks.check')} heading="h2">
            <Snippets />
          </Folded>
          {query.data && !callbacks && (
            <Callbacks impersonated={me.impersonated} onMade={setSecret} />
          )}
        </AfterList>
      </Box>
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
      {adding && (
        <WebhookDialog
          onClose={() => setAdding(false)}
          onMade={(webhookId) => leadOn(addressOf(webhookId))}
        />
      )}
    </SettingsFrame>
  );
}

/** The state, and of a suspended one how long it has been so, the next attempt and the way to its failures. */
function State({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const { age, clock } = useFormat();
  const now = useNow();
  const { breaker } = webhook;
  return (
    <Box sx={{ py: { sm: '4px' } }}>
      <StatusChip status={stateOf(webhook)} />
      {breaker !== null && (
        <Typography
          variant="caption"
          component="div"
          color="textSecondary"
          sx={{ display: { xs: 'none', sm: 'block' }, mt: '2px' }}
        >
          {t('webhooks.suspendedFor', {
            age: age(Math.max(0, now - breaker.openTimestamp)),
            time: clock(breaker.probeTimestamp),
          })}
          {' · '}
          <Link component={RouterLink} to={addressOf(webhook.webhookId)}>
            {t('webhooks.seeWhy')}
          </Link>
        </Typography>
      )}
    </Box>
  );
}

/** A long text in two lines, whole on hover. */
function TwoLines({ text }: { text: string }) {
  return (
    <Box
      title={text}
      sx={{
        display: { xs: 'inline', sm: '-webkit-box' },
        WebkitBoxOrient: 'vertical',
        WebkitLineClamp: 2,
        overflow: 'hidden',
        whiteSpace: 'normal',
      }}
    >
      {text}
    </Box>
  );
}

/** Offers a secret for callbacks to addresses given with messages, while there is none. */
function Callbacks({
  impersonated,
  onMade,
}: {
  impersonated: boolean;
  onMade(secret: string): void;
}) {
  const { t } = useTranslation();
  const create = useSend(webhooks.createCallbacks, {
    changes: [webhooks.list],
    done: ({ secret }) => onMade(secret),
  });
  return (
    <Section
      title={t('webhooks.callbacks')}
      action={
        impersonated ? undefined : (
          <Button
            variant="outlined"
            color="inherit"
            loading={create.isPending}
            onClick={() => create.mutate({})}
          >
            {t('webhooks.callbacksMake')}
          </Button>
        )
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ maxWidth: 720 }}>
        {t('webhooks.callbacksText')} {t('webhooks.callbacksNone')}
      </Typography>
    </Section>
  );
}
