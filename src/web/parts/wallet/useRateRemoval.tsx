import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { clients } from '../../../contract/api/clients.ts';
import { rates, type ClientRate } from '../../../contract/api/rates.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useSend } from '../queries.ts';

/** The removal of a client's own price, with its confirmation; the inherited one then applies. */
export function useRateRemoval(): { remove(rate: ClientRate): void; removal: ReactNode } {
  const { t } = useTranslation();
  const toast = useToast();
  const [removing, setRemoving] = useState<ClientRate | null>(null);
  const send = useSend(rates.remove, {
    changes: [rates.list, clients.get],
    done: () => {
      setRemoving(null);
      toast.success(t('wallet.rates.removed'));
    },
  });
  const removal = (
    <ConfirmDialog
      open={removing !== null}
      danger
      title={t('wallet.rates.removeTitle', { name: removing?.regionName ?? '' })}
      action={t('wallet.rates.remove')}
      busy={send.isPending}
      onClose={() => setRemoving(null)}
      onConfirm={() => {
        if (removing) send.mutate({ rateId: removing.rateId });
      }}
    >
      {t('wallet.rates.removeText')}
    </ConfirmDialog>
  );
  return { remove: setRemoving, removal };
}
