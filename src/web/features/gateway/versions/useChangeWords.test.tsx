import { expect, test } from 'vitest';
import { textOf } from '../../../../../test/harness/render.tsx';
import { useChangeWords } from './useChangeWords.tsx';

function Rows({ fields }: { fields: { field: string; before: unknown; after: unknown }[] }) {
  const wordsOf = useChangeWords({
    routes: new Map(),
    before: new Map(),
    after: new Map(),
    stopped: new Set(),
  });
  const { rows } = wordsOf({
    entity: 'CONNECTOR',
    id: 'north',
    label: 'north',
    change: 'CHANGED',
    fields,
    edits: [],
  });
  return rows.map(({ key, label, before, after }) => (
    <p key={key}>{`${label}: ${before} → ${after}`}</p>
  ));
}

test.each([
  ['dlr_msgid', 0, 2, 'IDs in receipts: The same in both → Answers in decimal, receipts in hex'],
  ['bind_ton', 0, 1, '0 Unknown → 1 International'],
  ['submit_throughput', 0, 50, 'Throughput limit: No limit → 50 a second'],
  ['port', 2775, 3550, 'Port: 2775 → 3550'],
  ['ssl', false, true, 'No → Yes'],
  ['systype', '', 'SMPP', '– → SMPP'],
])('a change of %s is reviewed in the words of its form', (field, before, after, words) => {
  expect(textOf(<Rows fields={[{ field, before, after }]} />)).toContain(words);
});
