import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import KeyIcon from '@mui/icons-material/KeyOutlined';
import PauseIcon from '@mui/icons-material/PauseOutlined';
import ReplayIcon from '@mui/icons-material/ReplayOutlined';
import ResumeIcon from '@mui/icons-material/PlayArrowOutlined';
import TestIcon from '@mui/icons-material/SendOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type Webhook, webhooks } from '../../../../contract/api/webhooks.ts';
import { useMe, useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Folded } from '../../../ui/page/Folded.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { StatusChip } from '../../../ui/figures/StatusChip.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { SecretDialog } from '../../../parts/webhooks/SecretDialog.tsx';
import { Snippets } from '../../../parts/webhooks/Snippets.tsx';
import { nameOf, stateOf } from '../stateOf.ts';
import { WebhookDialog } from '../WebhookDialog.tsx';
import { TestResult } from './TestResult.tsx';
import { WebhookHealth } from './WebhookHealth.tsx';
import { AboutWebhook } from './AboutWebhook.tsx';
import { DeliveryLog } from './DeliveryLog.tsx';
import { ReplayDialog } from './ReplayDialog.tsx';
import { Rows } from '../../../ui/page/layout.tsx';
import { useLeadOn } from '../../../ui/page/useLeadOn.ts';

export function WebhookDetails({
  webhook,
  back,
}: {
  webhook: Webhook;
  back: { to: string; label: string };
}) {
  const { t } = useTranslation();
  const me = useMe();
  const toast = useToast();
  const leadOn = useLeadOn();
  const { webhookId, url, enabled } = webhook;
  const name = nameOf(webhook, t('webhooks.callbacks'));
  const [asking, setAsking] = useState<'edit' | 'rotate' | 'remove' | 'replay' | null>(null);
  const close = () => setAsking(null);
  const changes = [webhooks.list, webhooks.deliveries];
  const test = useSend(webhooks.sendTest, { changes });
  const update = useSend(webhooks.update, {
    changes,
    done: (changed) =>
      toast.success(changed.enabled ? t('webhooks.resumedDone') : t('webhooks.pausedDone')),
  });
  const rotate = useSend(webhooks.rotateSecret, { changes, done: close });
  const remove = useSend(webhooks.remove, {
    changes,
    done: () => {
      toast.success(t('webhooks.removedDone'));
      leadOn(back.to);
    },
  });

  return (
    <Page
      title={name}
      back={back}
      aside={<StatusChip status={stateOf(webhook)} />}
      purpose={url === null ? t('webhooks.callbacksText') : undefined}
      actions={
        <>
          {url !== null && !me.impersonated && (
            <Button
              variant="outlined"
              color="inherit"
              startIcon={<EditIcon />}
              onClick={() => setAsking('edit')}
            >
              {t('webhooks.edit')}
            </Button>
          )}
          {url !== null && (
            <Button
              variant="contained"
              startIcon={<TestIcon />}
              loading={test.isPending}
              onClick={() => test.mutate({ webhookId })}
            >
              {t('webhooks.test')}
            </Button>
          )}
          <RowMenu
            name={name}
            actions={[
              ...(webhook.failedCount > 0
                ? [
                    {
                      key: 'replay',
                      label: t('webhooks.replayFailed'),
                      icon: <ReplayIcon />,
                      act: () => setAsking('replay'),
                    },
                  ]
                : []),
              ...(me.impersonated
                ? []
                : [
                    {
                      key: 'rotate',
                      label: t('webhooks.rotate'),
                      icon: <KeyIcon />,
                      act: () => setAsking('rotate'),
                    },
                    {
                      key: 'pause',
                      label: enabled ? t('webhooks.pause') : t('webhooks.resume'),
                      icon: enabled ? <PauseIcon /> : <ResumeIcon />,
                      act: () => update.mutate({ webhookId, enabled: !enabled }),
                    },
                    {
                      key: 'remove',
                      label: t('webhooks.remove'),
                      icon: <DeleteIcon />,
                      danger: true,
                      act: () => setAsking('remove'),
                    },
                  ]),
            ]}
          />
        </>
      }
    >
      <Rows>
        {test.data && <TestResult {...test.data} onClose={() => test.reset()} />}
        <WebhookHealth webhook={webhook} />
        <AboutWebhook webhook={webhook} />
        <Folded heading="h2" title={t('webhooks.check')}>
          <Snippets />
        </Folded>
        <DeliveryLog webhook={webhook} />
      </Rows>
      {asking === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      {asking === 'replay' && <ReplayDialog webhook={webhook} onClose={close} />}
      <ConfirmDialog
        open={asking === 'rotate'}
        title={t('webhooks.rotateTitle')}
        action={t('webhooks.rotate')}
        busy={rotate.isPending}
        onConfirm={() => rotate.mutate({ webhookId })}
        onClose={close}
      >
        {t('webhooks.rotateText')}
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'remove'}
        title={t('webhooks.removeTitle')}
        action={t('webhooks.remove')}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ webhookId })}
        onClose={close}
      >
        {t('webhooks.removeText', { name })}
      </ConfirmDialog>
      {rotate.data && <SecretDialog secret={rotate.data.secret} onClose={() => rotate.reset()} />}
    </Page>
  );
}
