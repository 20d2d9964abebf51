import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { KEYWORD_REQUESTS } from '../../../../contract/api/opt-out-words.ts';
import {
  MOST_ANSWER_LETTERS,
  optOuts,
  type OptOutAnswers,
} from '../../../../contract/api/opt-outs.ts';
import { RECEIVER_LANGUAGES } from '../../../../contract/shared/receiver-languages.ts';
import { fillAnswer } from '../../../../contract/shared/opt-out-answers.ts';
import { measureText } from '../../../../contract/shared/sms.ts';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { useSend } from '../../../parts/queries.ts';
import { CheckField } from '../../../ui/fields/CheckField.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Rows } from '../../../ui/page/layout.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useFields, type Fields } from '../../../ui/fields/useFields.ts';
import { answersForm, keyOf, oneLine, textsOf, type AnswersForm } from './answersForm.ts';
import { atMost } from '../../../ui/fields/rules.ts';

/** Chooses whether a phone that writes STOP or START gets an answer, and which. */
export function AnswersDialog({ answers, onClose }: { answers: OptOutAnswers; onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const fields = useFields<AnswersForm>({
    rules: z.object({
      isAnswered: z.boolean(),
      language: z.enum(RECEIVER_LANGUAGES),
      ...textsOf(() => z.string().check(atMost(MOST_ANSWER_LETTERS))),
    }),
    values: answersForm(answers),
  });
  const save = useSend(optOuts.setAnswers, {
    changes: [optOuts.answers],
    failed: fields.failed,
    done: ({ isAnswered }) => {
      onClose();
      toast.success(t(isAnswered ? 'contacts.answersOn' : 'contacts.answersOff'));
    },
  });
  return (
    <FormDialog
      title={t('contacts.answersTitle')}
      text={t('contacts.answersText')}
      action={t('contacts.answersSave')}
      busy={save.isPending}
      refusal={fields.refusal}
      width="sm"
      gap={4}
      onClose={onClose}
      onSubmit={fields.submit((form) =>
        save.mutate({
          isAnswered: form.isAnswered,
          texts: answers.texts.flatMap(({ language, asks, text }) => {
            const written = oneLine(form[keyOf(language, asks)]);
            return written === text ? [] : [{ language, asks, text: written }];
          }),
        }),
      )}
    >
      <CheckField control={fields.control} name="isAnswered" label={t('contacts.answersChoice')} />
      <Typography variant="body2" color="textSecondary">
        {answers.numbers.length === 0
          ? t('contacts.answersNowhere')
          : t('contacts.answersFrom', { numbers: answers.numbers.join(', ') })}
      </Typography>
      <Rows gap={3}>
        <SelectField
          control={fields.control}
          name="language"
          label={t('contacts.answersLanguage')}
          help={t('contacts.answersTextsHelp', { name: '{name}', number: '{number}' })}
        >
          {RECEIVER_LANGUAGES.map((language) => (
            <option key={language} value={language}>
              {t(`verifications.languages.${language}`)}
            </option>
          ))}
        </SelectField>
        {KEYWORD_REQUESTS.map((asks) => (
          <AnswerField
            key={asks}
            answers={answers}
            fields={fields}
            language={fields.watch('language')}
            asks={asks}
          />
        ))}
      </Rows>
    </FormDialog>
  );
}

/** The text after one request; an empty one shows the platform's, with its size as a phone gets it. */
function AnswerField({
  answers: { name, numbers, texts },
  fields,
  language,
  asks,
}: {
  answers: OptOutAnswers;
  fields: Fields<AnswersForm>;
  language: AnswersForm['language'];
  asks: (typeof KEYWORD_REQUESTS)[number];
}) {
  const { t } = useTranslation();
  const { segments } = useFormat();
  const key = keyOf(language, asks);
  const standard =
    texts.find((text) => text.language === language && text.asks === asks)?.standard ?? '';
  // The longest number makes the longest text; without one its place is shown.
  const number = numbers.toSorted((a, b) => b.length - a.length)[0] ?? '{number}';
  const filled = fillAnswer(oneLine(fields.watch(key)) || standard, { name, number });
  const { segments: size, encoding } = measureText(filled);
  return (
    <TextField
      // Another language is another field.
      key={key}
      {...fields.text(key)}
      label={t(`contacts.answersAfter.${asks}`)}
      help={
        filled === ''
          ? t('contacts.answersNone')
          : t('contacts.answersSize', {
              text: filled,
              size: segments(size),
              encoding: t(`fromFile.encoding.${encoding}`),
            })
      }
      multiline
      lines={[2, 6]}
      input={{ maxLength: MOST_ANSWER_LETTERS, placeholder: standard }}
    />
  );
}
