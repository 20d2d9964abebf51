import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { clients } from '../../../../contract/api/clients.ts';
import { email } from '../../../../contract/shared/fields.ts';
import { useSend } from '../../../parts/queries.ts';
import { Section } from '../../../ui/page/Page.tsx';
import { fits } from '../../../ui/fields/rules.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { Rows } from '../../../ui/page/layout.tsx';

/** Shows whether mail leaves, in the mail server's own words. */
export function TestMailSection({ first }: { first: string }) {
  const { t } = useTranslation();
  const fields = useFields({
    rules: z.object({ to: fits(email, t('fields.wrong.email')) }),
    values: { to: first },
  });
  const test = useSend(clients.testSmtp, { failed: fields.failed });
  const submit = fields.submit(({ to }) => test.mutate({ to }));
  return (
    <Section title={t('settings.smtp.title')}>
      <Rows component="form" noValidate onSubmit={submit}>
        <Typography variant="body2" color="textSecondary">
          {t('settings.smtp.text')}
        </Typography>
        <TextField
          {...fields.text('to')}
          label={t('settings.smtp.to')}
          type="email"
          input={{ maxLength: 254, spellCheck: false }}
        />
        {test.data !== undefined && !test.isPending && (
          <Alert
            severity={test.data.accepted ? 'success' : 'error'}
            sx={{ overflowWrap: 'anywhere' }}
          >
            <AlertTitle>
              {test.data.accepted ? t('settings.smtp.accepted') : t('settings.smtp.refused')}
            </AlertTitle>
            {test.data.answer}
          </Alert>
        )}
        {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
        <Box>
          <Button type="submit" variant="outlined" color="inherit" loading={test.isPending}>
            {t('settings.smtp.submit')}
          </Button>
        </Box>
      </Rows>
    </Section>
  );
}
