import Select from '@mui/material/Select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Webhook, webhooks } from '../../../../contract/api/webhooks.ts';
import { useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { FormField } from '../../../ui/fields/FormField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { Rows } from '../../../ui/page/layout.tsx';

const SINCE = { hour: 3600, day: 86_400, week: 7 * 86_400, all: Infinity } as const;

type Since = keyof typeof SINCE;

const SINCES = Object.keys(SINCE) as Since[];

export function ReplayDialog({
  webhook: { webhookId, failedCount },
  onClose,
}: {
  webhook: Webhook;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const toast = useToast();
  const [since, setSince] = useState<Since>('day');
  const replay = useSend(webhooks.replayFailed, {
    changes: [webhooks.deliveries, webhooks.list],
    done: ({ count, more }) => {
      toast.success(
        more
          ? t('webhooks.replayFailedMore', { count: number(count) })
          : t('webhooks.replayFailedDone', { count }),
      );
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      title={t('webhooks.replayFailedTitle')}
      action={t('webhooks.replay')}
      busy={replay.isPending}
      onClose={onClose}
      onConfirm={() =>
        replay.mutate({ webhookId, sinceTimestamp: Math.max(0, Date.now() / 1000 - SINCE[since]) })
      }
    >
      <Rows gap={4}>
        <span>{t('webhooks.replayFailedText', { count: failedCount })}</span>
        <FormField id="replay-since" label={t('webhooks.replayFailedSince')}>
          {(parts) => (
            <Select
              native
              size="small"
              value={since}
              onChange={(event) =>
                setSince(SINCES.find((each) => each === event.target.value) ?? 'day')
              }
              inputProps={{ id: parts.id }}
            >
              {SINCES.map((each) => (
                <option key={each} value={each}>
                  {t(`webhooks.since.${each}`)}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      </Rows>
    </ConfirmDialog>
  );
}
