import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contactGroups } from '../../../../contract/api/contact-groups.ts';
import { contacts as calls, type Contact } from '../../../../contract/api/contacts.ts';
import { useSend } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { GroupDialog } from './GroupDialog.tsx';
import { GroupPicker, type PickedGroup } from './GroupPicker.tsx';
import Dialog from '../../../ui/dialogs/Dialog.tsx';

/** Puts contacts into a group that there is, or into a new one. */
export function AddToGroupDialog({
  contacts,
  onClose,
  onDone,
}: {
  contacts: readonly Contact[];
  onClose(): void;
  onDone(): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const toast = useToast();
  const [group, setGroup] = useState<PickedGroup | null>(null);
  const [making, setMaking] = useState(false);
  const add = useSend(contactGroups.addContacts, {
    changes: [calls.list, contactGroups.list, contactGroups.get],
    done: ({ groupName }) => {
      toast.success(t('contacts.added', { name: groupName }));
      onDone();
      onClose();
    },
  });
  const put = ({ groupId }: PickedGroup) =>
    add.mutate({ groupId, contactIds: contacts.map(({ contactId }) => contactId) });
  if (making) return <GroupDialog group={null} onClose={() => setMaking(false)} onDone={put} />;
  return (
    <Dialog
      open
      onClose={add.isPending ? undefined : onClose}
      aria-labelledby="add-title"
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id="add-title">{t('contacts.addToGroup')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4 }}>
        <Typography color="textSecondary">
          {t('contacts.addToGroupText', { count: contacts.length, value: number(contacts.length) })}
        </Typography>
        <GroupPicker
          id="add-group"
          label={t('contacts.pickGroup')}
          value={group === null ? [] : [group]}
          onChange={(groups) => setGroup(groups.at(-1) ?? null)}
        />
        <Box>
          <Button size="small" onClick={() => setMaking(true)}>
            {t('contacts.newGroup')}
          </Button>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" variant="outlined" onClick={onClose} disabled={add.isPending}>
          {t('common.cancel')}
        </Button>
        <Button
          variant="contained"
          disabled={group === null}
          loading={add.isPending}
          onClick={() => {
            if (group) put(group);
          }}
        >
          {t('contacts.addToGroup')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
