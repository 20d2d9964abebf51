import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { retention, type RetentionDays } from '../../../contract/api/retention.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { ActionBar } from '../../ui/page/ActionBar.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';
import { Facts, Section } from '../../ui/page/Page.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../ui/fields/useFields.ts';
import { onlyChanged } from '../../ui/fields/onlyChanged.ts';
import { useKept } from '../../ui/fields/useKept.ts';
import { useLeaveWarning } from '../../ui/fields/useLeaveWarning.tsx';
import { numbersOf, rulesOf, textsOf, type Bounds } from './bounds.ts';
import { StatusFrame } from '../../parts/monitoring/StatusFrame.tsx';
import { Rows } from '../../ui/page/layout.tsx';

/** Limits of each field, the same as in the contract. */
const BOUNDS = {
  textDays: [1, 3650],
  messageDays: [30, 3650],
  incomingDays: [1, 3650],
} as const satisfies Record<keyof RetentionDays, Bounds>;
const NAMES = Object.keys(BOUNDS) as (keyof RetentionDays)[];
/** Data that is deleted after a fixed time. */
const FIXED = ['uploads', 'deliveries', 'mails', 'sessions', 'signIns', 'counts', 'audit'] as const;

/** For how long messages and their texts are kept. */
export function Retention() {
  const { t } = useTranslation();
  const query = useGet(retention.get, {});
  return (
    <StatusFrame tab="retention" purpose={t('monitoring.retention.purpose')}>
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
        <Form kept={query.data} />
      )}
    </StatusFrame>
  );
}

function Form({ kept }: { kept: Output<typeof retention.get> }) {
  const { t } = useTranslation();
  const toast = useToast();
  const me = useMe();
  const { exact } = useFormat();
  const edits = reachOf(me.clientAccessLevel, 'platform.edit') !== undefined && !me.impersonated;
  const values = textsOf<keyof RetentionDays>(BOUNDS, kept);
  const fields = useFields<Record<keyof RetentionDays, string>>({
    rules: z.object(rulesOf(BOUNDS, t)),
    isLive: true,
    values,
  });
  const takeSaved = useKept(fields, values);
  const [asking, setAsking] = useState(false);
  const update = useSend(retention.update, {
    changes: [retention.get],
    done: () => {
      setAsking(false);
      toast.success(t('monitoring.retention.saved'));
    },
    failed: (failure) => {
      setAsking(false);
      fields.failed(failure);
    },
  });
  const send = (form: Record<keyof RetentionDays, string>) => {
    const sent = { ...fields.getValues() };
    update
      .mutateAsync(onlyChanged(numbersOf(BOUNDS, form), numbersOf(BOUNDS, values)))
      .then(() => takeSaved(sent))
      // It is shown already.
      .catch(() => undefined);
  };
  const submit = fields.submit((form) => {
    // Deleted data cannot be restored.
    if (NAMES.some((name) => Number(form[name]) < kept[name])) setAsking(true);
    else send(form);
  });
  const { isDirty } = fields.formState;
  const leaving = useLeaveWarning(isDirty);
  return (
    <form noValidate onSubmit={submit}>
      <Rows>
        {!edits && <Alert severity="info">{t('monitoring.settings.readOnly')}</Alert>}
        <Box
          sx={{
            display: 'grid',
            gap: 5,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 480px) minmax(0, 1fr)' },
          }}
        >
          <Section title={t('monitoring.retention.title')}>
            <Rows>
              {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
              {NAMES.map((name) => (
                <TextField
                  key={name}
                  {...fields.text(name)}
                  label={t(`monitoring.retention.${name}`)}
                  help={[
                    t(`monitoring.retention.${name}Help`),
                    name === 'messageDays' &&
                      kept.oldestTimestamp !== null &&
                      t('monitoring.retention.oldest', {
                        // A line ends nowhere within it.
                        day: exact(kept.oldestTimestamp).slice(0, 10).replaceAll('-', '\u2011'),
                      }),
                  ]
                    .filter(Boolean)
                    .join(' ')}
                  disabled={!edits}
                  end={<InputAdornment position="end">{t('unitNames.days')}</InputAdornment>}
                  input={{ inputMode: 'numeric', maxLength: 4 }}
                />
              ))}
            </Rows>
          </Section>
          <Section title={t('monitoring.retention.fixedTitle')}>
            <Facts
              rows={FIXED.map(
                (name) =>
                  [
                    t(`monitoring.retention.fixed.${name}`),
                    t(`monitoring.retention.fixed.${name}Text`),
                  ] as const,
              )}
            />
          </Section>
        </Box>
      </Rows>
      {edits && (
        <ActionBar note={t(isDirty ? 'settings.unsaved' : 'settings.allSaved')}>
          <Button type="submit" variant="contained" loading={update.isPending} disabled={!isDirty}>
            {t('monitoring.settings.save')}
          </Button>
        </ActionBar>
      )}
      <ConfirmDialog
        open={asking}
        title={t('monitoring.retention.askTitle')}
        action={t('monitoring.retention.ask')}
        danger
        busy={update.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => send(fields.getValues())}
      >
        {t('monitoring.retention.askText')}
      </ConfirmDialog>
      {leaving}
    </form>
  );
}
