import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { optOuts, type OptOutAnswers } from '../../../contract/api/opt-outs.ts';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { useSend } from '../../parts/queries.ts';
import { CheckField } from '../../ui/CheckField.tsx';
import { Rows } from '../../ui/layout.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { useFields } from '../../ui/useFields.ts';

/** Chooses whether a phone that writes STOP or START gets an answer. */
export function AnswersDialog({ answers, onClose }: { answers: OptOutAnswers; onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const fields = useFields({
    rules: z.object({ isAnswered: z.boolean() }),
    values: { isAnswered: answers.isAnswered },
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
      onSubmit={fields.submit((form) => save.mutate(form))}
    >
      <CheckField control={fields.control} name="isAnswered" label={t('contacts.answersChoice')} />
      <Rows gap={2}>
        <Typography variant="body2" color="textSecondary">
          {answers.numbers.length === 0
            ? t('contacts.answersNowhere')
            : t('contacts.answersFrom', { numbers: answers.numbers.join(', ') })}
        </Typography>
        {answers.numbers.length > 0 && answers.example !== '' && (
          <Typography variant="body2" color="textSecondary">
            {t('contacts.answersExample', { text: answers.example })}
          </Typography>
        )}
      </Rows>
    </FormDialog>
  );
}
