import { expect, test } from 'vitest';
import { homelySentences, sources } from './sources.ts';

test('the check finds a sentence without a noun for its subject, wherever it stands in a comment', () => {
  expect(homelySentences('// What is left goes on.\nrun();')).toEqual(['What is left goes on.']);
  expect(homelySentences('/**\n * Ends it. Whoever waits\n * is told.\n */')).toEqual([
    'Whoever waits is told.',
  ]);
  expect(homelySentences('run(); // Who knows')).toEqual(['Who knows']);
  expect(homelySentences('// The rest goes on.\n// It may: what for? Nobody asks.')).toEqual([]);
});

test('the subject of each sentence in a comment is a noun', () => {
  const found = ['src', 'test', 'tools', 'bench'].flatMap((folder) =>
    sources(folder, true).flatMap(({ path, text }) =>
      path.endsWith('comments.test.ts')
        ? []
        : homelySentences(text).map((sentence) => `${path}: ${sentence}`),
    ),
  );
  expect(found).toEqual([]);
});
