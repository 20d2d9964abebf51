import TestIcon from '@mui/icons-material/PhonelinkRingOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auth } from '../../../../contract/api/auth.ts';
import { testMessages } from '../../../../contract/api/test-messages.ts';
import { placeholders } from '../../../../contract/shared/template.ts';
import { messageOf } from '../../../api/call.ts';
import { useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/figures.tsx';
import { useToast } from '../../../ui/Toasts.tsx';
import type { MessageForm } from './messageForm.ts';

/** Sends the message that is being written to the person's own phone, with the values of the recipient that is shown. */
export function SendTest({
  message: { senderId, text, replaceLookalikes },
  fields,
}: {
  message: Pick<MessageForm, 'senderId' | 'text' | 'replaceLookalikes'>;
  fields: Readonly<Record<string, string>>;
}) {
  const { t } = useTranslation();
  const { segments, units } = useFormat();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const send = useSend(testMessages.send, {
    changes: [auth.me],
    done: (sent) => {
      setAsking(false);
      toast.success(
        t('testMessage.sent', {
          destination: sent.destination,
          segments: segments(sent.segments),
          units: units(sent.units),
        }),
      );
    },
    failed: (failure) => {
      setAsking(false);
      toast.error(messageOf(failure));
    },
  });
  const used = Object.fromEntries(
    Object.entries(placeholders(text).length === 0 ? {} : fields).map(([name, value]) => [
      name,
      value.slice(0, 1000),
    ]),
  );
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        sx={{ minWidth: 0, flex: 'none' }}
        aria-label={t('testMessage.action')}
        disabled={senderId === '' || text.trim() === ''}
        onClick={() => setAsking(true)}
      >
        <TestIcon />
        {/* A phone has no room for the words beside the main action. */}
        <Box component="span" sx={{ ml: 2, display: { xs: 'none', sm: 'inline' } }}>
          {t('testMessage.action')}
        </Box>
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('testMessage.title')}
        action={t('testMessage.confirm')}
        busy={send.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => send.mutate({ senderId, text, replaceLookalikes, fields: used })}
      >
        {t('testMessage.text')}
      </ConfirmDialog>
    </>
  );
}
