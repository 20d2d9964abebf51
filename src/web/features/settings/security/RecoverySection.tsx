import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { security, type SecurityState } from '../../../../contract/api/security.ts';
import { useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { StateChip } from './StateChip.tsx';
import { Rows } from '../../../ui/page/layout.tsx';

type Props = { state: SecurityState; onCodes(codes: readonly string[]): void };

/** How many recovery codes are left, and a new set of them; for accounts with an app or a passkey. */
export function RecoverySection({
  state: {
    recoveryCodes: { left, total },
  },
  onCodes,
}: Props) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const renew = useSend(security.renewRecoveryCodes, {
    changes: [security.state],
    done: ({ recoveryCodes }) => {
      setAsking(false);
      onCodes(recoveryCodes);
    },
  });
  return (
    <Section
      title={t('security.recovery.title')}
      action={
        <StateChip tone={left > 3 ? 'success' : 'warning'}>
          {t('security.recovery.left', { left, total })}
        </StateChip>
      }
    >
      <Rows gap={4}>
        <Typography color="textSecondary">{t('security.recovery.text')}</Typography>
        <Box>
          <Button variant="outlined" color="inherit" onClick={() => setAsking(true)}>
            {t('security.recovery.renew')}
          </Button>
        </Box>
      </Rows>
      <ConfirmDialog
        open={asking}
        title={t('security.recovery.renewTitle')}
        action={t('security.recovery.renew')}
        danger
        busy={renew.isPending}
        onConfirm={() => renew.mutate({})}
        onClose={() => setAsking(false)}
      >
        {t('security.recovery.renewText')}
      </ConfirmDialog>
    </Section>
  );
}
