import KeyIcon from '@mui/icons-material/KeyOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stepUps } from '../../../contract/api/step-up.ts';
import { call, messageOf } from '../../api/call.ts';
import { CodeEntry } from '../CodeEntry.tsx';
import { askForPasskey } from '../passkeys.ts';
import { RecoveryCodeEntry } from '../RecoveryCodeEntry.tsx';
import { Rows } from '../../ui/page/layout.tsx';

type Props = { onProven(): void };

/** Proves by the code of the authenticator app. */
export function TotpProof({ onProven }: Props) {
  const { t } = useTranslation();
  return (
    // A dialog is inside its screen's tree for React: the form around it must not be submitted as well.
    <Rows onSubmit={(event) => event.stopPropagation()} gap={4}>
      <Typography>{t('stepUp.totpText')}</Typography>
      <CodeEntry
        action={t('stepUp.confirm')}
        onCode={async (totp) => {
          await call(stepUps.stepUp, { totp });
          onProven();
        }}
      />
    </Rows>
  );
}

/** Proves by a recovery code, which is used up. */
export function RecoveryProof({ onProven }: Props) {
  const { t } = useTranslation();
  return (
    <Box onSubmit={(event) => event.stopPropagation()}>
      <RecoveryCodeEntry
        action={t('stepUp.confirm')}
        onCode={async (recoveryCode) => {
          await call(stepUps.stepUp, { recoveryCode });
          onProven();
        }}
      />
    </Box>
  );
}

/** Proves by a passkey of this host. */
export function PasskeyProof({ onProven }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  async function prove() {
    setBusy(true);
    setRefusal(null);
    try {
      const { options } = await call(stepUps.passkeyOptions, {});
      await call(stepUps.stepUp, { passkey: await askForPasskey(options) });
      onProven();
    } catch (failure) {
      setBusy(false);
      setRefusal(messageOf(failure));
    }
  }
  return (
    <>
      {refusal !== null && <Alert severity="error">{refusal}</Alert>}
      <Button
        variant="contained"
        startIcon={<KeyIcon />}
        loading={busy}
        autoFocus
        onClick={() => void prove()}
      >
        {t('signIn.usePasskey')}
      </Button>
    </>
  );
}
