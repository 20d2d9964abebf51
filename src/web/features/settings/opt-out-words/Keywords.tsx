import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  KEYWORD_REQUESTS,
  optOutWords,
  type OptOutKeyword,
} from '../../../../contract/api/opt-out-words.ts';
import { RECEIVER_LANGUAGES } from '../../../../contract/shared/receiver-languages.ts';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { useSend } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures.tsx';
import { Halves } from '../../../ui/layout.tsx';
import { filled } from '../../../ui/rules.ts';
import { SelectField } from '../../../ui/SelectField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useFields } from '../../../ui/useFields.ts';
import { EditedTable } from './EditedTable.tsx';
import { CountryOptions, LanguageOptions, RequestOptions } from './options.tsx';
import { useSaveRow } from './useSaveRow.ts';

/** The words of phones, by country and language. */
export function Keywords({ rows, edits }: { rows: readonly OptOutKeyword[]; edits: boolean }) {
  const { t } = useTranslation();
  const { country: nameOf } = useFormat();
  const remove = useSend(optOutWords.removeKeyword, { changes: [optOutWords.list] });
  const placeOf = ({ country }: OptOutKeyword) =>
    country === '' ? t('optOutWords.everyCountry') : nameOf(country);
  return (
    <EditedTable
      title={t('optOutWords.keywords')}
      text={t('optOutWords.keywordsText')}
      empty={t('optOutWords.keywordsEmpty')}
      add={t('optOutWords.addWord')}
      edits={edits}
      rows={rows}
      heads={[
        t('optOutWords.word'),
        t('optOutWords.asks'),
        t('optOutWords.language'),
        t('platform.country'),
      ]}
      nameOf={(row) => `${row.word}, ${placeOf(row)}`}
      cellsOf={(row) => [
        row.word,
        t(`optOutWords.requests.${row.asks}`),
        t(`verifications.languages.${row.language}`),
        placeOf(row),
      ]}
      removeTitle={t('optOutWords.removeWord')}
      removeText={({ word }) => t('optOutWords.removeWordText', { word })}
      isRemoving={remove.isPending}
      onRemove={({ word, country }, onSuccess) => remove.mutate({ word, country }, { onSuccess })}
      dialog={(row, onClose) => <KeywordDialog row={row} onClose={onClose} />}
    />
  );
}

function KeywordDialog({ row, onClose }: { row: OptOutKeyword | null; onClose(): void }) {
  const { t } = useTranslation();
  const fields = useFields<OptOutKeyword>({
    rules: z.object({
      word: filled(t('optOutWords.wordMissing'), 40),
      country: z.string(),
      language: z.enum(RECEIVER_LANGUAGES),
      asks: z.enum(KEYWORD_REQUESTS),
    }),
    values: row ?? { word: '', country: '', language: 'en', asks: 'STOP' },
  });
  const put = useSaveRow(optOutWords.putKeyword, fields.failed, onClose);
  return (
    <FormDialog
      title={t(row === null ? 'optOutWords.addWord' : 'optOutWords.editWord')}
      action={t('platform.save')}
      busy={put.isPending}
      refusal={fields.refusal}
      width="sm"
      gap={4}
      onClose={onClose}
      onSubmit={fields.submit((form) => put.mutate(form))}
    >
      <TextField
        {...fields.text('word')}
        label={t('optOutWords.word')}
        help={t('optOutWords.wordHelp')}
        disabled={row !== null}
        autoComplete="off"
        input={{ maxLength: 40 }}
      />
      <SelectField control={fields.control} name="asks" label={t('optOutWords.asks')}>
        <RequestOptions />
      </SelectField>
      <Halves gap={4}>
        <SelectField control={fields.control} name="language" label={t('optOutWords.language')}>
          <LanguageOptions />
        </SelectField>
        <SelectField
          control={fields.control}
          name="country"
          label={t('platform.country')}
          disabled={row !== null}
        >
          <CountryOptions />
        </SelectField>
      </Halves>
    </FormDialog>
  );
}
