// The tables of a preview as text: an outcome is a phrase, and an entry names what to look for in the dump.
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { textOf } from '../../../../test/harness/render.tsx';
import type { PlaysmsPreview, PlaysmsUser } from '../../../contract/api/playsms-imports.ts';
import { EntryTable, UserTable } from './PreviewTables.tsx';

const user: PlaysmsUser = {
  line: 1,
  username: 'duka',
  name: '',
  email: 'duka@example.com',
  parentUsername: null,
  outcome: 'NEW',
  reason: null,
  clientId: null,
  accessLevel: 'CLIENT',
  contacts: 0,
  groups: 0,
  templates: 0,
};
const outcomeOf = (part: Partial<PlaysmsUser>) =>
  textOf(
    <MemoryRouter>
      <UserTable users={[{ ...user, ...part }]} />
    </MemoryRouter>,
  );

test('a new account is a client or a company, of another user where it is below one', () => {
  expect(outcomeOf({})).toContain(' New client ');
  expect(outcomeOf({ accessLevel: 'COMPANY' })).toContain(' New company ');
  expect(outcomeOf({ parentUsername: 'sokoni' })).toContain(' New client of sokoni ');
  expect(outcomeOf({ parentUsername: 'sokoni', accessLevel: 'COMPANY' })).toContain(
    ' New company, client of sokoni ',
  );
});

test('an entry names its number, and its kind alone in previews that have none', () => {
  const preview: PlaysmsPreview = {
    users: [],
    templates: [],
    entries: [
      { line: 25, username: 'duka', kind: 'CONTACT', subject: '12', reason: 'TOO_SHORT' },
      { line: 26, username: 'duka', kind: 'TEMPLATE', reason: 'NO_TEXT' },
    ],
    entryCount: 2,
    ownerlessCount: 0,
    losses: [],
    otherTables: [],
  };
  const text = textOf(<EntryTable preview={preview} />);
  expect(text).toContain('Left out or changed (2)');
  expect(text).toContain('Contact “12” duka Too few digits; left out 25');
  expect(text).toContain(' Template duka The template has no text; left out 26');
});
