import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { clients } from '../../../contract/api/clients.ts';
import { secondApprovals } from '../../../contract/api/second-approvals.ts';
import { adjusted, purchases } from '../../../contract/api/purchases.ts';
import { FormDialog } from '../FormDialog.tsx';
import { useSend } from '../queries.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { fits } from '../../ui/fields/rules.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../ui/fields/useFields.ts';
import { unitsIn, unitsRule } from './unitsForm.ts';

/** Corrects a wallet by hand, with the reason that stays with it. */
export function AdjustDialog({
  clientId,
  clientName,
  onClose,
}: {
  clientId: string;
  clientName: string;
  onClose(): void;
}) {
  const { t, i18n } = useTranslation();
  const { units: inUnits } = useFormat();
  const toast = useToast();
  const fields = useFields({
    rules: z.object({
      units: unitsRule(adjusted.units, t('wallet.adjust.unitsWrong'), i18n.language),
      note: fits(adjusted.note, t('wallet.adjust.noteMissing')),
    }),
    values: { units: '', note: '' },
  });
  const adjust = useSend(purchases.adjust, {
    changes: [clients.get, clients.list, purchases.list, secondApprovals.list],
    failed: fields.failed,
    done: ({ balanceAfter, approvalId }) => {
      toast.success(
        approvalId === null
          ? t('wallet.adjust.done', { balance: inUnits(balanceAfter) })
          : t('secondApproval.waits'),
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('wallet.adjust.title', { name: clientName })}
      action={t('wallet.adjust.apply')}
      busy={adjust.isPending}
      refusal={fields.refusal}
      onClose={onClose}
      onSubmit={fields.submit(({ units, note }) =>
        adjust.mutate({ clientId, units: unitsIn(units, i18n.language), note }),
      )}
    >
      <TextField
        {...fields.text('units')}
        label={t('wallet.topUp.units')}
        help={t('wallet.adjust.help')}
        autoFocus
        autoComplete="off"
        input={{ inputMode: 'text', maxLength: 16 }}
      />
      <TextField
        {...fields.text('note')}
        label={t('wallet.adjust.reason')}
        help={t('wallet.transfer.noteHelp')}
        autoComplete="off"
        input={{ maxLength: 200 }}
      />
    </FormDialog>
  );
}
