import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { contactGroups, type ContactGroup } from '../../../../contract/api/contact-groups.ts';
import { useSend } from '../../../parts/queries.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import Dialog from '../../../ui/dialogs/Dialog.tsx';
import { atMost } from '../../../ui/fields/rules.ts';

/** Makes a group, or changes the name and description of one. */
export function GroupDialog({
  group,
  onClose,
  onDone,
}: {
  group: ContactGroup | null;
  onClose(): void;
  onDone?(group: ContactGroup): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const rules = z.object({
    groupName: z
      .string()
      .check(z.trim(), z.minLength(1, t('contacts.groupNameMissing')), atMost(80)),
    description: z.string().check(z.trim(), atMost(300)),
  });
  const fields = useFields<{ groupName: string; description: string }>({
    rules,
    values: { groupName: group?.groupName ?? '', description: group?.description ?? '' },
  });
  const options = {
    changes: [contactGroups.list, contactGroups.get],
    failed: fields.failed,
    done: (saved: ContactGroup) => {
      toast.success(group ? t('contacts.groupSaved') : t('contacts.groupCreated'));
      onClose();
      onDone?.(saved);
    },
  };
  const create = useSend(contactGroups.create, options);
  const update = useSend(contactGroups.update, options);
  const busy = create.isPending || update.isPending;
  const submit = fields.submit((form) => {
    if (group) update.mutate({ groupId: group.groupId, ...form });
    else create.mutate(form);
  });

  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby="group-title"
      maxWidth="xs"
      fullWidth
    >
      <Box component="form" noValidate onSubmit={submit}>
        <DialogTitle id="group-title">
          {group ? t('contacts.editGroup') : t('contacts.newGroup')}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 5 }}>
          {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
          <TextField
            {...fields.text('groupName')}
            label={t('contacts.groupNameLabel')}
            autoFocus
            autoComplete="off"
            input={{ maxLength: 80 }}
          />
          <TextField
            {...fields.text('description')}
            label={`${t('contacts.description')} (${t('contacts.optional')})`}
            multiline
            input={{ maxLength: 300 }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={busy}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {group ? t('contacts.saveGroup') : t('contacts.createGroup')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
