import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { senderRegistrations } from '../../../../contract/api/sender-registrations.ts';
import type { SenderDetail } from '../../../../contract/api/senders.ts';
import { messageOf } from '../../../api/call.ts';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { useGet, useSend } from '../../../parts/queries.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { SENDER_CHANGES } from '../useSenderActions.tsx';
import { needsStandIn } from './late.ts';

/** The sender ID that stands in for another; its owner chooses it. */
export function StandInChoice({ sender, owns }: { sender: SenderDetail; owns: boolean }) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
      <Box sx={{ flex: 1, minWidth: 200 }}>
        <Typography variant="body2">
          {t('senders.operators.standIn')}:{' '}
          <strong>{sender.standIn?.senderId ?? t('senders.operators.noStandIn')}</strong>
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {t('senders.operators.standInHelp')}
        </Typography>
      </Box>
      {/* Where one is needed the page leads with it. */}
      {owns && !needsStandIn(sender) && (
        <StandInButton sender={sender} size="small" variant="outlined" color="inherit" />
      )}
    </Box>
  );
}

export function StandInButton({
  sender,
  ...looks
}: { sender: SenderDetail } & Pick<ButtonProps, 'size' | 'variant' | 'color'>) {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <Button {...looks} onClick={() => setChoosing(true)}>
        {t('senders.operators.choose')}
      </Button>
      {choosing && <StandInDialog sender={sender} onClose={() => setChoosing(false)} />}
    </>
  );
}

function StandInDialog({ sender, onClose }: { sender: SenderDetail; onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const { senderIdId, senderId } = sender;
  const query = useGet(senderRegistrations.standIns, { senderIdId });
  const fields = useFields<{ standInId: string }>({
    rules: z.object({ standInId: z.string() }),
    values: { standInId: sender.standIn?.senderIdId ?? '' },
  });
  const choices = query.data?.standIns;
  const choose = useSend(senderRegistrations.setStandIn, {
    changes: SENDER_CHANGES,
    done: (_, { standInId }) => {
      onClose();
      const name = choices?.find((each) => each.senderIdId === standInId)?.senderId;
      toast.success(
        name === undefined
          ? t('senders.operators.unchosen')
          : t('senders.operators.chosen', { name }),
      );
    },
    failed: fields.failed,
  });
  return (
    <FormDialog
      title={t('senders.operators.choose')}
      text={t('senders.operators.chooseText', { name: senderId })}
      action={t('senders.operators.save')}
      busy={choose.isPending}
      refusal={fields.refusal}
      onClose={onClose}
      onSubmit={fields.submit(({ standInId }) =>
        choose.mutate({ senderIdId, standInId: standInId === '' ? null : standInId }),
      )}
    >
      {choices === undefined ? (
        query.isError ? (
          <ErrorState
            title={t('list.failed')}
            text={messageOf(query.error)}
            retry={() => void query.refetch()}
          />
        ) : (
          <Skeleton variant="rounded" height={56} />
        )
      ) : (
        <SelectField
          control={fields.control}
          name="standInId"
          label={t('senders.operators.standIn')}
        >
          <option value="">{t('senders.operators.noStandIn')}</option>
          {choices.map((each) => (
            <option key={each.senderIdId} value={each.senderIdId}>
              {each.senderId}
            </option>
          ))}
        </SelectField>
      )}
    </FormDialog>
  );
}
