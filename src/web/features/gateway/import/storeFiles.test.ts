import { expect, test } from 'vitest';
import {
  MOST_STORE_FILES,
  STORE_FILE_CHARACTERS,
} from '../../../../contract/api/gateway-config.ts';
import { addFiles } from './storeFiles.ts';

const users = { name: 'jcli-prod.router-users', content: 'dXNlcnM=' };
const filters = { name: 'jcli-prod.filters', content: 'ZmlsdGVycw==' };

test('files are added to those that are there, the later of a name instead of the earlier', () => {
  const newer = { ...users, content: 'bmV3ZXI=' };
  expect(addFiles([users], [filters, newer])).toEqual({
    files: [newer, filters],
    fault: null,
    unread: [],
  });
});

test('a file that cannot be read, or is empty, is named, and the one that is there stays', () => {
  expect(
    addFiles([users], [{ name: 'store', content: null }, { ...users, content: '' }, filters]),
  ).toEqual({ files: [users, filters], fault: null, unread: ['store', users.name] });
});

test('too large and too many add nothing', () => {
  const large = { name: 'large', content: 'x'.repeat(STORE_FILE_CHARACTERS + 1) };
  expect(addFiles([users], [large])).toMatchObject({ files: [users], fault: 'tooLarge' });
  const many = Array.from({ length: MOST_STORE_FILES }, (_, at) => ({
    name: `${at}`,
    content: 'x',
  }));
  expect(addFiles([users], many)).toMatchObject({ files: [users], fault: 'tooMany' });
});
