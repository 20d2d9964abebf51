import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { messageOf } from '../call.ts';
import { placeRefusal } from '../ui/formErrors.ts';
import { personRules } from '../ui/rules.ts';
import { PasswordField } from '../ui/TextField.tsx';

type Form = { newPassword: string };

/** Takes a new password; `onGiven` rejects with what the server has against it. `whenRefused` offers another way on. */
export function NewPasswordForm({ action, onGiven, whenRefused }: { action: string; onGiven(password: string): Promise<void>; whenRefused?: ReactNode }) {
  const { t } = useTranslation();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState: { errors, isSubmitting } } = useForm<Form>({ resolver: standardSchemaResolver(z.object({ newPassword: personRules(t).password })), defaultValues: { newPassword: '' } });
  const submit = handleSubmit(async ({ newPassword }) => {
    setRefusal(null);
    try {
      await onGiven(newPassword);
    } catch (failure) {
      if (!placeRefusal<Form>(failure, ['newPassword'], setError)) setRefusal(messageOf(failure));
    }
  });
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 5 }}>
      {refusal !== null && <Alert severity="error" action={whenRefused}>{refusal}</Alert>}
      <PasswordField field={register('newPassword')} label={t('fields.newPassword')} autoComplete="new-password" autoFocus help={t('fields.passwordHelp')} error={errors.newPassword?.message} />
      <Button type="submit" variant="contained" size="large" loading={isSubmitting}>{action}</Button>
    </Box>
  );
}
