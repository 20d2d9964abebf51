import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { unconfirmed, type UnconfirmedMessage } from '../../../../contract/api/unconfirmed.ts';
import { useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';

/** A decision to confirm; `clear` unticks the rows that it was made for. */
export type Decision = {
  kind: 'sendAgain' | 'writeOff';
  rows: readonly UnconfirmedMessage[];
  clear?: () => void;
};

/** Shows the price and the effect of a decision about unconfirmed messages before it is made. */
export function DecisionDialog({
  decision: { kind, rows, clear },
  onClose,
}: {
  decision: Decision;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const { number, units: inUnits } = useFormat();
  const toast = useToast();
  const isAgain = kind === 'sendAgain';
  const chosen = isAgain ? rows.filter(({ obstacle }) => obstacle === null) : rows;
  const left = rows.length - chosen.length;
  // Sums of decimals are made of whole ten-thousandths.
  const units = inUnits(
    chosen.reduce((sum, row) => sum + Math.round(row.units * 10_000), 0) / 10_000,
  );
  const send = useSend(isAgain ? unconfirmed.sendAgain : unconfirmed.writeOff, {
    changes: [unconfirmed.list],
    done: ({ decided, skipped }) => {
      clear?.();
      onClose();
      const outcome = t(isAgain ? 'unconfirmed.sentAgain' : 'unconfirmed.writtenOff', {
        count: decided,
        value: number(decided),
      });
      const rest = t('unconfirmed.skipped', { count: skipped, value: number(skipped) });
      toast.success(skipped === 0 ? outcome : `${outcome}. ${rest}`);
    },
  });
  const count = chosen.length;
  const none = count === 0;
  return (
    <ConfirmDialog
      open
      title={t(isAgain ? 'unconfirmed.sendAgainTitle' : 'unconfirmed.writeOffTitle', {
        count,
        value: number(count),
      })}
      action={t(isAgain ? 'unconfirmed.sendAgain' : 'unconfirmed.writeOff')}
      danger={!isAgain}
      busy={send.isPending}
      onClose={onClose}
      onConfirm={() =>
        none ? onClose() : send.mutate({ messageIds: chosen.map(({ messageId }) => messageId) })
      }
    >
      {isAgain ? (
        none ? (
          t('unconfirmed.nonePossible')
        ) : (
          <>
            <Typography sx={{ color: 'text.primary' }}>
              {t('unconfirmed.sendAgainPrice', { units })}
            </Typography>
            <Typography sx={{ mt: 2 }}>{t('unconfirmed.sendAgainRisk')}</Typography>
            {left > 0 && (
              <Typography sx={{ mt: 2 }}>
                {t('unconfirmed.stays', { count: left, value: number(left) })}
              </Typography>
            )}
          </>
        )
      ) : (
        t('unconfirmed.writeOffText', { units, count: chosen.length })
      )}
    </ConfirmDialog>
  );
}
