import TestIcon from '@mui/icons-material/PhonelinkRingOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageForm } from './messageForm.ts';

const SendTestDialog = lazy(async () => ({
  default: (await import('./SendTestDialog.tsx')).SendTestDialog,
}));

/** Sends the message that is being written to the person's own phone, with the values of the recipient that is shown. */
export function SendTest({
  message,
  fields,
}: {
  message: Pick<MessageForm, 'senderId' | 'text' | 'replaceLookalikes'>;
  fields: Readonly<Record<string, string>>;
}) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  // Without a message there is nothing to try.
  if (message.senderId === '' || message.text.trim() === '') return null;
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        sx={{ minWidth: 0, flex: 'none' }}
        aria-label={t('testMessage.action')}
        onClick={() => setAsking(true)}
      >
        <TestIcon />
        {/* A phone has no room for the words beside the main action. */}
        <Box component="span" sx={{ ml: 2, display: { xs: 'none', sm: 'inline' } }}>
          {t('testMessage.action')}
        </Box>
      </Button>
      {asking && (
        <Suspense>
          <SendTestDialog message={message} fields={fields} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
