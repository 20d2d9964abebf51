import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { status, type Problem } from '../../../../contract/api/monitoring.ts';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { useSend } from '../../../parts/queries.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { useToast } from '../../../ui/Toasts.tsx';
import { useFields } from '../../../ui/useFields.ts';
import { useAlertWords } from '../../../parts/useAlertWords.ts';

const LONGEST_NOTE = 300;

/** Takes a problem on, with a note that the others read. */
export function AcknowledgeDialog({ problem, onClose }: { problem: Problem; onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const words = useAlertWords();
  const fields = useFields({
    values: { note: '' },
    rules: z.object({ note: z.string().check(z.trim(), z.maxLength(LONGEST_NOTE)) }),
  });
  const take = useSend(status.acknowledge, {
    changes: [status.get],
    done: () => {
      toast.success(t('monitoring.take.done'));
      onClose();
    },
    failed: fields.failed,
  });
  const submit = fields.submit(({ note }) =>
    take.mutate({ kind: problem.kind, subject: problem.subject, note }),
  );
  return (
    <FormDialog
      title={t('monitoring.verdict.take')}
      text={t('monitoring.take.text', { problem: words.sentence(problem) })}
      action={t('monitoring.verdict.take')}
      busy={take.isPending}
      refusal={fields.refusal}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <TextField
        {...fields.text('note')}
        label={t('monitoring.take.note')}
        help={t('monitoring.take.noteHelp')}
        autoFocus
        autoComplete="off"
        input={{ maxLength: LONGEST_NOTE }}
      />
    </FormDialog>
  );
}
