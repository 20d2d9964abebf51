import type { TFunction } from 'i18next';
import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useController, useWatch, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  guard,
  GUARD_KINDS,
  type GuardRule,
  guardRuleInput,
  type GuardRuleInput,
} from '../../../contract/api/guard.ts';
import { ClientPicker, type Picked } from '../../parts/clients/ClientPicker.tsx';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { useGet, useSend } from '../../parts/queries.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { Halves } from '../../ui/page/layout.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../ui/fields/useFields.ts';
import { CountriesField } from './CountriesField.tsx';
import { useRuleWords } from './useRuleWords.ts';

const DIGITS = ['3', '6', '8'] as const;
type Form = {
  client: Picked | null;
  kind: (typeof GUARD_KINDS)[number];
  countries: string[];
  prefix: string;
  digits: (typeof DIGITS)[number];
  codes: string;
  share: string;
  messages: string;
  hours: string;
  reason: string;
};

/** The rule that a form means, as the call takes it. */
function ruleOf(form: Form): GuardRuleInput {
  const { kind, countries, prefix, reason } = form;
  const limit = { messages: Number(form.messages), seconds: Number(form.hours) * 3600 };
  switch (kind) {
    case 'COUNTRIES':
      return { kind, countries, reason };
    case 'RANGE':
      return { kind, prefix: prefix.replace(/[\s-]/g, ''), reason };
    case 'SHARE':
      return {
        kind,
        digits: Number(form.digits) as 3 | 6 | 8,
        codes: Number(form.codes),
        share: Number(form.share),
        reason,
      };
    case 'NUMBER':
    case 'NEW_ACCOUNT':
      return { kind, ...limit, reason };
  }
}

/** Wrong fields of a form, by the schema of the call; the hours stand for seconds. */
function rulesOf(t: TFunction) {
  const wrong: Partial<Record<string, string>> = {
    countries: t('guard.countriesMissing'),
    prefix: t('guard.prefixWrong'),
    codes: t('guard.codesWrong'),
    share: t('guard.shareWrong'),
    messages: t('guard.messagesWrong'),
    seconds: t('guard.hoursWrong'),
  };
  return z.custom<Form>().check((context) => {
    const read = guardRuleInput.safeParse(ruleOf(context.value));
    for (const { path } of read.error?.issues ?? []) {
      const field = String(path[0]);
      context.issues.push({
        code: 'custom',
        message: wrong[field] ?? t('guard.wrong'),
        path: [field === 'seconds' ? 'hours' : field],
        input: context.value,
      });
    }
  });
}

const NEW: Form = {
  client: null,
  kind: 'RANGE',
  countries: [],
  prefix: '',
  digits: '8',
  codes: '5',
  share: '20',
  messages: '5',
  hours: '24',
  reason: '',
};

/** A rule of the platform in the form, without its reason: whoever confirms it gives another, or none. */
const formOf = (rule: GuardRule): Form => ({
  ...NEW,
  kind: rule.kind,
  countries: rule.countries,
  prefix: rule.prefix,
  digits: DIGITS.find((digits) => Number(digits) === rule.digits) ?? NEW.digits,
  codes: String(rule.codes ?? NEW.codes),
  share: String(rule.share ?? NEW.share),
  messages: String(rule.messages ?? NEW.messages),
  hours: rule.seconds === null ? NEW.hours : String(rule.seconds / 3600),
});

/**
 * Sets a rule of the platform or of one account; one of the same kind and block is replaced.
 * @param confirmed a rule of the platform that stands as it was delivered
 */
