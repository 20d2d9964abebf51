import { expect, test } from 'vitest';
import { textOf } from '../../../../../test/harness/render.tsx';
import { useChangeWords } from './useChangeWords.tsx';

function Rows({ fields }: { fields: { field: string; before: unknown; after: unknown }[] }) {
  const wordsOf = useChangeWords({
    routes: new Map(),
    before: new Map(),
    after: new Map(),
    stopped: new Set(),
    drafts: new Set(),
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

function Route({ type, connectors }: { type: string; connectors: string[] }) {
  const wordsOf = useChangeWords({
    routes: new Map(),
    before: new Map(),
    after: new Map(),
    stopped: new Set(['second', 'old']),
    drafts: new Set(['second']),
  });
  const facts = { order: 30, type, filters: [], connectors };
  return wordsOf({
    entity: 'MT_ROUTE',
    id: '3',
    label: `30 ${type}`,
    change: 'ADDED',
    fields: Object.entries(facts).map(([field, after]) => ({ field, before: null, after })),
    edits: [],
  }).sentence;
}

test.each([
  [
    'FailoverMTRoute',
    ['north', 'second'],
    'all messages go to north first, and to second if it fails. Draft connector second is not started.',
  ],
  [
    'FailoverMTRoute',
    ['north', 'south', 'old'],
    'all messages go to north first, and to south, then old if it fails. Connector old is stopped.',
  ],
  ['StaticMTRoute', ['second'], 'all messages go to second, which is not started, so they wait .'],
  ['StaticMTRoute', ['old'], 'all messages go to old, which is stopped, so they wait .'],
  [
    'FailoverMTRoute',
    ['old', 'second'],
    'go to old first, and to second if it fails, none of which is started, so they wait .',
  ],
  [
    'RandomRoundrobinMTRoute',
    ['north', 'south'],
    'all messages go to north (50%) and south (50%).',
  ],
  [
    'LeastCostMTRoute',
    ['north', 'south'],
    'all messages go to whichever of north and south costs least.',
  ],
])('a new %s to %j says how its messages go, and what waits', (type, connectors, words) => {
  expect(textOf(<Route type={type} connectors={connectors} />)).toContain(words);
});
