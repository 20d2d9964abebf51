import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  CODE_APPLIES,
  optOutWords,
  type CarrierCode,
} from '../../../../contract/api/opt-out-words.ts';
import { dayOf, isDay } from '../../../../contract/shared/dates.ts';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { useSend } from '../../../parts/queries.ts';
import { DateField } from '../../../ui/fields/DateField.tsx';
import { filled } from '../../../ui/fields/rules.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { EditedTable } from './EditedTable.tsx';
import { useSaveRow } from './useSaveRow.ts';

const firstOf = (): CarrierCode => ({
  code: '',
  applies: 'SENDER',
  source: '',
  checkedOn: dayOf(Date.now() / 1000),
});

/** The words and codes by which carriers say that a person opted out. */
export function CarrierWords({ rows, edits }: { rows: readonly CarrierCode[]; edits: boolean }) {
  const { t } = useTranslation();
  const remove = useSend(optOutWords.removeCode, { changes: [optOutWords.list] });
  return (
    <EditedTable
      title={t('optOutWords.codes')}
      text={t('optOutWords.codesText')}
      empty={t('optOutWords.codesEmpty')}
      add={t('optOutWords.addCode')}
      edits={edits}
      rows={rows}
      heads={[
        t('optOutWords.code'),
        t('optOutWords.applies'),
        t('platform.source'),
        t('platform.checkedOn'),
      ]}
      nameOf={({ code }) => code}
      cellsOf={({ code, applies, source, checkedOn }) => [
        code,
        t(`optOutWords.appliesTo.${applies}`),
        source,
        checkedOn,
      ]}
      removeTitle={t('optOutWords.removeWord')}
      removeText={({ code }) => t('optOutWords.removeCodeText', { code })}
      isRemoving={remove.isPending}
      onRemove={({ code }, onSuccess) => remove.mutate({ code }, { onSuccess })}
      dialog={(row, onClose) => <CodeDialog row={row} onClose={onClose} />}
    />
  );
}

function CodeDialog({ row, onClose }: { row: CarrierCode | null; onClose(): void }) {
  const { t } = useTranslation();
  const fields = useFields<CarrierCode>({
    rules: z.object({
      code: filled(t('optOutWords.codeMissing'), 80),
      applies: z.enum(CODE_APPLIES),
      source: filled(t('platform.sourceMissing'), 500),
      checkedOn: z
        .string()
        .check(
          z.minLength(1, { error: t('platform.checkedMissing'), abort: true }),
          z.refine(isDay, { error: t('time.dayWrong') }),
        ),
    }),
    values: row ?? firstOf(),
  });
  const put = useSaveRow(optOutWords.putCode, fields.failed, onClose);
  return (
    <FormDialog
      title={t(row === null ? 'optOutWords.addCode' : 'optOutWords.editCode')}
      action={t('platform.save')}
      busy={put.isPending}
      refusal={fields.refusal}
      width="sm"
      gap={4}
      onClose={onClose}
      onSubmit={fields.submit((form) => put.mutate(form))}
    >
      <TextField
        {...fields.text('code')}
        label={t('optOutWords.code')}
        help={t('optOutWords.codeHelp')}
        disabled={row !== null}
        autoComplete="off"
        input={{ maxLength: 80 }}
      />
      <SelectField control={fields.control} name="applies" label={t('optOutWords.applies')}>
        {CODE_APPLIES.map((each) => (
          <option key={each} value={each}>
            {t(`optOutWords.appliesTo.${each}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        {...fields.text('source')}
        label={t('platform.source')}
        help={t('platform.sourceHelp')}
        multiline
        input={{ maxLength: 500 }}
      />
      <DateField control={fields.control} name="checkedOn" label={t('platform.checkedOn')} />
    </FormDialog>
  );
}
