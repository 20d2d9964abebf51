import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  contactGroups,
  EMPTIED_AT_ONCE,
  type ContactGroup,
} from '../../../../contract/api/contact-groups.ts';
import { contacts } from '../../../../contract/api/contacts.ts';
import { tasks } from '../../../../contract/api/tasks.ts';
import { useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';

type Question = { what: 'clear' | 'delete' | 'stop'; group: ContactGroup };

/** Asks before a group is cleared or deleted, or that is stopped, then does it. */
export function useGroupQuestions({ deleted }: { deleted?: () => void } = {}): Record<
  'clear' | 'remove' | 'stop',
  (group: ContactGroup) => void
> & { dialog: ReactNode } {
  const { t } = useTranslation();
  const { number } = useFormat();
  const toast = useToast();
  const [asked, setAsked] = useState<Question | null>(null);
  const [withContacts, setWithContacts] = useState(false);
  const ask = (what: Question['what']) => (group: ContactGroup) => {
    setWithContacts(false);
    setAsked({ what, group });
  };
  const changes = [contactGroups.list, contactGroups.get, contacts.list, tasks.list];
  const clear = useSend(contactGroups.clear, {
    changes,
    done: ({ operationId }) => {
      setAsked(null);
      toast.success(t(operationId === null ? 'contacts.cleared' : 'contacts.goesOnBegun'));
    },
  });
  const remove = useSend(contactGroups.remove, {
    changes: deleted ? [contactGroups.list, contacts.list, tasks.list] : changes,
    done: ({ operationId }, { deleteContacts }) => {
      setAsked(null);
      toast.success(
        t(
          operationId !== null
            ? 'contacts.goesOnBegun'
            : deleteContacts === 'true'
              ? 'contacts.groupAndContactsDeleted'
              : 'contacts.groupDeleted',
        ),
      );
      deleted?.();
    },
  });
  const stop = useSend(tasks.cancel, {
    changes,
    done: () => {
      setAsked(null);
      toast.success(t('contacts.emptyingStopped'));
    },
  });
  const { what, group } = asked ?? {};
  const words = group && {
    count: group.contactCount,
    value: number(group.contactCount),
    name: group.groupName,
  };
  const has = group !== undefined && group.contactCount > 0;
  const { title, action, text } =
    what === 'clear'
      ? {
          title: t('contacts.clearTitle'),
          action: t('contacts.clear'),
          text: words && t('contacts.clearText', words),
        }
      : what === 'stop'
        ? {
            title: t('contacts.emptyingStopTitle'),
            action: t('contacts.emptyingStop'),
            text: t('contacts.emptyingStopText'),
          }
        : {
            title: t('contacts.deleteGroupTitle'),
            action: withContacts ? t('contacts.deleteWithContacts') : t('contacts.deleteGroup'),
            text:
              words &&
              (withContacts
                ? t('contacts.withContactsText', words)
                : t('contacts.deleteGroupText', words)),
          };
  const confirm = () => {
    if (!group) return;
    if (what === 'clear') clear.mutate({ groupId: group.groupId });
    else if (what === 'delete')
      remove.mutate({ groupId: group.groupId, deleteContacts: withContacts ? 'true' : 'false' });
    else if (group.operationId !== null) stop.mutate({ operationId: group.operationId });
  };
  return {
    clear: ask('clear'),
    remove: ask('delete'),
    stop: ask('stop'),
    dialog: (
      <ConfirmDialog
        open={asked !== null}
        title={title}
        action={action}
        {...(what === 'stop' && { keep: t('common.keep') })}
        danger
        busy={clear.isPending || remove.isPending || stop.isPending}
        onConfirm={confirm}
        onClose={() => setAsked(null)}
      >
        {text}
        {what !== 'stop' && group !== undefined && group.contactCount > EMPTIED_AT_ONCE && (
          <Box sx={{ mt: 3 }}>{t('contacts.goesOn')}</Box>
        )}
        {what === 'delete' && has && words && (
          <FormControlLabel
            sx={{ mt: 3, color: 'text.primary' }}
            control={
              <Checkbox
                size="small"
                checked={withContacts}
                onChange={(_event, checked) => setWithContacts(checked)}
              />
            }
            label={t('contacts.withContacts', words)}
          />
        )}
      </ConfirmDialog>
    ),
  };
}
