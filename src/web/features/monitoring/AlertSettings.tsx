import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import Skeleton from '@mui/material/Skeleton';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { email } from '../../../contract/shared/fields.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import {
  status,
  type AlertSettings as Settings,
  type Thresholds,
} from '../../../contract/api/monitoring.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { ActionBar } from '../../ui/page/ActionBar.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../ui/fields/useFields.ts';
import { onlyChanged } from '../../ui/fields/onlyChanged.ts';
import { useKept } from '../../ui/fields/useKept.ts';
import { useLeaveWarning } from '../../ui/fields/useLeaveWarning.tsx';
import { SecretDialog } from '../../parts/webhooks/SecretDialog.tsx';
import { numbersOf, rulesOf, textsOf, type Bounds } from './bounds.ts';
import { StatusFrame } from '../../parts/monitoring/StatusFrame.tsx';
import { Halves, Rows } from '../../ui/page/layout.tsx';

/** Limits of each threshold, the same as in the contract. */
const BOUNDS = {
  connectorMinutes: [1, 1440],
  queueMinutes: [1, 1440],
  receiptsPercent: [1, 100],
  refusedPercent: [1, 100],
  deliveryPoints: [1, 100],
  outboxMinutes: [1, 1440],
  paymentMinutes: [5, 1440],
  diskPercent: [1, 90],
  backupHours: [1, 8760],
  processSeconds: [20, 3600],
} as const satisfies Record<keyof Thresholds, Bounds>;
const UNITS = {
  connectorMinutes: 'minutes',
  queueMinutes: 'minutes',
  receiptsPercent: 'ofSubmitted',
  refusedPercent: 'ofAnswered',
  deliveryPoints: 'points',
  outboxMinutes: 'minutes',
  paymentMinutes: 'minutes',
  diskPercent: 'percent',
  backupHours: 'hours',
  processSeconds: 'seconds',
} as const satisfies Record<keyof Thresholds, string>;

/** The thresholds by what they watch. */
const GROUPS = {
  carriers: ['connectorMinutes', 'receiptsPercent', 'refusedPercent', 'deliveryPoints'],
  waiting: ['queueMinutes', 'outboxMinutes', 'paymentMinutes'],
  server: ['processSeconds', 'diskPercent', 'backupHours'],
} as const satisfies Record<string, readonly (keyof Thresholds)[]>;
/** The thresholds of rates, each of which has a period. */
const RATES = ['receiptsPercent', 'refusedPercent', 'deliveryPoints'] as const;
const isRate = (name: keyof Thresholds): name is (typeof RATES)[number] =>
  RATES.some((rate) => rate === name);
const GROUP_NAMES = Object.keys(GROUPS) as (keyof typeof GROUPS)[];

