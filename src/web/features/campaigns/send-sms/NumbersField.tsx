import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MOST_TYPED } from '../../../../contract/api/compose.ts';
import { readNumbers } from '../../../../contract/shared/recipients.ts';
import { useMe } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { FormField } from '../../../ui/fields/FormField.tsx';
import { withNumbers, type Recipient } from './draft.ts';
import { RecipientChips } from './RecipientChips.tsx';

/** Numbers that are typed or pasted, the right ones apart from the wrong. */
export function NumbersField({
  value: numbers,
  onChange,
  passedOver,
  onPassedOver,
  error,
}: {
  value: readonly Recipient[];
  onChange(next: Recipient[]): void;
  /** Pieces of the last text that were no numbers at all. */
  passedOver: number;
  onPassedOver(count: number): void;
  error: string | undefined;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { country } = useMe();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLTextAreaElement | null>(null);
  const right = numbers.filter(({ ok }) => ok);
  const wrong = numbers.filter(({ ok }) => !ok);
  const repeated = numbers.reduce((sum, { times }) => sum + times - 1, 0);

  function take(text: string) {
    const found = readNumbers(text, country);
    setTyped('');
    onPassedOver(found.passedOver);
    if (found.numbers.length > 0) onChange(withNumbers(numbers, found.numbers));
  }
  function remove(gone: Recipient) {
    onChange(numbers.filter((each) => each !== gone));
    field.current?.focus();
  }
  function mend(each: Recipient) {
    onChange(numbers.filter((other) => other !== each));
    setTyped(each.written);
    field.current?.focus();
  }

  return (
    <Box>
      <FormField id="recipients" label={t('compose.numbers')} error={error}>
        {(parts) => (
          <OutlinedInput
            id={parts.id}
            multiline
            minRows={1}
            maxRows={6}
            value={typed}
            inputRef={field}
            placeholder={t('compose.numbersHint')}
            title={t('compose.numbersHelp')}
            onChange={(event) => {
              // A separator completes a number; one that is still being typed stays in the field.
              if (/[,;\n\t]$/.test(event.target.value)) take(event.target.value);
              else setTyped(event.target.value);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && typed.trim() !== '') {
                event.preventDefault();
                take(typed);
              } else if (event.key === 'Enter') {
                event.preventDefault();
              }
            }}
            onPaste={(event) => {
              event.preventDefault();
              take(`${typed} ${event.clipboardData.getData('text')}`);
            }}
            onBlur={() => {
              if (typed.trim() !== '') take(typed);
            }}
            inputProps={{
              'aria-describedby': parts['aria-describedby'],
              inputMode: 'text',
              autoComplete: 'off',
            }}
          />
        )}
      </FormField>
      <Box
        role="status"
        sx={{
          '&:not(:empty)': { mt: 2 },
          fontSize: 13,
          lineHeight: '18px',
          color: 'text.secondary',
        }}
      >
        {[
          ...(right.length > 0
            ? [t('compose.countNumbers', { count: right.length, value: number(right.length) })]
            : []),
          ...(wrong.length > 0
            ? [t('compose.countWrong', { count: wrong.length, value: number(wrong.length) })]
            : []),
          ...(repeated > 0
            ? [t('compose.countRepeated', { count: repeated, value: number(repeated) })]
            : []),
          ...(passedOver > 0
            ? [t('compose.passedOver', { count: passedOver, value: number(passedOver) })]
            : []),
        ].join(' · ')}
      </Box>
      {wrong.length > 0 && (
        <RecipientChips
          label={t('compose.wrong')}
          numbers={wrong}
          onRemove={remove}
          onMend={mend}
        />
      )}
      {wrong.length > 1 && (
        <Button size="small" color="inherit" sx={{ mt: 2 }} onClick={() => onChange(right)}>
          {t('compose.removeWrong', { value: number(wrong.length) })}
        </Button>
      )}
      {right.length > 0 && (
        <RecipientChips
          label={t('compose.right')}
          numbers={right}
          onRemove={remove}
          onMend={mend}
        />
      )}
      {numbers.length > MOST_TYPED && (
        <Alert
          severity="error"
          sx={{ mt: 3 }}
          action={
            <Button
              size="small"
              color="inherit"
              component={Link}
              to="/dashboard/campaigns/from-file"
            >
              {t('fromFile.title')}
            </Button>
          }
        >
          {t('compose.tooMany', { value: number(numbers.length), limit: number(MOST_TYPED) })}
        </Alert>
      )}
    </Box>
  );
}
