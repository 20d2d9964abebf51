import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { secondApprovals } from '../../../../contract/api/second-approvals.ts';
import { useSend } from '../../../parts/queries.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import type { CHANGED } from './approvalChanges.ts';
import Dialog from '../../../ui/dialogs/Dialog.tsx';

type RefuseProps = {
  approvalId: string;
  options: { changes: typeof CHANGED; done(): void };
  children: ReactNode;
  onClose(): void;
};

/** Refuses a request with the reason that its author reads. */
export function RefuseDialog({ approvalId, options, children, onClose }: RefuseProps) {
  const { t } = useTranslation();
  const fields = useFields({
    rules: z.object({
      refusalReason: z.string().check(
        z.refine((reason) => reason.trim().length >= 3, {
          error: t('secondApproval.reasonWrong'),
        }),
      ),
    }),
    values: { refusalReason: '' },
    aliases: { reason: 'refusalReason' },
  });
  const refuse = useSend(secondApprovals.refuse, { ...options, failed: fields.failed });
  const submit = fields.submit(({ refusalReason }) =>
    refuse.mutate({ approvalId, reason: refusalReason.trim() }),
  );
  return (
    <Dialog
      open
      onClose={refuse.isPending ? undefined : onClose}
      aria-labelledby="refuse-title"
      maxWidth="xs"
      fullWidth
    >
      <Box component="form" noValidate onSubmit={submit}>
        <DialogTitle id="refuse-title">{t('secondApproval.refuseTitle')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 5, color: 'text.secondary' }}>
          {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
          {children}
          <TextField
            {...fields.text('refusalReason')}
            label={t('secondApproval.reason')}
            help={t('secondApproval.reasonHelp')}
            autoComplete="off"
            autoFocus
            input={{ maxLength: 200 }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={refuse.isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" color="error" loading={refuse.isPending}>
            {t('secondApproval.refuse')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