/** The thresholds of alerts to operators, and their recipients. */
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
        ? toast.error(t('monitoring.settings.testedNobody'))
        : toast.success(t('monitoring.settings.tested', { count: told })),
  });
  return (
    <StatusFrame
      tab="alerts"
      purpose={t('monitoring.settings.purpose')}
      actions={
        edits && (
          <Button
            variant="outlined"
            color="inherit"
            loading={test.isPending}
            onClick={() => test.mutate({})}
          >
            {t('monitoring.settings.test')}
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
        <Form settings={query.data} edits={edits} onSecret={setSecret} />
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </StatusFrame>
  );
}

type SettingsForm = Record<keyof Thresholds | 'recipients' | 'webhookUrl', string>;

const mailsIn = (written: string) =>
  written
    .split(',')
    .map((mail) => mail.trim())
    .filter((mail) => mail !== '');
const wrongMail = (written: string) =>
  mailsIn(written).find((mail) => !z.safeParse(email, mail).success);

function rulesOfForm(t: TFunction) {
  return z.object({
    ...rulesOf(BOUNDS, t),
    recipients: z.string().check(
      z.refine((written) => wrongMail(written) === undefined, {
        error: ({ input }) =>
          t('monitoring.settings.recipientWrong', { value: wrongMail(String(input)) ?? '' }),
      }),
    ),
    webhookUrl: z.string().check(
      z.trim(),
      z.refine((written) => written === '' || /^https?:\/\/\S+$/.test(written), {
        error: t('monitoring.settings.webhookWrong'),
      }),
    ),
  });
}

const settingsOf = (form: SettingsForm) => ({
  thresholds: numbersOf<keyof Thresholds>(BOUNDS, form),
  recipients: mailsIn(form.recipients),
  webhookUrl: form.webhookUrl === '' ? null : form.webhookUrl,
});

function Form({
  settings,
  edits,
  onSecret,
}: {
  settings: Settings & { notified: readonly string[] };
  edits: boolean;
  onSecret(secret: string | null): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const values: SettingsForm = {
    ...textsOf(BOUNDS, settings.thresholds),
    recipients: settings.recipients.join(', '),
    webhookUrl: settings.webhookUrl ?? '',
  };
  const fields = useFields<SettingsForm>({ rules: rulesOfForm(t), isLive: true, values });
  const takeSaved = useKept(fields, values);
  const update = useSend(status.update, {
    changes: [status.settings],
    // A failure is shown at its field, or above the form.
    failed: () => undefined,
  });
  const submit = fields.submit(async (form) => {
    const sent = { ...fields.getValues() };
    const { webhookSecret } = await update.mutateAsync(
      onlyChanged(settingsOf(form), settingsOf(values)),
    );
    takeSaved(sent);
    toast.success(t('monitoring.settings.saved'));
    onSecret(webhookSecret);
  });
  const { isDirty } = fields.formState;
  const leaving = useLeaveWarning(isDirty);
  return (
    <form noValidate onSubmit={submit}>
      <Rows>
        {!edits && <Alert severity="info">{t('monitoring.settings.readOnly')}</Alert>}
        {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
        {GROUP_NAMES.map((group) => (
          <Section key={group} title={t(`monitoring.settings.groups.${group}`)}>
            <Box
              sx={{
                display: 'grid',
                gap: 4,
                gridTemplateColumns: {
                  xs: 'minmax(0, 1fr)',
                  sm: 'repeat(2, minmax(0, 1fr))',
                  lg: 'repeat(4, minmax(0, 1fr))',
                },
              }}
            >
              {GROUPS[group].map((name) => (
                <TextField
                  key={name}
                  {...fields.text(name)}
                  label={t(`monitoring.settings.${name}`)}
                  help={isRate(name) ? t(`monitoring.settings.periods.${name}`) : undefined}
                  disabled={!edits}
                  end={
                    <InputAdornment position="end">{t(`unitNames.${UNITS[name]}`)}</InputAdornment>
                  }
                  input={{ inputMode: 'numeric', maxLength: 6 }}
                />
              ))}
            </Box>
          </Section>
        ))}
        <Section title={t('monitoring.settings.readers')}>
          <Halves gap={4}>
            <TextField
              {...fields.text('recipients')}
              label={t('monitoring.settings.recipients')}
              help={
                settings.recipients.length > 0 || settings.notified.length === 0
                  ? t('monitoring.settings.recipientsHelp')
                  : t('monitoring.settings.recipientsNow', {
                      mails: settings.notified.join(', '),
                    })
              }
              disabled={!edits}
              input={{ spellCheck: false }}
            />
            <TextField
              {...fields.text('webhookUrl')}
              label={t('monitoring.settings.webhook')}
              help={t('monitoring.settings.webhookHelp')}
              disabled={!edits}
              input={{ spellCheck: false, inputMode: 'url' }}
            />
          </Halves>
        </Section>
      </Rows>
      {edits && (
        <ActionBar note={t(isDirty ? 'settings.unsaved' : 'settings.allSaved')}>
          <Button type="submit" variant="contained" loading={update.isPending} disabled={!isDirty}>
            {t('monitoring.settings.save')}
          </Button>
        </ActionBar>
      )}
      {leaving}
    </form>
  );
}
