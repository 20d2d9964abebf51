import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../../contract/endpoint.ts';
import { stepUps } from '../../../contract/api/step-up.ts';
import { call, messageOf } from '../../api/call.ts';
import { CodeEntry } from '../CodeEntry.tsx';
import { Rows } from '../../ui/page/layout.tsx';

type Sent = Output<typeof stepUps.requestCode> & { sentAt: number };

/** Has a code sent as soon as it is shown, and proves by it. */
export function CodeProof({ onProven }: { onProven(): void }) {
  const { t } = useTranslation();
  const [sent, setSent] = useState<Sent | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function send() {
    setSent({ ...(await call(stepUps.requestCode, {})), sentAt: Date.now() });
  }
  async function begin() {
    setRefusal(null);
    await send().catch((failure: unknown) => setRefusal(messageOf(failure)));
  }
  useEffect(() => {
    void begin();
  }, []);

  if (refusal !== null)
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={() => void begin()}>
            {t('common.tryAgain')}
          </Button>
        }
      >
        {refusal}
      </Alert>
    );
  if (sent === null)
    return (
      <Box sx={{ display: 'grid', justifyItems: 'center', p: 4 }}>
        <CircularProgress size={28} aria-label={t('loading')} />
      </Box>
    );
  return (
    // A dialog is inside its screen's tree for React: the form around it must not be submitted as well.
    <Rows onSubmit={(event) => event.stopPropagation()} gap={4}>
      <Typography role="status">{t(`signIn.codeSent.${sent.sentBy}`)}</Typography>
      <CodeEntry
        action={t('stepUp.confirm')}
        onCode={async (code) => {
          await call(stepUps.stepUp, { challenge: sent.challenge, code });
          onProven();
        }}
        resend={{
          label: t('signIn.resend'),
          wait: (time) => t('signIn.resendIn', { time }),
          done: t(`signIn.codeSent.${sent.sentBy}`),
          sentAt: sent.sentAt,
          again: send,
        }}
      />
    </Rows>
  );
}
