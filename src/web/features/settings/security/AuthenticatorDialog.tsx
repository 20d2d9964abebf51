import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../../../contract/endpoint.ts';
import { security } from '../../../../contract/api/security.ts';
import { useSend } from '../../../parts/queries.ts';
import { CodeEntry } from '../../../auth/CodeEntry.tsx';
import { CopyButton } from '../../../ui/figures/CopyButton.tsx';
import { SECURITY_READINGS } from './readings.ts';
import { Rows } from '../../../ui/page/layout.tsx';
import Dialog from '../../../ui/dialogs/Dialog.tsx';

const QR_SIZE = 200;

type Props = {
  begun: Output<typeof security.startTotp>;
  onConfirmed(codes: readonly string[] | null): void;
  onClose(): void;
};

/** Carries the secret to the phone, by picture or by hand, and takes the first code. */
export function AuthenticatorDialog({ begun: { secret, uri }, onConfirmed, onClose }: Props) {
  const { t } = useTranslation();
  const confirm = useSend(security.confirmTotp, {
    changes: SECURITY_READINGS,
    failed: () => undefined,
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby="totp-title" maxWidth="xs" fullWidth>
      <DialogTitle id="totp-title">{t('security.totp.dialogTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        <Typography>{t('security.totp.scan')}</Typography>
        <QrCode text={uri} />
        <Box>
          <Typography variant="subtitle2" component="h3">
            {t('security.totp.secret')}
          </Typography>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 1 }}>
            <Box
              component="code"
              sx={{
                fontFamily: 'ui-monospace, monospace',
                fontSize: 13,
                lineHeight: '20px',
                overflowWrap: 'anywhere',
              }}
            >
              {secret.match(/.{1,4}/g)?.join(' ')}
            </Box>
            <CopyButton value={secret} name={t('security.totp.secret')} />
          </Box>
        </Box>
        <Rows gap={3}>
          <Typography variant="subtitle2" component="h3">
            {t('security.totp.confirm')}
          </Typography>
          <CodeEntry
            action={t('security.totp.submit')}
            onCode={async (otp) => onConfirmed((await confirm.mutateAsync({ otp })).recoveryCodes)}
          />
          <Button color="inherit" variant="outlined" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </Rows>
      </DialogContent>
    </Dialog>
  );
}

/** A QR code, dark on white whatever the scheme: many cameras read no other. */
function QrCode({ text }: { text: string }) {
  const { t } = useTranslation();
  const [picture, setPicture] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    // The library is loaded by the few who set up an app.
    void import('qrcode')
      .then(({ toDataURL }) => toDataURL(text, { width: QR_SIZE * 2, margin: 2 }))
      .then((made) => {
        if (isCurrent) setPicture(made);
      });
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center' }}>
      {picture === undefined ? (
        <Skeleton variant="rounded" width={QR_SIZE} height={QR_SIZE} />
      ) : (
        <Box
          component="img"
          src={picture}
          alt={t('security.totp.picture')}
          width={QR_SIZE}
          height={QR_SIZE}
          sx={{ borderRadius: 'var(--corner)' }}
        />
      )}
    </Box>
  );
}
