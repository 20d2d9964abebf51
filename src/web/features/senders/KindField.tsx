import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useTranslation } from 'react-i18next';
import { SENDER_KINDS, type SenderKind } from '../../../contract/shared/sender-names.ts';
import { FormField } from '../../ui/fields/FormField.tsx';

/** The kind of a sender ID, with an explanation. */
export function KindField({
  value,
  onChange,
}: {
  value: SenderKind;
  onChange(kind: SenderKind): void;
}) {
  const { t } = useTranslation();
  return (
    <FormField id="kind" label={t('senders.kind')} help={t(`senders.kindTexts.${value}`)}>
      {(parts) => (
        <Select
          native
          value={value}
          onChange={(event) =>
            onChange(SENDER_KINDS.find((kind) => kind === event.target.value) ?? value)
          }
          input={<OutlinedInput />}
          inputProps={{ id: parts.id, 'aria-describedby': parts['aria-describedby'] }}
        >
          {SENDER_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`senders.kinds.${kind}`)}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  );
}
