import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
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
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Halves } from '../../../ui/page/layout.tsx';
import { ChipMenu, type RowAction } from '../../../ui/lists/RowMenu.tsx';
import { filled } from '../../../ui/fields/rules.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
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
  const nameOfRow = (row: OptOutKeyword) => `${row.word}, ${placeOf(row)}`;
  return (
    <EditedTable
      title={t('optOutWords.keywords')}
      text={t('optOutWords.keywordsText')}
      empty={t('optOutWords.keywordsEmpty')}
      add={t('optOutWords.addWord')}
      edits={edits}
      rows={rows}
      nameOf={nameOfRow}
      removeTitle={t('optOutWords.removeWord')}
      removeText={({ word }) => t('optOutWords.removeWordText', { word })}
      isRemoving={remove.isPending}
      onRemove={({ word, country }, onSuccess) => remove.mutate({ word, country }, { onSuccess })}
      dialog={(row, onClose) => <KeywordDialog row={row} onClose={onClose} />}
      drawing={(actionsOf) => (
        <WordsByLanguage rows={rows} nameOf={nameOfRow} actionsOf={actionsOf} />
      )}
    />
  );
}

/** Words beside each other: a language each, and in it what they ask for. */
function WordsByLanguage({
  rows,
  nameOf,
  actionsOf,
}: {
  rows: readonly OptOutKeyword[];
  nameOf(row: OptOutKeyword): string;
  actionsOf(row: OptOutKeyword): RowAction[];
}) {
  const { t } = useTranslation();
  const { country: placeOf } = useFormat();
  return RECEIVER_LANGUAGES.filter((each) => rows.some(({ language }) => language === each)).map(
    (language) => (
      <Box
        key={language}
        component="section"
        sx={(theme) => ({
          px: { xs: 4, sm: 5 },
          py: 4,
          borderTop: `1px solid ${theme.vars?.palette.divider}`,
        })}
      >
        <Typography variant="subtitle1" component="h3" sx={{ mb: 3 }}>
          {t(`verifications.languages.${language}`)}
        </Typography>
        <Box
          component="dl"
          sx={{
            m: 0,
            display: 'grid',
            columnGap: 5,
            rowGap: { xs: 2, sm: 3 },
            alignItems: 'baseline',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '160px minmax(0, 1fr)' },
          }}
        >
          {KEYWORD_REQUESTS.map((asks) => {
            const words = rows.filter((row) => row.language === language && row.asks === asks);
            return (
              words.length > 0 && (
                <Fragment key={asks}>
                  <Typography component="dt" variant="body2" color="textSecondary">
                    {t(`optOutWords.requests.${asks}`)}
                  </Typography>
                  <Box component="dd" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', gap: 2 }}>
                    {words.map((row) => (
                      <ChipMenu
                        key={nameOf(row)}
                        label={
                          row.country === '' ? row.word : `${row.word} · ${placeOf(row.country)}`
                        }
                        name={nameOf(row)}
                        actions={actionsOf(row)}
                      />
                    ))}
                  </Box>
                </Fragment>
              )
            );
          })}
        </Box>
      </Box>
    ),
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
