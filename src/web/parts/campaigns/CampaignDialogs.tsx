import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { campaigns, type Campaign } from '../../../contract/api/campaigns.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { isDayTime } from '../../../contract/shared/dates.ts';
import { fieldOfMoment, momentOfField } from '../../../contract/shared/zones.ts';
import { useGet, useSend } from '../queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { DateField } from '../../ui/fields/DateField.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';
import { filled } from '../../ui/fields/rules.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useFields } from '../../ui/fields/useFields.ts';
import { useOpening } from '../opening.ts';
import { FormDialog } from '../FormDialog.tsx';

/** Asks for the reason, which the campaign's owner sees. */
export function DeclineDialog({
  campaign,
  busy,
  onClose,
  onDecline,
}: {
  campaign: Campaign;
  busy: boolean;
  onClose(): void;
  onDecline(reason: string): void;
}) {
  const { t } = useTranslation();
  const fields = useFields({
    rules: z.object({ reason: filled(t('campaigns.declineReasonMissing'), 500) }),
    values: { reason: '' },
  });
  return (
    <FormDialog
      title={t('campaigns.declineTitle')}
      text={t('campaigns.declineText', {
        name: campaign.campaignName,
        client: campaign.clientName,
      })}
      action={t('campaigns.decline')}
      danger
      busy={busy}
      gap={4}
      onClose={onClose}
      onSubmit={fields.submit(({ reason }) => onDecline(reason))}
    >
      <TextField
        {...fields.text('reason')}
        label={t('campaigns.declineReason')}
        help={t('campaigns.declineReasonHelp')}
        multiline
        autoFocus
        input={{ maxLength: 500 }}
      />
    </FormDialog>
  );
}

/** Asks for another time, by the clocks of the campaign's client. */
export function RescheduleDialog({
  campaign,
  changes,
  onClose,
  onDone,
}: {
  campaign: Campaign;
  changes: readonly Endpoint[];
  onClose(): void;
  onDone(): void;
}) {
  const { t } = useTranslation();
  const { timezone } = campaign;
  const [first] = useState(() =>
    fieldOfMoment(
      Math.max(campaign.scheduleTimestamp ?? 0, Math.ceil(Date.now() / 3_600_000) * 3600),
      timezone,
    ),
  );
  const fields = useFields({
    rules: z.object({
      scheduleTimestamp: z
        .string()
        .check(
          z.minLength(1, { error: t('campaigns.rescheduleMissing'), abort: true }),
          z.refine(isDayTime, { error: t('time.momentWrong') }),
        ),
    }),
    values: { scheduleTimestamp: first },
  });
  const send = useSend(campaigns.reschedule, { changes, done: onDone, failed: fields.failed });
  return (
    <FormDialog
      title={t('campaigns.rescheduleTitle')}
      action={t('campaigns.reschedule')}
      busy={send.isPending}
      refusal={fields.refusal}
      gap={4}
      onClose={onClose}
      onSubmit={fields.submit(({ scheduleTimestamp }) =>
        send.mutate({
          campaignId: campaign.campaignId,
          scheduleTimestamp: momentOfField(scheduleTimestamp, timezone)!,
        }),
      )}
    >
      <DateField
        control={fields.control}
        name="scheduleTimestamp"
        label={t('campaigns.rescheduleAt')}
        help={t('campaigns.rescheduleHelp', { zone: timezone.replaceAll('_', ' ') })}
        hasTime
        autoFocus
      />
    </FormDialog>
  );
}

/** Refuses to send outside the sending hours and offers the next opening. */
export function OpeningDialog({
  campaign,
  changes,
  onClose,
  onDone,
}: {
  campaign: Campaign;
  changes: readonly Endpoint[];
  onClose(): void;
  onDone(): void;
}) {
  const { t } = useTranslation();
  const { minute } = useFormat();
  const { data } = useGet(campaigns.forecast, { campaignId: campaign.campaignId });
  const opens = data?.window?.opensTimestamp ?? null;
  const text = useOpening(data?.window ?? null);
  const send = useSend(campaigns.reschedule, { changes, done: onDone });
  // A campaign that has begun resumes on its own; only one that has not begun can be scheduled.
  const begun = campaign.unitsReserved > 0;
  return (
    <ConfirmDialog
      open
      title={t('campaigns.openingTitle')}
      action={
        opens === null || begun
          ? t('common.close')
          : t('campaigns.openingAction', { time: minute(opens) })
      }
      busy={send.isPending}
      onClose={onClose}
      onConfirm={() =>
        opens === null || begun
          ? onClose()
          : send.mutate({ campaignId: campaign.campaignId, scheduleTimestamp: opens })
      }
    >
      {text?.text}
    </ConfirmDialog>
  );
}
