import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { contactGroups, type ContactGroup } from '../../../contract/api/contact-groups.ts';
import { useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';

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
  const [refusal, setRefusal] = useState<string | null>(null);
  const rules = z.object({
    groupName: z
      .string()
      .check(z.trim(), z.minLength(1, t('contacts.groupNameMissing')), z.maxLength(80)),
    description: z.string().check(z.trim(), z.maxLength(300)),
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm<{ groupName: string; description: string }>({
    resolver: standardSchemaResolver(rules),
    defaultValues: { groupName: group?.groupName ?? '', description: group?.description ?? '' },
  });
  const options = {
    changes: [contactGroups.list, contactGroups.get],
    failed: (failure: Error) => setRefusal(messageOf(failure)),
    done: (saved: ContactGroup) => {
      toast.success(group ? t('contacts.groupSaved') : t('contacts.groupCreated'));
      onClose();
      onDone?.(saved);
    },
  };
  const create = useSend(contactGroups.create, options);
  const update = useSend(contactGroups.update, options);
  const busy = create.isPending || update.isPending;
  const submit = handleSubmit((form) => {
    setRefusal(null);
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
      <Box component="form" noValidate onSubmit={(event) => void submit(event)}>
        <DialogTitle id="group-title">
          {group ? t('contacts.editGroup') : t('contacts.newGroup')}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 5 }}>
          {refusal !== null && <Alert severity="error">{refusal}</Alert>}
          <TextField
            field={register('groupName')}
            label={t('contacts.groupNameLabel')}
            error={errors.groupName?.message}
            autoFocus
            autoComplete="off"
            input={{ maxLength: 80 }}
          />
          <TextField
            field={register('description')}
            label={`${t('contacts.description')} (${t('contacts.optional')})`}
            error={errors.description?.message}
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
