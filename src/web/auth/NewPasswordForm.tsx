import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { messageOf } from '../api/call.ts';
import { placeRefusal } from '../ui/formErrors.ts';
import { personRules } from '../ui/rules.ts';
import { PasswordField } from '../ui/TextField.tsx';

type Form = { newPassword: string };

type Props = {
  action: string;
  /** Rejects with what the server has against the password. */
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
  const [refusal, setRefusal] = useState<string | null>(null);
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm<Form>({
    resolver: standardSchemaResolver(z.object({ newPassword: personRules(t).password })),
    defaultValues: { newPassword: '' },
  });
  const submit = handleSubmit(async ({ newPassword }) => {
    setRefusal(null);
    try {
      await onGiven(newPassword, revokes && keys > 0);
    } catch (failure) {
      if (!placeRefusal<Form>(failure, ['newPassword'], setError)) setRefusal(messageOf(failure));
    }
  });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void submit(event)}
      sx={{ display: 'grid', gap: 5 }}
    >
      {refusal !== null && (
        <Alert severity="error" action={whenRefused}>
          {refusal}
        </Alert>
      )}
      <PasswordField
        field={register('newPassword')}
        label={t('fields.newPassword')}
        autoComplete="new-password"
        autoFocus
        help={t('fields.passwordHelp')}
        error={errors.newPassword?.message}
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
      <Button type="submit" variant="contained" size="large" loading={isSubmitting}>
        {action}
      </Button>
    </Box>
  );
}
