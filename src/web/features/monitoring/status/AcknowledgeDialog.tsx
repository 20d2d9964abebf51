import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { status, type Problem } from '../../../../contract/api/monitoring.ts';
import { CallError } from '../../../api/request.ts';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { keyOf, useSend } from '../../../parts/queries.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { useAlertWords } from '../../../parts/monitoring/useAlertWords.ts';
import { atMost } from '../../../ui/fields/rules.ts';

const LONGEST_NOTE = 300;

/** Takes a problem on, with a note that the others read. */
export function AcknowledgeDialog({ problem, onClose }: { problem: Problem; onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const words = useAlertWords();
  const client = useQueryClient();
  const [isOver, setOver] = useState(problem.acknowledgement !== null);
  const fields = useFields({
    values: { note: '' },
    rules: z.object({ note: z.string().check(z.trim(), atMost(LONGEST_NOTE)) }),
  });
  const take = useSend(status.acknowledge, {
    changes: [status.get],
    done: () => {
      toast.success(t('monitoring.take.done'));
      onClose();
    },
    failed(failure) {
      // A colleague was quicker: taking over is a decision of its own.
      if (!(failure instanceof CallError) || failure.code !== 'CONFLICT')
        return fields.failed(failure);
      setOver(true);
      fields.setRefusal(t('monitoring.take.overtaken'));
      void client.invalidateQueries({ queryKey: keyOf(status.get, {}) });
    },
  });
  const submit = fields.submit(({ note }) =>
    take.mutate({
      kind: problem.kind,
      subject: problem.subject,
      note,
      ...(!isOver && { unlessTaken: true }),
    }),
  );
  const action = t(isOver ? 'monitoring.verdict.takeOver' : 'monitoring.verdict.take');
  return (
    <FormDialog
      title={action}
      text={t('monitoring.take.text', { problem: words.sentence(problem) })}
      action={action}
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
