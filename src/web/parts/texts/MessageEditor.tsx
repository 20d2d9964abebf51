import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useRef, type ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { FormField } from '../../ui/fields/FormField.tsx';
import { useTooLong } from '../../ui/fields/TextField.tsx';
import { CharacterBill } from './CharacterCosts.tsx';
import { InsertMenu } from './InsertMenu.tsx';

/** As the server takes a text. */
const MOST_CHARACTERS = 10_000;
const LINES = 6;

type Props = {
  label: ReactNode;
  field: UseFormRegisterReturn;
  text: string;
  error: string | undefined;
  /** Names of the placeholders that the text may use, and where they come from. */
  names: readonly string[];
  insertLabel: string;
  /** Buttons beside the one that inserts a placeholder. */
  actions?: ReactNode;
  /** Changes the text. */
  onText(text: string): void;
} & Pick<
  Parameters<typeof CharacterBill>[0],
  'ends' | 'samples' | 'messages' | 'replaceLookalikes' | 'onReplaceLookalikes'
>;

/** The text of a message with its tools below it, its size and what makes it dear. */
export function MessageEditor({
  label,
  field,
  text,
  error,
  names,
  insertLabel,
  actions,
  onText,
  ...bill
}: Props) {
  const area = useRef<HTMLTextAreaElement | null>(null);
  const tooLong = useTooLong(text.length, MOST_CHARACTERS);
  const said = tooLong ?? error;
  function goTo(start: number, end: number) {
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(start, end);
    });
  }
  function insert(name: string) {
    const start = area.current?.selectionStart ?? text.length,
      end = area.current?.selectionEnd ?? text.length;
    const placeholder = `#${name}#`;
    onText(text.slice(0, start) + placeholder + text.slice(end));
    goTo(start + placeholder.length, start + placeholder.length);
  }
  return (
    <Box>
      <FormField id={field.name} label={label} {...(said !== undefined && { error: said })}>
        {(parts) => (
          <Box
            sx={(theme) => ({
              borderRadius: '8px',
              border: `1px solid ${said === undefined ? theme.vars?.palette.surface.control : theme.vars?.palette.error.main}`,
              backgroundColor: theme.vars?.palette.background.paper,
              '&:hover': { borderColor: theme.vars?.palette.text.secondary },
              '&:has(textarea:focus)': {
                borderColor: theme.vars?.palette.primary.main,
                boxShadow: `inset 0 0 0 1px ${theme.vars?.palette.primary.main}`,
              },
              '& fieldset': { display: 'none' },
            })}
          >
            <OutlinedInput
              id={parts.id}
              multiline
              fullWidth
              minRows={LINES}
              maxRows={16}
              {...field}
              ref={undefined}
              inputRef={(element: HTMLTextAreaElement | null) => {
                field.ref(element);
                area.current = element;
              }}
              inputProps={{
                'aria-describedby': parts['aria-describedby'],
                'aria-invalid': parts['aria-invalid'],
              }}
              // The field measures itself after the first frame: its least room is kept from the start.
              sx={{
                backgroundColor: 'transparent',
                '& textarea:not([aria-hidden])': { minHeight: `${LINES}lh` },
              }}
            />
            {(names.length > 0 || actions !== undefined) && (
              <Box
                sx={(theme) => ({
                  display: 'flex',
                  flexWrap: 'wrap',
                  gap: 1,
                  p: 1,
                  borderTop: `1px solid ${theme.vars?.palette.divider}`,
                })}
              >
                <InsertMenu names={names} label={insertLabel} onInsert={insert} />
                {actions}
              </Box>
            )}
          </Box>
        )}
      </FormField>
      <CharacterBill
        {...bill}
        text={text}
        onText={onText}
        onGo={(index, length) => goTo(index, index + length)}
      />
    </Box>
  );
}
