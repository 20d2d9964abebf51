import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useEffect, useRef, type ReactNode } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { inZone, LAST_DAY } from '../../../../contract/shared/dates.ts';
import type { Sender } from '../../../../contract/api/senders.ts';
import { useMe } from '../../../parts/queries.ts';
import { CharacterBill } from '../../../parts/CharacterCosts.tsx';
import { FormField } from '../../../ui/FormField.tsx';
import { Section } from '../../../ui/Page.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { Fields } from '../../../ui/useFields.ts';
import { PlaceholderNames } from '../../../parts/PlaceholderNames.tsx';
import { clauseOf } from './senders.ts';
import type { MessageForm } from './messageForm.ts';

type Props = {
  form: Fields<MessageForm>;
  senders: { choices: readonly Sender[]; known: boolean };
  /** Names of the placeholders that the text may use. */
  names: readonly string[];
  /** The label of the placeholders' source. */
  insertLabel: string;
  /** Fields of sample recipients, for the cost. */
  samples: readonly Readonly<Record<string, string>>[];
  messages: number | null;
  nameHelp: string;
  /** Beside the label of the text. */
  textAside?: ReactNode;
};

/** Name, sender ID, text with its cost, and time. */
export function MessageFields({
  form,
  senders: { choices, known },
  names,
  insertLabel,
  samples,
  messages,
  nameHelp,
  textAside,
}: Props) {
  const { t } = useTranslation();
  const {
    register,
    control,
    setValue,
    formState: { errors },
  } = form;
  const [senderId, text, replaceLookalikes] = useWatch({
    control,
    name: ['senderId', 'text', 'replaceLookalikes'],
  });

  const only = choices.length === 1 ? choices[0]?.senderId : undefined;
  useEffect(() => {
    if (only !== undefined && senderId === '') setValue('senderId', only);
  }, [only, senderId, setValue]);

  const area = useRef<HTMLTextAreaElement | null>(null);
  const write = (next: string) =>
    setValue('text', next, { shouldDirty: true, shouldValidate: errors.text !== undefined });
  function goTo(start: number, end: number) {
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(start, end);
    });
  }
  function insert(name: string) {
    const start = area.current?.selectionStart ?? text.length,
      end = area.current?.selectionEnd ?? text.length;
    const placeholder = `#${name}#`;
    write(text.slice(0, start) + placeholder + text.slice(end));
    goTo(start + placeholder.length, start + placeholder.length);
  }

  const textField = register('text');
  return (
    <>
      <Section>
        <Box
          sx={{
            display: 'grid',
            gap: 5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <TextField
            {...form.text('campaignName')}
            label={t('fromFile.name')}
            help={nameHelp}
            input={{ maxLength: 100 }}
          />
          <SenderField form={form} choices={choices} known={known} />
        </Box>
      </Section>
      <Section>
        <FormField
          id="text"
          label={t('fromFile.text')}
          aside={textAside}
          error={errors.text?.message}
        >
          {(parts) => (
            <>
              <PlaceholderNames names={names} label={insertLabel} onInsert={insert} />
              <OutlinedInput
                id={parts.id}
                multiline
                minRows={5}
                maxRows={16}
                {...textField}
                ref={undefined}
                inputRef={(element: HTMLTextAreaElement | null) => {
                  textField.ref(element);
                  area.current = element;
                }}
                inputProps={{ 'aria-describedby': parts['aria-describedby'], maxLength: 10_000 }}
              />
            </>
          )}
        </FormField>
        <CharacterBill
          text={text}
          clause={clauseOf(choices, senderId)}
          samples={samples}
          messages={messages}
          replaceLookalikes={replaceLookalikes}
          onText={write}
          onGo={(index, length) => goTo(index, index + length)}
          onReplaceLookalikes={(on) => setValue('replaceLookalikes', on, { shouldDirty: true })}
        />
      </Section>
      <TimeSection form={form} />
    </>
  );
}

function TimeSection({ form }: { form: Fields<MessageForm> }) {
  const { t } = useTranslation();
  const { timezone } = useMe();
  const { control } = form;
  const when = useWatch({ control, name: 'when' });
  return (
    <Section title={<span id="when">{t('fromFile.when')}</span>}>
      <Controller
        name="when"
        control={control}
        render={({ field }) => (
          <RadioGroup
            aria-labelledby="when"
            name={field.name}
            value={field.value}
            onChange={field.onChange}
          >
            <FormControlLabel
              value="now"
              control={<Radio size="small" />}
              label={t('fromFile.now')}
            />
            <FormControlLabel
              value="later"
              control={<Radio size="small" />}
              label={t('fromFile.later')}
            />
          </RadioGroup>
        )}
      />
      {when === 'later' && (
        <Box sx={{ maxWidth: 280, mt: 3, ml: 7 }}>
          <TextField
            {...form.text('at')}
            label={t('fromFile.date')}
            help={t('fromFile.dateHelp', { zone: timezone.replaceAll('_', ' ') })}
            type="datetime-local"
            input={{ min: nowIn(timezone), max: `${LAST_DAY}T23:59` }}
          />
        </Box>
      )}
    </Section>
  );
}

function SenderField({
  form: { control },
  choices,
  known,
}: {
  form: Fields<MessageForm>;
  choices: readonly Sender[];
  known: boolean;
}) {
  const { t } = useTranslation();
  const senderId = useWatch({ control, name: 'senderId' });
  return (
    <SelectField
      control={control}
      name="senderId"
      label={t('fromFile.sender')}
      help={known && choices.length === 0 ? t('fromFile.noSender') : t('fromFile.senderHelp')}
    >
      {senderId === '' && <option value="">{t('fromFile.chooseSender')}</option>}
      {choices.map((sender) => (
        <option key={sender.senderId} value={sender.senderId}>
          {[
            sender.senderId,
            t(`fromFile.${KINDS[sender.kind]}`),
            ...(sender.isGeneric ? [t('fromFile.generic')] : []),
          ].join(' · ')}
        </option>
      ))}
    </SelectField>
  );
}

function nowIn(timezone: string): string {
  return inZone(Date.now() / 1000, timezone);
}

const KINDS = {
  TRANSACTIONAL: 'transactional',
  PROMOTIONAL: 'promotional',
  SHORTCODE: 'shortcode',
} as const satisfies Record<Sender['kind'], string>;
