import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { gatewayGroups } from '../../../../contract/api/gateway-groups.ts';
import { gatewayUsers } from '../../../../contract/api/gateway-users.ts';
import { shortId } from '../../../../contract/api/gateway-names.ts';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { useSend } from '../../../parts/queries.ts';
import { fits } from '../../../ui/fields/rules.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';

/** Makes a group of gateway users, which has nothing but its name. */
export function NewGroupDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const fields = useFields({
    rules: z.object({ gid: fits(shortId, t('gateway.idWrong')) }),
    values: { gid: '' },
  });
  const create = useSend(gatewayGroups.create, {
    changes: [gatewayGroups.list, gatewayUsers.list],
    done: ({ gid }) => {
      onClose();
      toast.success(t('gateway.groups.created', { name: gid }));
    },
    failed: fields.failed,
  });
  return (
    <FormDialog
      title={t('gateway.groups.create')}
      action={t('gateway.groups.createAction')}
      busy={create.isPending}
      refusal={fields.refusal}
      onClose={onClose}
      onSubmit={fields.submit(({ gid }) => create.mutate({ gid: gid.trim() }))}
    >
      <TextField
        {...fields.text('gid')}
        label={t('gateway.groups.name')}
        help={t('gateway.idHelp')}
        autoFocus
        autoComplete="off"
        input={{ maxLength: 16, spellCheck: false }}
      />
    </FormDialog>
  );
}
