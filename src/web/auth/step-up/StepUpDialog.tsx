import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { StepUpWay } from '../../../contract/api/step-up.ts';
import { CodeProof } from './CodeProof.tsx';
import { PasswordProof } from './PasswordProof.tsx';
import { PasskeyProof, RecoveryProof, TotpProof } from './StrongProofs.tsx';
import { useStepUpRequest, type StepUpRequest } from '../../api/step-up-request.ts';
import { Rows } from '../../ui/page/layout.tsx';
import Dialog from '../../ui/dialogs/Dialog.tsx';

/** Takes the proof of one way, and calls `onProven` once the server has accepted it. */
export type ProofForm = ComponentType<{ onProven(): void }>;

const FORMS: Record<StepUpWay, ProofForm> = {
  PASSKEY: PasskeyProof,
  TOTP: TotpProof,
  PASSWORD: PasswordProof,
  CODE: CodeProof,
  RECOVERY_CODE: RecoveryProof,
};

/** Opens over any screen when the server asks for a step-up. */
export function StepUpDialog() {
  const request = useStepUpRequest();
  return request && <Opened request={request} />;
}

function Opened({ request: { ways, settle } }: { request: StepUpRequest }) {
  const { t } = useTranslation();
  const [way, setWay] = useState(ways[0]);
  const Form = way === undefined ? undefined : FORMS[way];
  return (
    <Dialog
      open
      onClose={() => settle(false)}
      aria-labelledby="step-up-title"
      aria-describedby="step-up-text"
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id="step-up-title">{t('stepUp.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        <Typography id="step-up-text" color="textSecondary">
          {t('stepUp.text')}
        </Typography>
        {Form && <Form key={way} onProven={() => settle(true)} />}
        <Rows gap={2}>
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <Button key={other} onClick={() => setWay(other)}>
                {t(`stepUp.ways.${other}`)}
              </Button>
            ))}
          <Button color="inherit" variant="outlined" onClick={() => settle(false)}>
            {t('common.cancel')}
          </Button>
        </Rows>
      </DialogContent>
    </Dialog>
  );
}
