import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { apikeys } from '../../../../contract/api/api-keys.ts';
import { auth } from '../../../../contract/api/auth.ts';
import { accounts } from '../../../../contract/api/accounts.ts';
import { useGet, useSend } from '../../../parts/queries.ts';
import { renewSession } from '../../../api/call.ts';
import { Section } from '../../../ui/page/Page.tsx';
import { personRules } from '../../../ui/fields/rules.ts';
import { PasswordField } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { visuallyHidden } from '../../../ui/page/visuallyHidden.ts';
import { useFields } from '../../../ui/fields/useFields.ts';
import { Rows } from '../../../ui/page/layout.tsx';

type Form = { oldPassword: string; newPassword: string };
/** As many keys as an account can have. */
const MOST_KEYS = 200;

/** Changes the account's password. @param username for password managers, which store the new password under it */
export function PasswordSection({ username }: { username: string }) {
  const { t } = useTranslation();
  const toast = useToast();
  const fields = useFields<Form>({
    rules: z.object({
      oldPassword: z.string().check(z.minLength(1, t('settings.password.presentMissing'))),
      newPassword: personRules(t).password,
    }),
    values: { oldPassword: '', newPassword: '' },
  });
  const { reset } = fields;
  const change = useSend(accounts.updatePassword, {
    changes: [auth.sessions, apikeys.list],
    failed: () => undefined,
  });

  const keys =
    useGet(apikeys.list, { pageSize: MOST_KEYS }).data?.apiKeys.filter(
      ({ revokeTimestamp }) => revokeTimestamp === null,
    ).length ?? 0;
  const [revokes, setRevokes] = useState(false);

  const submit = fields.submit(async (passwords) => {
    await change.mutateAsync({ ...passwords, revokeApiKeys: revokes && keys > 0 });
    setRevokes(false);
    await renewSession().catch(() => undefined);
    reset();
    toast.success(t('settings.password.done'));
  });

  return (
    <Section title={t('settings.password.title')}>
      <Rows component="form" noValidate onSubmit={submit}>
        {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
        <Box
          component="input"
          type="text"
          name="username"
          autoComplete="username"
          defaultValue={username}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
          sx={visuallyHidden}
        />
        <PasswordField
          {...fields.text('oldPassword')}
          label={t('settings.password.present')}
          autoComplete="current-password"
        />
        <PasswordField
          {...fields.text('newPassword')}
          label={t('fields.newPassword')}
          autoComplete="new-password"
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
        <Box>
          <Button type="submit" variant="outlined" color="inherit" loading={change.isPending}>
            {t('settings.password.submit')}
          </Button>
        </Box>
      </Rows>
    </Section>
  );
}
