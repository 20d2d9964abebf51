import { useTranslation } from 'react-i18next';
import { optOutWords } from '../../../../contract/api/opt-out-words.ts';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { useSend } from '../../../parts/queries.ts';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';

/** Saves a row of one of the lists, closes its dialog and says so. */
export function useSaveRow<E extends Endpoint>(
  endpoint: E,
  failed: (failure: Error) => void,
  onClose: () => void,
) {
  const { t } = useTranslation();
  const toast = useToast();
  return useSend(endpoint, {
    changes: [optOutWords.list],
    failed,
    done: () => {
      onClose();
      toast.success(t('optOutWords.saved'));
    },
  });
}
