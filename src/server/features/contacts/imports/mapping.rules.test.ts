import { expect, test } from 'vitest';
import { guessMapping } from './mapping.rules.ts';

// The columns of a phone book as playSMS writes and reads them: web/plugin/feature/phonebook/import.php of
// github.com/playsms/playsms.
test('the phone book of playSMS needs no mapping by hand', () => {
  expect(
    guessMapping({
      columns: ['Name', 'Mobile', 'Email', 'Group code', 'Tags'],
      rows: [['Amina Otieno', '+254712345678', 'amina@example.com', 'VIP', '']],
      phoneColumn: 'Mobile',
      hasHeader: true,
    }),
  ).toEqual([
    { column: 'Name', field: 'firstName' },
    { column: 'Mobile', field: 'phone' },
    { column: 'Email', field: 'email' },
    { column: 'Group code', field: 'attribute', attribute: 'Group code' },
    { column: 'Tags', field: 'attribute', attribute: 'Tags' },
  ]);
});
