import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import OutlinedInput from '@mui/material/OutlinedInput';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MOST_CONTACTS, MOST_GROUPS, MOST_TYPED } from '../../../../contract/api/compose.ts';
import { contactGroups } from '../../../../contract/api/contact-groups.ts';
import { contacts } from '../../../../contract/api/contacts.ts';
import { readNumbers } from '../../../../contract/shared/recipients.ts';
import { useGet, useMe } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures.tsx';
import { FormField } from '../../../ui/FormField.tsx';
import { Section } from '../../../ui/Page.tsx';
import { useRefusal } from '../../../parts/useReason.ts';
import {
  keyOf,
  NOBODY,
  withNumbers,
  type PickedContact,
  type PickedGroup,
  type Recipient,
  type Recipients,
} from './draft.ts';
import { Picker } from './Picker.tsx';

/** Chips that show before the rest is asked for. */
const SHOWN = 40;

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
      <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
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
                  // A number is whole with what follows it; one that is still being written is left alone.
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
            <Chips label={t('compose.wrong')} numbers={wrong} onRemove={remove} onMend={mend} />
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
            <Chips label={t('compose.right')} numbers={right} onRemove={remove} onMend={mend} />
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
      </Box>
    </Section>
  );
}

type Found<Item> = { items: readonly Item[]; loading: boolean; onAsk(text: string | null): void };

function useGroups(): Found<PickedGroup> {
  const { clientId } = useMe();
  const [asked, onAsk] = useState<string | null>(null);
  const found = useGet(
    contactGroups.list,
    { pageSize: 50, pageToken: '', 'filter.clientIds': [clientId], 'filter.query': asked ?? '' },
    { when: asked !== null, keep: true },
  );
  return {
    onAsk,
    items: (found.data?.groups ?? []).map(({ groupId, groupName, contactCount }) => ({
      groupId,
      groupName,
      contactCount,
    })),
    loading: found.isFetching,
  };
}

function useContacts(): Found<PickedContact> {
  const { clientId } = useMe();
  const [asked, onAsk] = useState<string | null>(null);
  const found = useGet(
    contacts.list,
    { pageSize: 50, pageToken: '', 'filter.clientIds': [clientId], 'filter.query': asked ?? '' },
    { when: asked !== null, keep: true },
  );
  return {
    onAsk,
    items: (found.data?.contacts ?? []).map(({ contactId, phone, firstName, lastName }) => ({
      contactId,
      phone,
      name: [firstName, lastName].filter(Boolean).join(' '),
    })),
    loading: found.isFetching,
  };
}

function Chips({
  label,
  numbers,
  onRemove,
  onMend,
}: {
  label: string;
  numbers: readonly Recipient[];
  onRemove(each: Recipient): void;
  onMend(each: Recipient): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const refusal = useRefusal();
  const [shown, setShown] = useState(SHOWN);
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        m: 0,
        mt: 2,
        p: '2px',
        listStyle: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        maxHeight: 240,
        overflowY: 'auto',
      }}
    >
      {numbers.slice(0, shown).map((each) => (
        <li key={keyOf(each)}>
          <Tooltip
            describeChild
            title={
              each.ok
                ? each.written === each.e164
                  ? ''
                  : t('compose.writtenAs', { written: each.written })
                : t('compose.mend')
            }
          >
            <Chip
              size="small"
              color={each.ok ? 'default' : 'error'}
              variant="outlined"
              onDelete={() => onRemove(each)}
              onClick={each.ok ? undefined : () => onMend(each)}
              label={
                <>
                  {each.ok ? each.e164 : `${each.written} · ${refusal(each.reason)}`}
                  {each.times > 1 && (
                    <Box
                      component="span"
                      sx={{ color: 'text.secondary' }}
                    >{` ×${number(each.times)}`}</Box>
                  )}
                </>
              }
              sx={{ maxWidth: { xs: 300, sm: 440 } }}
            />
          </Tooltip>
        </li>
      ))}
      {numbers.length > shown && (
        <li>
          <Button size="small" color="inherit" onClick={() => setShown(shown + 400)}>
            {t('compose.more', { value: number(numbers.length - shown) })}
          </Button>
        </li>
      )}
      {shown > SHOWN && numbers.length <= shown && (
        <li>
          <Typography variant="caption" color="textSecondary">
            {t('compose.allShown')}
          </Typography>
        </li>
      )}
    </Box>
  );
}
