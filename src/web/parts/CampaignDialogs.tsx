import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { campaigns, type Campaign } from '../../contract/api/campaigns.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { fieldOfMoment, momentOfField } from '../../contract/shared/zones.ts';
import { useGet, useSend } from './queries.ts';
import { CallError } from '../api/request.ts';
import { messageOf } from '../api/call.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useFormat } from '../ui/figures.tsx';
import { FormField } from '../ui/FormField.tsx';
import { useOpening } from './opening.ts';
import { FormDialog } from './FormDialog.tsx';

/** Asks for the reason that the owner is told. */
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
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  return (
    <FormDialog
      title={t('campaigns.declineTitle')}
      action={t('campaigns.decline')}
      danger
      busy={busy}
      onClose={onClose}
      onSubmit={() => (reason.trim() === '' ? setMissing(true) : onDecline(reason.trim()))}
    >
      <Typography color="textSecondary">
        {t('campaigns.declineText', { name: campaign.campaignName, client: campaign.clientName })}
      </Typography>
      <FormField
        id="decline-reason"
        label={t('campaigns.declineReason')}
        help={t('campaigns.declineReasonHelp')}
        error={missing && reason.trim() === '' ? t('campaigns.declineReasonMissing') : undefined}
      >
        {(parts) => (
          <OutlinedInput
            id={parts.id}
            multiline
            minRows={2}
            autoFocus
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            inputProps={{
              maxLength: 500,
              'aria-describedby': parts['aria-describedby'],
              'aria-invalid': parts['aria-invalid'],
            }}
          />
        )}
      </FormField>
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
  const [at, setAt] = useState(() =>
    fieldOfMoment(
      Math.max(campaign.scheduleTimestamp ?? 0, Math.ceil(Date.now() / 3_600_000) * 3600),
      timezone,
    ),
  );
  const [wrong, setWrong] = useState<string | undefined>();
  const send = useSend(campaigns.reschedule, {
    changes,
    done: onDone,
    failed: (failure) =>
      setWrong(
        (failure instanceof CallError
          ? failure.details.find(({ field }) => field === 'scheduleTimestamp')?.message
          : undefined) ?? messageOf(failure),
      ),
  });
  function submit() {
    const scheduleTimestamp = momentOfField(at, timezone);
    if (scheduleTimestamp === undefined) setWrong(t('campaigns.rescheduleMissing'));
    else send.mutate({ campaignId: campaign.campaignId, scheduleTimestamp });
  }
  return (
    <FormDialog
      title={t('campaigns.rescheduleTitle')}
      action={t('campaigns.reschedule')}
      busy={send.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <FormField
        id="reschedule-at"
        label={t('campaigns.rescheduleAt')}
        help={t('campaigns.rescheduleHelp', { zone: timezone.replaceAll('_', ' ') })}
        error={wrong}
      >
        {(parts) => (
          <OutlinedInput
            id={parts.id}
            type="datetime-local"
            autoFocus
            value={at}
            onChange={(event) => {
              setAt(event.target.value);
              setWrong(undefined);
            }}
            inputProps={{
              max: '2099-12-31T23:59',
              'aria-describedby': parts['aria-describedby'],
              'aria-invalid': parts['aria-invalid'],
            }}
          />
        )}
      </FormField>
    </FormDialog>
  );
}

/** Says that it may not be sent at this hour and offers the next opening. */
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
  // A campaign that has begun resumes by itself; only one that has not can be scheduled.
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