export function RuleDialog({
  confirmed,
  onClose,
  onSaved = onClose,
}: {
  confirmed?: GuardRule | undefined;
  onClose(): void;
  onSaved?(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const words = useRuleWords();
  const fields = useFields<Form>({
    rules: rulesOf(t),
    values: confirmed === undefined ? NEW : formOf(confirmed),
    aliases: {
      'rule.countries': 'countries',
      'rule.prefix': 'prefix',
      'rule.codes': 'codes',
      'rule.share': 'share',
      'rule.messages': 'messages',
      'rule.seconds': 'hours',
      'rule.reason': 'reason',
      clientId: 'client',
    },
  });
  const { control } = fields;
  const kind = useWatch({ control, name: 'kind' });
  const client = useController({ control, name: 'client' }).field;
  const countries = useController({ control, name: 'countries' }).field;
  const save = useSend(guard.setRule, {
    changes: [guard.allRules, guard.rules],
    failed: fields.failed,
    done: () => {
      toast.success(t('guard.saved'));
      onSaved();
    },
  });
  return (
    <FormDialog
      title={t(confirmed === undefined ? 'guard.add' : 'guard.confirmTitle')}
      text={t(confirmed === undefined ? 'guard.addText' : 'guard.confirmText')}
      action={t(confirmed === undefined ? 'guard.save' : 'guard.confirm')}
      width="sm"
      gap={4}
      busy={save.isPending}
      refusal={fields.refusal}
      onClose={onClose}
      onSubmit={fields.submit((form) =>
        save.mutate({ clientId: form.client?.clientId ?? null, rule: ruleOf(form) }),
      )}
    >
      {confirmed === undefined ? (
        <>
          <ClientPicker
            id="client"
            label={t('guard.client')}
            nobody={t('guard.platform')}
            value={client.value}
            onChange={client.onChange}
          />
          <SelectField
            control={control}
            name="kind"
            label={t('guard.kind')}
            help={t(`guard.kindTexts.${kind}`)}
          >
            {GUARD_KINDS.map((each) => (
              <option key={each} value={each}>
                {t(`guard.kinds.${each}`)}
              </option>
            ))}
          </SelectField>
        </>
      ) : (
        // Another kind or block would leave this rule as it is, and set a second one.
        <Typography>{words(confirmed)}</Typography>
      )}
      {kind === 'COUNTRIES' && (
        <CountriesField
          value={countries.value}
          error={fields.errorOf('countries')}
          onChange={countries.onChange}
        />
      )}
      {kind === 'RANGE' && confirmed === undefined && (
        <TextField
          {...fields.text('prefix')}
          label={t('guard.prefixField')}
          help={t('guard.prefixHelp')}
          autoComplete="off"
        />
      )}
      {kind === 'SHARE' && (
        <>
          {confirmed === undefined && (
            <SelectField control={control} name="digits" label={t('guard.digits')}>
              {DIGITS.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </SelectField>
          )}
          <Halves gap={4}>
            <TextField {...fields.text('codes')} label={t('guard.codes')} autoComplete="off" />
            <TextField
              {...fields.text('share')}
              label={t('guard.share')}
              end="%"
              autoComplete="off"
            />
          </Halves>
          <BlockOrder control={control} />
        </>
      )}
      {(kind === 'NUMBER' || kind === 'NEW_ACCOUNT') && (
        <Halves gap={4}>
          <TextField {...fields.text('messages')} label={t('guard.messages')} autoComplete="off" />
          <TextField {...fields.text('hours')} label={t('guard.hours')} autoComplete="off" />
        </Halves>
      )}
      <TextField
        {...fields.text('reason')}
        label={t('guard.reason')}
        autoComplete="off"
        input={{ maxLength: 300 }}
      />
    </FormDialog>
  );
}

/** Says it where a longer block of numbers would allow more than a shorter one around it: it would stop nothing. */
function BlockOrder({ control }: { control: Control<Form> }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { client, digits, codes } = useWatch({ control }) as Form;
  const { data } = useGet(guard.allRules, {
    pageSize: 200,
    pageToken: '',
    'filter.kinds': ['SHARE'],
    'filter.clientIds': client === null ? [] : [client.clientId],
  });
  const own = Number(digits);
  const crossed = data?.rules.find(
    (rule) =>
      rule.clientId === (client?.clientId ?? null) &&
      rule.digits !== null &&
      rule.codes !== null &&
      (rule.digits < own
        ? rule.codes < Number(codes)
        : rule.digits > own && rule.codes > Number(codes)),
  );
  if (codes === '' || crossed === undefined) return null;
  return (
    <Alert severity="warning" role="status">
      {t('guard.blockOrder', { digits: crossed.digits ?? 0, codes: number(crossed.codes ?? 0) })}
    </Alert>
  );
}
