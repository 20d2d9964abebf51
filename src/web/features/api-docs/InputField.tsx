/** One input of a call that a reader tries. */
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../ui/fields/FormField.tsx';
import type { FormInput } from './inputs.ts';
import { Inline } from './Part.tsx';
import { MONO } from './AnswerView.tsx';

export function InputField({
  id,
  input,
  text,
  onChange,
  wrong,
}: {
  id: string;
  input: FormInput;
  text: string;
  onChange(text: string): void;
  wrong: boolean;
}) {
  const { t } = useTranslation();
  const { name, required, kind, choices, description } = input;
  const aside = required ? (
    <Typography component="span" variant="caption" color="textSecondary">
      {t('apidocs.required')}
    </Typography>
  ) : undefined;
  const help = description === undefined ? undefined : <Inline text={description} />;
  const chosen = kind === 'boolean' ? ['true', 'false'] : choices;
  if (kind === 'choice' || kind === 'boolean') {
    return (
      <FormField id={id} label={name} aside={aside} help={help}>
        {(parts) => (
          <Select
            displayEmpty
            value={text}
            size="small"
            labelId={`${parts.id}-label`}
            inputProps={{ id: parts.id }}
            onChange={(event) => onChange(event.target.value)}
          >
            <MenuItem value="">{t('apidocs.try.none')}</MenuItem>
            {chosen.map((one) => (
              <MenuItem key={one} value={one}>
                {one}
              </MenuItem>
            ))}
          </Select>
        )}
      </FormField>
    );
  }
  const tall = kind === 'text' || kind === 'list' || kind === 'json';
  return (
    <FormField
      id={id}
      label={name}
      aside={aside}
      help={
        kind === 'list' ? (
          <>
            {help} {t('apidocs.try.list')}
          </>
        ) : (
          help
        )
      }
      error={wrong ? t('apidocs.try.notJson') : undefined}
    >
      {(parts) => (
        <OutlinedInput
          id={parts.id}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          multiline={tall}
          minRows={kind === 'json' ? 4 : tall ? 2 : undefined}
          maxRows={14}
          inputProps={{
            'aria-describedby': parts['aria-describedby'],
            spellCheck: kind === 'text',
            inputMode: kind === 'number' ? 'decimal' : undefined,
            style: kind === 'json' ? MONO : undefined,
          }}
        />
      )}
    </FormField>
  );
}
