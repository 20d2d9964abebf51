import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auth } from '../../contract/api/auth.ts';
import { clients } from '../../contract/api/clients.ts';
import type { Client } from '../../contract/api/client-fields.ts';
import { contactChanges, type ContactKind } from '../../contract/api/contact-changes.ts';
import { useMe, useSend } from './queries.ts';
import { messageOf, renewSession } from '../api/call.ts';
import { TextField } from '../ui/fields/TextField.tsx';
import { useToast } from '../ui/dialogs/Toasts.tsx';
import { Rows } from '../ui/page/layout.tsx';

const CHANGES = [clients.get, clients.list, auth.me];

/** Changes of a client that wait for their confirmation, with the ways to go on with them. */
export function PendingContact({ client }: { client: Client }) {
  const waiting = (
    [
      ['EMAIL', client.pendingEmail],
      ['PHONE', client.pendingPhone],
    ] as const
  ).filter(([, value]) => value !== null);
  if (waiting.length === 0) return null;
  return (
    <Rows isFluid gap={4}>
      {waiting.map(([kind, value]) => (
        <Pending key={kind} client={client} kind={kind} value={value ?? ''} />
      ))}
    </Rows>
  );
}

function Pending({ client, kind, value }: { client: Client; kind: ContactKind; value: string }) {
  const { t } = useTranslation();
  const toast = useToast();
  const me = useMe();
  const isOwn = me.clientId === client.clientId && !me.impersonated;
  const mayAct = client.contactChange !== undefined && client.contactChange !== 'NOT_ALLOWED';
  const about = { clientId: client.clientId, kind };
  const resend = useSend(contactChanges.resend, {
    done: ({ sentBy }) => toast.success(t(`contact.resent.${sentBy}`)),
  });
  const withdraw = useSend(contactChanges.withdraw, {
    changes: CHANGES,
    done: () => toast.success(t('contact.withdrawn')),
  });
  return (
    <Alert
      severity="info"
      sx={{ '& .MuiAlert-message': { minWidth: 0, width: '100%', overflowWrap: 'anywhere' } }}
    >
      <AlertTitle>{t(`contact.waiting.${kind}`, { value })}</AlertTitle>
      {t(`contact.waitingText.${kind === 'PHONE' && !isOwn ? 'OTHERS_PHONE' : kind}`)}
      {kind === 'PHONE' && isOwn && <PhoneCode />}
      {mayAct && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 3 }}>
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            loading={resend.isPending}
            onClick={() => resend.mutate(about)}
          >
            {t('contact.resend')}
          </Button>
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate(about)}
          >
            {t('contact.withdraw')}
          </Button>
        </Box>
      )}
    </Alert>
  );
}

/** Without a form element, because it is inside the form of the details. */
function PhoneCode() {
  const { t } = useTranslation();
  const toast = useToast();
  const [code, setCode] = useState('');
  const [mistake, setMistake] = useState<string | undefined>();
  const confirm = useSend(contactChanges.confirmPhone, {
    changes: CHANGES,
    done: () => {
      toast.success(t('contact.confirmed'));
      void renewSession().catch(() => undefined);
    },
    failed: (failure) => setMistake(messageOf(failure)),
  });
  function submit() {
    setMistake(/^\d{6}$/.test(code) ? undefined : t('signIn.codeMissing'));
    if (/^\d{6}$/.test(code)) confirm.mutate({ code });
  }
  return (
    <Box
      sx={{ display: 'grid', gap: 3, mt: 3, maxWidth: 320 }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        field={{
          name: 'phoneCode',
          value: code,
          onChange: (event) => setCode(event.target.value.replace(/\D/g, '').slice(0, 6)),
        }}
        label={t('contact.code')}
        error={mistake}
        autoComplete="one-time-code"
        input={{ inputMode: 'numeric' }}
      />
      <Box>
        <Button size="small" variant="contained" loading={confirm.isPending} onClick={submit}>
          {t('contact.confirm')}
        </Button>
      </Box>
    </Box>
  );
}
