import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { clients } from '../../../contract/api/clients.ts';
import { email } from '../../../contract/endpoint.ts';
import { useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { Section } from '../../ui/Page.tsx';
import { TextField } from '../../ui/TextField.tsx';

/** Shows whether mail leaves, in the mail server's own words. */
export function TestMailSection({ first }: { first: string }) {
  const { t } = useTranslation();
  const [to, setTo] = useState(first);
  const [wrong, setWrong] = useState(false);
  const test = useSend(clients.testSmtp, { failed: () => undefined });
  function submit(event: FormEvent) {
    event.preventDefault();
    const valid = z.safeParse(email, to.trim()).success;
    setWrong(!valid);
    if (valid) test.mutate({ to: to.trim() });
  }
  return (
    <Section title={t('settings.smtp.title')}>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 5 }}>
        <Typography variant="body2" color="textSecondary">
          {t('settings.smtp.text')}
        </Typography>
        <TextField
          field={{ name: 'testTo', value: to, onChange: (event) => setTo(event.target.value) }}
          label={t('settings.smtp.to')}
          type="email"
          error={wrong ? t('fields.wrong.email') : undefined}
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
        {test.isError && <Alert severity="error">{messageOf(test.error)}</Alert>}
        <Box>
          <Button type="submit" variant="outlined" color="inherit" loading={test.isPending}>
            {t('settings.smtp.submit')}
          </Button>
        </Box>
      </Box>
    </Section>
  );
}
