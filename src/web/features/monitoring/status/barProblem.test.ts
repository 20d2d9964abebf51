import { expect, test } from 'vitest';
import type { Alert, Problem } from '../../../../contract/api/monitoring.ts';
import { unalertedOf } from './barProblem.ts';

const taken = { name: 'Daniel', note: '', timestamp: 1 };
const problem = (subject: string, acknowledgement: Problem['acknowledgement'] = null): Problem => ({
  kind: 'CONNECTOR_DOWN',
  subject,
  facts: {},
  sinceTimestamp: null,
  isUrgent: acknowledgement === null,
  acknowledgement,
});
const alert = (subject: string, status: Alert['status']): Alert => ({
  ...problem(subject),
  alertId: subject,
  status,
  raisedTimestamp: 1,
  resolvedTimestamp: null,
  told: 1,
  untold: 0,
});
const page = (problems: Problem[], alerts: Alert[] = []) => ({
  problems,
  alerts,
  verdict: { tone: 'URGENT' as const, problem: problems[0]!, more: problems.length - 1 },
});
const subjects = (of: ReturnType<typeof page>) => unalertedOf(of).map(({ subject }) => subject);

test('each problem without an alert has a row, the one of the bar too', () => {
  expect(subjects(page([problem('airtel'), problem('sandbox')]))).toEqual(['airtel', 'sandbox']);
  expect(subjects(page([problem('airtel', taken), problem('sandbox')]))).toEqual([
    'airtel',
    'sandbox',
  ]);
});

test('a problem with an open alert is in the row of that alert', () => {
  const open = page([problem('airtel'), problem('sandbox')], [alert('sandbox', 'OPEN')]);
  expect(subjects(open)).toEqual(['airtel']);
  expect(subjects(page([problem('airtel'), problem('b')], [alert('b', 'RESOLVED')]))).toEqual([
    'airtel',
    'b',
  ]);
});
