import InputAdornment from '@mui/material/InputAdornment';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { carrierErrors } from '../../../../contract/api/carrier-errors.ts';
import type { RetryRule } from '../../../../contract/api/connector-settings.ts';
import { connectors, type SmppConnector } from '../../../../contract/api/connectors.ts';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import {
  newCodesOf,
  withFinalCode,
  withRetryRule,
  type NewCode,
} from '../../../parts/carrier-errors/codeDecisions.ts';
import { useCodeMeaning } from '../../../parts/carrier-errors/useCodeWords.ts';
import { keyOf, useGet, useSend } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { PlainList } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { EDITED } from './kinds.ts';

/** Codes with which the carrier refused messages, and for which no decision was made yet. */
export function NewCodes({ connector }: { connector: SmppConnector }) {
  const { t } = useTranslation();
  const { cid, settings } = connector;
  const [retried, setRetried] = useState<string | null>(null);
  const { data } = useGet(carrierErrors.list, { cid });
  const decide = useDecision(cid);
  const codes = newCodesOf(data?.errors ?? [], settings);
  return (
    <>
      {codes.length > 0 && (
        <Section title={t('connectors.newCodes.title')}>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
            {t('connectors.newCodes.text')}
          </Typography>
          <PlainList gap={4} aria-label={t('connectors.newCodes.title')}>
            {codes.map((each) => (
              <Code
                key={each.code}
                code={each}
                busy={decide.isPending}
                onRetry={() => setRetried(each.code)}
                onFinal={() =>
                  decide.mutate({ cid, final_codes: withFinalCode(settings, each.code) })
                }
              />
            ))}
          </PlainList>
        </Section>
      )}
      {retried !== null && (
        <RetryDialog
          cid={cid}
          code={retried}
          ruleWith={(rule) => withRetryRule(settings, rule)}
          onClose={() => setRetried(null)}
        />
      )}
    </>
  );
}

function useDecision(cid: string, options: { done?(): void; failed?(error: unknown): void } = {}) {
  const { t } = useTranslation();
  const toast = useToast();
  const client = useQueryClient();
  return useSend(connectors.updateSmpp, {
    changes: EDITED,
    done: (decided) => {
      // The next decision adds to this one, also before the connector is read again.
      client.setQueryData(keyOf(connectors.getSmpp, { cid }), decided);
      toast.success(t('connectors.saved', { name: cid }));
      options.done?.();
    },
    ...(options.failed && { failed: options.failed }),
  });
}

function Code({
  code: { code, day },
  busy,
  onRetry,
  onFinal,
}: {
  code: NewCode;
  busy: boolean;
  onRetry(): void;
  onFinal(): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const meaning = useCodeMeaning();
  return (
    <Box component="li" sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography variant="subtitle2" component="p">
          {code}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {meaning(code)}. {t('connectors.newCodes.count', { value: number(day) })}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', gap: 2 }}>
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          disabled={busy}
          aria-label={`${t('connectors.newCodes.retry')}: ${code}`}
          onClick={onRetry}
        >
          {t('connectors.newCodes.retry')}
        </Button>
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          disabled={busy}
          aria-label={`${t('connectors.newCodes.final')}: ${code}`}
          onClick={onFinal}
        >
          {t('connectors.newCodes.final')}
        </Button>
      </Box>
    </Box>
  );
}

/** The limits of a rule, the same as in the contract. */
const BOUNDS = { seconds: [1, 86_400], times: [1, 1000] } as const;

function RetryDialog({
  cid,
  code,
  ruleWith,
  onClose,
}: {
  cid: string;
  code: string;
  ruleWith(rule: RetryRule): string;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const whole = ([least, most]: readonly [number, number]) =>
    z.string().check(
      z.trim(),
      z.refine(
        (written) => /^\d+$/.test(written) && Number(written) >= least && Number(written) <= most,
        { error: t('connectors.form.whole', { least: number(least), most: number(most) }) },
      ),
    );
  const fields = useFields({
    values: { seconds: '30', times: '10' },
    rules: z.object({ seconds: whole(BOUNDS.seconds), times: whole(BOUNDS.times) }),
  });
  const decide = useDecision(cid, { done: onClose, failed: fields.failed });
  const submit = fields.submit(({ seconds, times }) =>
    decide.mutate({
      cid,
      retry_rules: ruleWith({ status: code, seconds: Number(seconds), times: Number(times) }),
    }),
  );
  return (
    <FormDialog
      title={t('connectors.newCodes.retryTitle', { code })}
      text={t('connectors.newCodes.retryText')}
      action={t('connectors.newCodes.retry')}
      busy={decide.isPending}
      refusal={fields.refusal}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <TextField
        {...fields.text('seconds')}
        label={t('connectors.newCodes.seconds')}
        end={<InputAdornment position="end">{t('unitNames.seconds')}</InputAdornment>}
        autoFocus
        input={{ inputMode: 'numeric' }}
      />
      <TextField
        {...fields.text('times')}
        label={t('connectors.newCodes.times')}
        help={t('connectors.newCodes.timesHelp')}
        input={{ inputMode: 'numeric' }}
      />
    </FormDialog>
  );
}
