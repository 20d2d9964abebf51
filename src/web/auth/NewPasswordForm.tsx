import Alert from '@mui/material/Alert';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { personRules } from '../ui/fields/rules.ts';
import { PasswordField } from '../ui/fields/TextField.tsx';
import { useFields } from '../ui/fields/useFields.ts';
import { Rows } from '../ui/page/layout.tsx';

type Form = { newPassword: string };

type Props = {
  action: string;
  /** Rejects with the server's refusal of the password. */
  onGiven(password: string, revokeApiKeys: boolean): Promise<void>;
  /** Another way on after a refusal. */
  whenRefused?: ReactNode;
  /** API keys of the account, which the new password may revoke. */
  keys?: number;
  isRevokeAdvised?: boolean;
};

/** Takes a new password. */
export function NewPasswordForm({
  action,
  onGiven,
  whenRefused,
  keys = 0,
  isRevokeAdvised = false,
}: Props) {
  const { t } = useTranslation();
  const [revokes, setRevokes] = useState(isRevokeAdvised);
  const fields = useFields<Form>({
    rules: z.object({ newPassword: personRules(t).password }),
    values: { newPassword: '' },
  });
  const submit = fields.submit(async ({ newPassword }) => {
    await onGiven(newPassword, revokes && keys > 0);
  });
  return (
    <Rows component="form" noValidate onSubmit={submit}>
      {fields.refusal !== null && (
        <Alert severity="error" action={whenRefused}>
          {fields.refusal}
        </Alert>
      )}
      <PasswordField
        {...fields.text('newPassword')}
        label={t('fields.newPassword')}
        autoComplete="new-password"
        autoFocus
        help={t('fields.passwordHelp')}
      />
      {keys > 0 && (
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={revokes}
              onChange={(event) => setRevokes(event.target.checked)}
            />
          }
          label={t('fields.revokeApiKeys', { count: keys })}
        />
      )}
      <Button
        type="submit"
        variant="contained"
        size="large"
        loading={fields.formState.isSubmitting}
      >
        {action}
      </Button>
    </Rows>
  );
}
