import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  KEYWORD_REQUESTS,
  optOutWords,
  type OptOutAnswerText,
} from '../../../../contract/api/opt-out-words.ts';
import { RECEIVER_LANGUAGES } from '../../../../contract/shared/receiver-languages.ts';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { useSend } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Halves } from '../../../ui/page/layout.tsx';
import { filled } from '../../../ui/fields/rules.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { EditedTable } from './EditedTable.tsx';
import { byLanguage } from './byLanguage.ts';
import { CountryOptions, LanguageOptions, RequestOptions } from './options.tsx';
import { useSaveRow } from './useSaveRow.ts';

/** The texts that confirm to a phone what its word did. */
export function Answers({ rows, edits }: { rows: readonly OptOutAnswerText[]; edits: boolean }) {
  const { t } = useTranslation();
  const { country: nameOf } = useFormat();
  const remove = useSend(optOutWords.removeAnswer, { changes: [optOutWords.list] });
  const placeOf = ({ country }: OptOutAnswerText) =>
    country === '' ? t('optOutWords.everyCountry') : nameOf(country);
  const hasCountries = rows.some(({ country }) => country !== '');
  const titleOf = (row: OptOutAnswerText) =>
    [
      t(`optOutWords.requests.${row.asks}`),
      t(`verifications.languages.${row.language}`),
      placeOf(row),
    ].join(', ');
  return (
    <EditedTable
      title={t('optOutWords.answers')}
      text={t('optOutWords.answersText')}
      empty={t('optOutWords.answersEmpty')}
      add={t('optOutWords.addAnswer')}
      edits={edits}
      rows={byLanguage(rows)}
      groupOf={({ language }) => t(`verifications.languages.${language}`)}
      heads={[
        t('optOutWords.asks'),
        ...(hasCountries ? [t('platform.country')] : []),
        t('optOutWords.text'),
      ]}
      nameOf={titleOf}
      cellsOf={(row) => [
        t(`optOutWords.requests.${row.asks}`),
        ...(hasCountries ? [placeOf(row)] : []),
        row.text,
      ]}
      removeTitle={t('optOutWords.removeAnswer')}
      removeText={(row) => t('optOutWords.removeAnswerText', { name: titleOf(row) })}
      isRemoving={remove.isPending}
      onRemove={({ country, language, asks }, onSuccess) =>
        remove.mutate({ country, language, asks }, { onSuccess })
      }
      dialog={(row, onClose) => <AnswerDialog row={row} onClose={onClose} />}
    />
  );
}

function AnswerDialog({ row, onClose }: { row: OptOutAnswerText | null; onClose(): void }) {
  const { t } = useTranslation();
  const fields = useFields<OptOutAnswerText>({
    rules: z.object({
      country: z.string(),
      language: z.enum(RECEIVER_LANGUAGES),
      asks: z.enum(KEYWORD_REQUESTS),
      text: filled(t('optOutWords.textMissing'), 300),
    }),
    values: row ?? { country: '', language: 'en', asks: 'STOP', text: '' },
  });
  const put = useSaveRow(optOutWords.putAnswer, fields.failed, onClose);
  const isOld = row !== null;
  return (
    <FormDialog
      title={t(isOld ? 'optOutWords.editAnswer' : 'optOutWords.addAnswer')}
      action={t('platform.save')}
      busy={put.isPending}
      refusal={fields.refusal}
      width="sm"
      gap={4}
      onClose={onClose}
      onSubmit={fields.submit((form) => put.mutate(form))}
    >
      <SelectField
        control={fields.control}
        name="asks"
        label={t('optOutWords.asks')}
        disabled={isOld}
      >
        <RequestOptions />
      </SelectField>
      <Halves gap={4}>
        <SelectField
          control={fields.control}
          name="language"
          label={t('optOutWords.language')}
          disabled={isOld}
        >
          <LanguageOptions />
        </SelectField>
        <SelectField
          control={fields.control}
          name="country"
          label={t('platform.country')}
          disabled={isOld}
        >
          <CountryOptions />
        </SelectField>
      </Halves>
      <TextField
        {...fields.text('text')}
        label={t('optOutWords.text')}
        help={t('optOutWords.textHelp', { name: '{name}', number: '{number}' })}
        multiline
        lines={[2, 6]}
        input={{ maxLength: 300 }}
      />
    </FormDialog>
  );
}
