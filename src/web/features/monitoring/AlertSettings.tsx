import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { email } from '../../../contract/endpoint.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import {
  status,
  type AlertSettings as Settings,
  type Thresholds,
} from '../../../contract/api/monitoring.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { SecretDialog } from '../../parts/webhooks/SecretDialog.tsx';
import { StatusFrame } from './StatusFrame.tsx';

/** Limits of each threshold, the same as in the contract. */
const BOUNDS: readonly [name: keyof Thresholds, least: number, most: number][] = [
  ['connectorMinutes', 1, 1440],
  ['queueMinutes', 1, 1440],
  ['receiptsPercent', 1, 100],
  ['outboxMinutes', 1, 1440],
  ['paymentMinutes', 5, 1440],
  ['diskPercent', 1, 90],
  ['backupHours', 1, 8760],
  ['processSeconds', 20, 3600],
];

/** From when on the operators are told of something, and who they are. */
export function AlertSettings() {
  const { t } = useTranslation();
  const toast = useToast();
  const me = useMe();
  const query = useGet(status.settings, {});
  const [secret, setSecret] = useState<string | null>(null);
  const edits = reachOf(me.clientAccessLevel, 'platform.edit') !== undefined && !me.impersonated;
  const test = useSend(status.test, {
    done: ({ told }) =>
      told === 0
        ? toast.error(t('standing.settings.testedNobody'))
        : toast.success(t('standing.settings.tested', { count: told })),
  });
  return (
    <StatusFrame
      tab="alerts"
      purpose={t('standing.settings.purpose')}
      actions={
        edits && (
          <Button
            variant="outlined"
            color="inherit"
            loading={test.isPending}
            onClick={() => test.mutate({})}
          >
            {t('standing.settings.test')}
          </Button>
        )
      }
    >
      {query.data === undefined ? (
        query.isError ? (
          <Section>
            <ErrorState
              title={t('list.failed')}
              text={messageOf(query.error)}
              retry={() => void query.refetch()}
            />
          </Section>
        ) : (
          <Skeleton variant="rounded" height={420} />
        )
      ) : (
        <Form
          key={JSON.stringify(query.data)}
          settings={query.data}
          edits={edits}
          onSecret={setSecret}
        />
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </StatusFrame>
  );
}

function Form({
  settings,
  edits,
  onSecret,
}: {
  settings: Settings;
  edits: boolean;
  onSecret(secret: string | null): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const [limits, setLimits] = useState<Record<keyof Thresholds, string>>(
    () =>
      Object.fromEntries(
        BOUNDS.map(([name]) => [name, String(settings.thresholds[name])]),
      ) as Record<keyof Thresholds, string>,
  );
  const [mails, setMails] = useState(settings.recipients.join(', '));
  const [url, setUrl] = useState(settings.webhookUrl ?? '');
  const update = useSend(status.update, {
    changes: [status.settings],
    done: ({ webhookSecret }) => {
      toast.success(t('standing.settings.saved'));
      onSecret(webhookSecret);
    },
  });
  const recipients = mails
    .split(',')
    .map((mail) => mail.trim())
    .filter((mail) => mail !== '');
  const badMail = recipients.find((mail) => !z.safeParse(email, mail).success);
  const badUrl = url.trim() !== '' && !/^https?:\/\/\S+$/.test(url.trim());
  const wrong = (name: keyof Thresholds, least: number, most: number) =>
    !/^\d+$/.test(limits[name].trim()) ||
    Number(limits[name]) < least ||
    Number(limits[name]) > most;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (badMail !== undefined || badUrl || BOUNDS.some((bound) => wrong(...bound))) return;
    update.mutate({
      thresholds: Object.fromEntries(
        BOUNDS.map(([name]) => [name, Number(limits[name])]),
      ) as Thresholds,
      recipients,
      webhookUrl: url.trim() === '' ? null : url.trim(),
    });
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 5 }}>
      {!edits && <Alert severity="info">{t('standing.settings.readOnly')}</Alert>}
      <Section title={t('standing.settings.thresholds')}>
        <Box
          sx={{
            display: 'grid',
            gap: 4,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
            maxWidth: 860,
          }}
        >
          {BOUNDS.map(([name, least, most]) => (
            <TextField
              key={name}
              field={{
                name,
                value: limits[name],
                onChange: (event) => setLimits({ ...limits, [name]: event.target.value }),
              }}
              label={t(`standing.settings.${name}`)}
              disabled={!edits}
              input={{ inputMode: 'numeric', maxLength: 6 }}
              error={
                wrong(name, least, most) ? t('standing.settings.wrong', { least, most }) : undefined
              }
            />
          ))}
        </Box>
      </Section>
      <Section title={t('standing.settings.readers')}>
        <Box sx={{ display: 'grid', gap: 4, maxWidth: 560 }}>
          <TextField
            field={{
              name: 'recipients',
              value: mails,
              onChange: (event) => setMails(event.target.value),
            }}
            label={t('standing.settings.recipients')}
            help={t('standing.settings.recipientsHelp')}
            disabled={!edits}
            error={
              badMail === undefined
                ? undefined
                : t('standing.settings.recipientWrong', { value: badMail })
            }
            input={{ spellCheck: false }}
          />
          <TextField
            field={{
              name: 'webhookUrl',
              value: url,
              onChange: (event) => setUrl(event.target.value),
            }}
            label={t('standing.settings.webhook')}
            help={t('standing.settings.webhookHelp')}
            disabled={!edits}
            error={badUrl ? t('standing.settings.webhookWrong') : undefined}
            input={{ spellCheck: false, inputMode: 'url' }}
          />
        </Box>
      </Section>
      {edits && (
        <Box>
          <Button type="submit" variant="contained" loading={update.isPending}>
            {t('standing.settings.save')}
          </Button>
        </Box>
      )}
    </Box>
  );
}
