import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { gatewayGroups } from '../../../../contract/api/gateway-groups.ts';
import { gatewayUsers, type SmppUser } from '../../../../contract/api/gateway-users.ts';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { useSend } from '../../../parts/queries.ts';
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx';
import { Halves } from '../../../ui/page/layout.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useFields, type Fields } from '../../../ui/fields/useFields.ts';
import {
  ALIASES,
  changedCredentialsOf,
  credentialsOf,
  rulesOf,
  valuesOf,
  type UserForm,
} from './userForm.ts';
import { AccessFields, LimitFields, PatternFields, RightFields } from './UserFields.tsx';

/** Makes a gateway user, or changes one; what its name and password are is settled when it is made. */
export function UserDialog({
  user,
  onClose,
  onMade,
}: {
  user: SmppUser | null;
  onClose(): void;
  onMade(made: { username: string; password: string; no: SmppUser['no'] }): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const fields = useFields<UserForm>({
    rules: rulesOf(t, user === null),
    values: valuesOf(user),
    aliases: ALIASES,
  });
  const options = {
    changes: [gatewayUsers.list, gatewayGroups.list],
    failed: fields.failed,
  };
  const create = useSend(gatewayUsers.create, {
    ...options,
    done: ({ username, password, no }) => onMade({ username, password, no }),
  });
  const update = useSend(gatewayUsers.update, {
    ...options,
    done: ({ uid }) => {
      toast.success(t('gateway.saved', { name: uid }));
      onClose();
    },
  });
  const submit = fields.submit((form) => {
    const given = { gid: form.gid, clientId: form.client!.clientId };
    if (user) update.mutate({ uid: user.uid, ...given, ...changedCredentialsOf(form, user) });
    else
      create.mutate({
        uid: form.uid,
        username: form.username,
        ...(form.password !== '' && { password: form.password }),
        ...given,
        ...credentialsOf(form),
      });
  });
  return (
    <FormDialog
      title={user ? t('gateway.users.editTitle', { name: user.uid }) : t('gateway.users.create')}
      action={user ? t('gateway.save') : t('gateway.users.createAction')}
      busy={create.isPending || update.isPending}
      refusal={fields.refusal}
      width="md"
      isTall
      onClose={onClose}
      onSubmit={submit}
    >
      <ErrorSummary errors={fields.summary} />
      {!user && <IdentityFields fields={fields} />}
      <AccessFields fields={fields} />
      <LimitFields fields={fields} />
      <RightFields fields={fields} />
      <PatternFields fields={fields} />
      {!user && (
        <Typography variant="body2" color="textSecondary">
          {t('gateway.users.atOnce')}
        </Typography>
      )}
    </FormDialog>
  );
}

function IdentityFields({ fields }: { fields: Fields<UserForm> }) {
  const { t } = useTranslation();
  return (
    <Halves>
      <TextField
        {...fields.text('uid')}
        label={t('gateway.users.uid')}
        help={t('gateway.idHelp')}
        autoFocus
        autoComplete="off"
        input={{ maxLength: 16, spellCheck: false }}
      />
      <TextField
        {...fields.text('username')}
        label={t('gateway.users.username')}
        help={t('gateway.users.usernameHelp')}
        autoComplete="off"
        input={{ maxLength: 15, spellCheck: false }}
      />
      <TextField
        {...fields.text('password')}
        label={`${t('gateway.users.password')} (${t('fields.optional')})`}
        help={t('gateway.users.passwordHelp')}
        autoComplete="new-password"
        input={{ maxLength: 16, spellCheck: false }}
      />
    </Halves>
  );
}
