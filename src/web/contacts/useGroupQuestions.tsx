import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { contactGroups, contacts, type ContactGroup } from '../../contract/contacts.ts';
import { useSend } from '../api.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useFormat } from '../ui/figures.tsx';
import { useToast } from '../ui/Toasts.tsx';

/** Asks before a group is cleared or deleted, then does it. */
export function useGroupQuestions({ deleted }: { deleted?: () => void } = {}): { clear(group: ContactGroup): void; remove(group: ContactGroup): void; dialog: ReactNode } {
  const { t } = useTranslation();
  const { number } = useFormat();
  const toast = useToast();
  const [asked, setAsked] = useState<{ what: 'clear' | 'delete'; group: ContactGroup } | null>(null);
  const changes = [contactGroups.list, contactGroups.get, contacts.list];
  const clear = useSend(contactGroups.clear, { changes, done: () => { setAsked(null); toast.success(t('contacts.cleared')); } });
  const remove = useSend(contactGroups.remove, { changes: deleted ? [contactGroups.list, contacts.list] : changes, done: () => { setAsked(null); toast.success(t('contacts.groupDeleted')); deleted?.(); } });
  const group = asked?.group;
  const clears = asked?.what === 'clear';
  const words = group && { count: group.contactCount, value: number(group.contactCount), name: group.groupName };
  return {
    clear: (each) => setAsked({ what: 'clear', group: each }),
    remove: (each) => setAsked({ what: 'delete', group: each }),
    dialog: (
      <ConfirmDialog
        open={asked !== null} title={clears ? t('contacts.clearTitle') : t('contacts.deleteGroupTitle')} action={clears ? t('contacts.clear') : t('contacts.deleteGroup')} danger busy={clear.isPending || remove.isPending}
        onConfirm={() => { if (group) (clears ? clear : remove).mutate({ groupId: group.groupId }); }} onClose={() => setAsked(null)}
      >
        {words && (clears ? t('contacts.clearText', words) : t('contacts.deleteGroupText', words))}
      </ConfirmDialog>
    ),
  };
}
