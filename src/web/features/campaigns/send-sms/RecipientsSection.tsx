import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MOST_CONTACTS, MOST_GROUPS, MOST_TYPED } from '../../../../contract/api/compose.ts';
import { readNumbers } from '../../../../contract/shared/recipients.ts';
import { useMe } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures.tsx';
import { FormField } from '../../../ui/FormField.tsx';
import { Section } from '../../../ui/Page.tsx';
import {
  NOBODY,
  withNumbers,
  type PickedContact,
  type PickedGroup,
  type Recipient,
  type Recipients,
} from './draft.ts';
import { Picker } from './Picker.tsx';
import { useGroups, useContacts } from './useAudience.ts';
import { RecipientChips } from './RecipientChips.tsx';
import { Rows } from '../../../ui/layout.tsx';

/** To whom: numbers typed or pasted, groups, contacts. */
export function RecipientsSection({
  value,
  onChange,
  error,
}: {
  value: Recipients;
  onChange(next: Recipients): void;
  error: string | undefined;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { country } = useMe();
  const [typed, setTyped] = useState('');
  const [passedOver, setPassedOver] = useState(0);
  const field = useRef<HTMLTextAreaElement | null>(null);
  const foundGroups = useGroups(),
    foundContacts = useContacts();
  const { numbers, groups, contacts: people } = value;
  const right = numbers.filter(({ ok }) => ok),
    wrong = numbers.filter(({ ok }) => !ok);
  const repeated = numbers.reduce((sum, { times }) => sum + times - 1, 0);

  function take(text: string) {
    const found = readNumbers(text, country);
    setTyped('');
    setPassedOver(found.passedOver);
    if (found.numbers.length > 0)
      onChange({ ...value, numbers: withNumbers(numbers, found.numbers) });
  }
  function remove(gone: Recipient) {
    onChange({ ...value, numbers: numbers.filter((each) => each !== gone) });
    field.current?.focus();
  }
  function mend(each: Recipient) {
    onChange({ ...value, numbers: numbers.filter((other) => other !== each) });
    setTyped(each.written);
    field.current?.focus();
  }

  return (
    <Section
      title={t('compose.recipients')}
      action={
        numbers.length + groups.length + people.length > 0 && (
          <Button
            size="small"
            color="inherit"
            onClick={() => {
              onChange(NOBODY);
              setPassedOver(0);
            }}
          >
            {t('compose.clear')}
          </Button>
        )
      }
    >
      <Rows isFluid>
        <Box>
          <FormField
            id="recipients"
            label={t('compose.numbers')}
            help={t('compose.numbersHelp')}
            error={error}
          >
            {(parts) => (
              <OutlinedInput
                id={parts.id}
                multiline
                minRows={1}
                maxRows={6}
                value={typed}
                inputRef={field}
                placeholder={t('compose.numbersHint')}
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
            sx={{ mt: 2, fontSize: 13, lineHeight: '18px', color: 'text.secondary' }}
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
            <Button
              size="small"
              color="inherit"
              sx={{ mt: 2 }}
              onClick={() => onChange({ ...value, numbers: right })}
            >
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
        <Box
          sx={{
            display: 'grid',
            gap: 5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
            alignItems: 'start',
          }}
        >
          <Picker<PickedGroup>
            id="groups"
            label={t('compose.groups')}
            hint={t('compose.groupsHint')}
            nothing={t('compose.groupsNone')}
            loadingText={t('loading')}
            value={groups}
            onChange={(next) => onChange({ ...value, groups: next.slice(0, MOST_GROUPS) })}
            {...foundGroups}
            keyOf={({ groupId }) => groupId}
            nameOf={({ groupName }) => groupName}
            detailOf={({ contactCount }) =>
              t('compose.countContacts', { count: contactCount, value: number(contactCount) })
            }
          />
          <Picker<PickedContact>
            id="contacts"
            label={t('compose.contacts')}
            hint={t('compose.contactsHint')}
            nothing={t('compose.contactsNone')}
            loadingText={t('loading')}
            value={people}
            onChange={(next) => onChange({ ...value, contacts: next.slice(0, MOST_CONTACTS) })}
            {...foundContacts}
            keyOf={({ contactId }) => contactId}
            nameOf={({ name, phone }) => name || phone}
            detailOf={({ phone }) => phone}
          />
        </Box>
      </Rows>
    </Section>
  );
}
