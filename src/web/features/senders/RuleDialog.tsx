import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useController, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DOCUMENT_KINDS } from '../../../contract/shared/sender-names.ts';
import { senders } from '../../../contract/api/senders.ts';
import type { SenderRule } from '../../../contract/api/sender-rules.ts';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { useSend } from '../../parts/queries.ts';
import { CheckField } from '../../ui/fields/CheckField.tsx';
import { DateField } from '../../ui/fields/DateField.tsx';
import { Halves } from '../../ui/page/layout.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../ui/fields/useFields.ts';
import { ruleOf, rulesOf, valuesOf, type RuleForm } from './senderRuleForm.ts';

/** Changes the rules of a kind of sender ID in a country. */
export function RuleDialog({
  rule,
  title,
  onClose,
}: {
  rule: SenderRule;
  title: string;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const fields = useFields<RuleForm>({ rules: rulesOf(t), values: valuesOf(rule) });
  const { control } = fields;
  const save = useSend(senders.setRule, {
    changes: [senders.rules, senders.check],
    failed: fields.failed,
    done: () => {
      toast.success(t('senders.ruleSaved'));
      onClose();
    },
  });
  const plain = { autoComplete: 'off', input: { maxLength: 300 } };
  return (
    <FormDialog
      title={title}
      action={t('senders.saveRule')}
      busy={save.isPending}
      refusal={fields.refusal}
      width="sm"
      gap={4}
      onClose={onClose}
      onSubmit={fields.submit((written) => save.mutate(ruleOf(rule, written)))}
    >
      <Box sx={{ display: 'grid' }}>
        <CheckField control={control} name="offered" label={t('senders.offered')} />
        <CheckField control={control} name="spaces" label={t('senders.spacesAllowed')} />
        <CheckField control={control} name="symbols" label={t('senders.symbolsAllowed')} />
        <CheckField control={control} name="sample" label={t('senders.sampleAsked')} />
      </Box>
      <Halves gap={4}>
        <TextField
          {...fields.text('shortest', ['longest'])}
          {...plain}
          label={t('senders.shortest')}
        />
        <TextField {...fields.text('longest')} {...plain} label={t('senders.longest')} />
      </Halves>
      <DocumentChoice control={control} />
      <Halves gap={4}>
        <TextField
          {...fields.text('fee', ['currency'])}
          {...plain}
          label={t('senders.feeAmount')}
          help={t('senders.feeHelp')}
        />
        <TextField {...fields.text('currency')} {...plain} label={t('senders.currency')} />
      </Halves>
      <Halves gap={4}>
        <TextField
          {...fields.text('daysLeast', ['daysMost'])}
          {...plain}
          label={t('senders.daysLeast')}
        />
        <TextField {...fields.text('daysMost')} {...plain} label={t('senders.daysMost')} />
      </Halves>
      <TextField {...fields.text('source')} {...plain} label={t('senders.source')} />
      <DateField control={control} name="checkedOn" label={t('senders.checkedOn')} />
    </FormDialog>
  );
}

function DocumentChoice({ control }: { control: Control<RuleForm> }) {
  const { t } = useTranslation();
  const { field } = useController({ control, name: 'documents' });
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, display: 'grid' }}>
      <Typography component="legend" variant="subtitle2">
        {t('senders.documentsAsked')}
      </Typography>
      {DOCUMENT_KINDS.map((kind) => (
        <FormControlLabel
          key={kind}
          control={
            <Checkbox
              size="small"
              checked={field.value.includes(kind)}
              onChange={(event) =>
                field.onChange(
                  DOCUMENT_KINDS.filter((each) =>
                    each === kind ? event.target.checked : field.value.includes(each),
                  ),
                )
              }
            />
          }
          label={t(`senders.documentKinds.${kind}`)}
        />
      ))}
    </Box>
  );
}
