import WebhookIcon from '@mui/icons-material/WebhookOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { webhooks, type Webhook } from '../../../contract/api/webhooks.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { SettingsFrame } from '../../parts/SettingsFrame.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { type Column } from '../../ui/data-table/column.ts';
import { Time, useFormat } from '../../ui/figures.tsx';
import { Folded } from '../../ui/Folded.tsx';
import { Section } from '../../ui/Page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { useListAddress } from '../../ui/useListAddress.ts';
import { SecretDialog } from '../../parts/webhooks/SecretDialog.tsx';
import { Snippets } from '../../parts/webhooks/Snippets.tsx';
import { nameOf, stateOf } from './stateOf.ts';
import { WebhookDialog } from './WebhookDialog.tsx';

const addressOf = (webhookId: string) => `/dashboard/settings/webhooks/${webhookId}`;

/** The webhooks of the account, with their state. */
export function WebhookList() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const navigate = useNavigate();
  const list = useListAddress();
  const query = useGet(
    webhooks.list,
    { pageSize: list.pageSize, pageToken: list.token },
    { keep: true, every: () => 10_000 },
  );
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);

  const columns: Column<Webhook>[] = [
    {
      key: 'state',
      label: t('webhooks.state'),
      onPhone: 'amount',
      cell: (webhook) => <StatusChip status={stateOf(webhook)} />,
    },
    {
      key: 'address',
      label: t('webhooks.address'),
      from: 700,
      width: 30,
      onPhone: 'line',
      cell: ({ url }) => url,
    },
    {
      key: 'events',
      label: t('webhooks.eventsHead'),
      from: 900,
      grows: true,
      cell: ({ url, events }) =>
        url === null ? '' : events.map((event) => t(`webhooks.events.${event}`)).join(', '),
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
        <Folded title={t('webhooks.check')} heading="h2">
          <Snippets />
        </Folded>
        {query.data && !callbacks && (
          <Callbacks impersonated={me.impersonated} onMade={setSecret} />
        )}
      </Box>
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
      {adding && (
        <WebhookDialog
          onClose={() => setAdding(false)}
          onMade={(webhookId) => void navigate(addressOf(webhookId))}
        />
      )}
    </SettingsFrame>
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
