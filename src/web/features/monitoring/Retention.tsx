import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { retention, type RetentionDays } from '../../../contract/api/retention.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DASH, useFormat } from '../../ui/figures.tsx';
import { Facts, Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { StatusFrame } from './StatusFrame.tsx';

/** Limits of each field, the same as in the contract. */
const BOUNDS: readonly [name: keyof RetentionDays, least: number, most: number][] = [
  ['textDays', 1, 3650],
  ['messageDays', 30, 3650],
  ['incomingDays', 1, 3650],
];
/** Data that is deleted after a fixed time. */
const FIXED = ['uploads', 'deliveries', 'mails', 'sessions', 'counts', 'audit'] as const;

/** For how long messages and their texts are kept. */
export function Retention() {
  const { t } = useTranslation();
  const query = useGet(retention.get, {});
  return (
    <StatusFrame tab="retention" purpose={t('standing.retention.purpose')}>
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
        <Form key={JSON.stringify(query.data)} kept={query.data} />
      )}
    </StatusFrame>
  );
}

function Form({ kept }: { kept: Output<typeof retention.get> }) {
  const { t } = useTranslation();
  const toast = useToast();
  const me = useMe();
  const { number, exact } = useFormat();
  const edits = reachOf(me.clientAccessLevel, 'platform.edit') !== undefined && !me.impersonated;
  const [days, setDays] = useState<Record<keyof RetentionDays, string>>(
    () =>
      Object.fromEntries(BOUNDS.map(([name]) => [name, String(kept[name])])) as Record<
        keyof RetentionDays,
        string
      >,
  );
  const [asking, setAsking] = useState(false);
  const update = useSend(retention.update, {
    changes: [retention.get],
    done: () => {
      setAsking(false);
      toast.success(t('standing.retention.saved'));
    },
  });
  const wrong = (name: keyof RetentionDays, least: number, most: number) =>
    !/^\d+$/.test(days[name].trim()) || Number(days[name]) < least || Number(days[name]) > most;
  const send = () =>
    update.mutate(Object.fromEntries(BOUNDS.map(([name]) => [name, Number(days[name])])));
  function submit(event: FormEvent) {
    event.preventDefault();
    if (BOUNDS.some((bound) => wrong(...bound))) return;
    // Deleted data cannot be restored.
    if (BOUNDS.some(([name]) => Number(days[name]) < kept[name])) setAsking(true);
    else send();
  }
  return (
    <Box sx={{ display: 'grid', gap: 5 }}>
      {!edits && <Alert severity="info">{t('standing.settings.readOnly')}</Alert>}
      <Section title={t('standing.retention.title')}>
        <Box
          component="form"
          noValidate
          onSubmit={submit}
          sx={{ display: 'grid', gap: 5, maxWidth: 560 }}
        >
          {BOUNDS.map(([name, least, most]) => (
            <TextField
              key={name}
              field={{
                name,
                value: days[name],
                onChange: (event) => setDays({ ...days, [name]: event.target.value }),
              }}
              label={t(`standing.retention.${name}`)}
              help={t(`standing.retention.${name}Help`)}
              disabled={!edits}
              input={{ inputMode: 'numeric', maxLength: 4 }}
              error={
                wrong(name, least, most) ? t('standing.settings.wrong', { least, most }) : undefined
              }
            />
          ))}
          {edits && (
            <Box>
              <Button type="submit" variant="contained" loading={update.isPending}>
                {t('standing.settings.save')}
              </Button>
            </Box>
          )}
        </Box>
      </Section>
      <Section title={t('standing.retention.there')}>
        <Facts
          rows={[
            [
              t('standing.retention.oldest'),
              kept.oldestTimestamp === null ? DASH : exact(kept.oldestTimestamp).slice(0, 10),
            ],
            [t('standing.retention.partitions'), number(kept.partitions)],
            ...FIXED.map(
              (name) =>
                [
                  t(`standing.retention.fixed.${name}`),
                  t(`standing.retention.fixed.${name}Text`),
                ] as const,
            ),
          ]}
        />
      </Section>
      <ConfirmDialog
        open={asking}
        title={t('standing.retention.askTitle')}
        action={t('standing.retention.ask')}
        danger
        busy={update.isPending}
        onClose={() => setAsking(false)}
        onConfirm={send}
      >
        {t('standing.retention.askText')}
      </ConfirmDialog>
    </Box>
  );
}
