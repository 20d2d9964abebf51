// Every status is changed by an update that its state machine allows.
import { describe, expect, test } from 'vitest';
import { NEXT as TASK } from '../../src/server/core/background/tasks.rules.ts';
import { NEXT as APPROVAL } from '../../src/server/core/second-approval/second-approval.rules.ts';
import { NEXT as IMPORT } from '../../src/server/features/contacts/imports/imports.rules.ts';
import { NEXT as ALERT } from '../../src/server/features/monitoring/alerts.rules.ts';
import { NEXT as PLAYSMS } from '../../src/server/features/playsms/playsms.rules.ts';
import { NEXT as REPORT } from '../../src/server/features/reports/reports.rules.ts';
import { NEXT_REGISTRATION } from '../../src/server/features/senders/registrations.rules.ts';
import { ACTIONS, NEXT_DOCUMENT } from '../../src/server/features/senders/senders.rules.ts';
import {
  NEXT as PAYMENT,
  NEXT_STEP,
} from '../../src/server/features/wallet/payments/payments.rules.ts';
import { NEXT as VERIFICATION } from '../../src/server/features/verifications/verifications.rules.ts';
import { NEXT as DELIVERY } from '../../src/server/features/webhooks/webhooks.rules.ts';
import { sources } from './sources.ts';

type Machine = {
  /** The column of the state, where it is not `status`. */
  column?: string;
  allows: (from: string, to: string) => boolean;
  lookup: string;
};

/** @param lookup the expression by which a store finds the statuses that lead to a status */
const machine = (next: Readonly<Record<string, readonly string[]>>, lookup: string): Machine => ({
  allows: (from, to) => next[from]?.includes(to) === true,
  lookup,
});

/** By table: the state machine of its rows; a second one of a table names its column too. */
const MACHINES: Record<string, Machine> = {
  alert: machine(ALERT, 'statusesBefore(NEXT,'),
  contact_import: machine(IMPORT, 'statusesBefore(NEXT,'),
  payment: machine(PAYMENT, 'statusesBefore(NEXT,'),
  'payment step': { ...machine(NEXT_STEP, 'statusesBefore(NEXT_STEP,'), column: 'step' },
  playsms_import: machine(PLAYSMS, 'statusesBefore(NEXT,'),
  report: machine(REPORT, 'statusesBefore(NEXT,'),
  second_approval: machine(APPROVAL, 'statusesBefore(NEXT,'),
  sender: {
    allows: (from, to) =>
      Object.values(ACTIONS).some(
        (action) => (action.from as readonly string[]).includes(from) && action.to === to,
      ),
    lookup: 'ACTIONS[action]',
  },
  sender_registration: machine(NEXT_REGISTRATION, 'statusesBefore(NEXT_REGISTRATION,'),
  sender_document: machine(NEXT_DOCUMENT, 'statusesBefore(NEXT_DOCUMENT,'),
  task: machine(TASK, 'statusesBefore(NEXT,'),
  verification: machine(VERIFICATION, 'statusesBefore(NEXT,'),
  webhook_delivery: machine(DELIVERY, 'statusesBefore(NEXT,'),
};

/** The updates of a source that set the status of a table's rows, or another column. */
function updatesOf(
  table: string,
  text: string,
  column = 'status',
): { sql: string; to: string; where: string }[] {
  const statement = new RegExp(
    `\\bupdate ${table}(?: \\w)? set\\s([^\`]*?)(?:\\bwhere\\b([^\`]*))?\``,
    'g',
  );
  return [...text.matchAll(statement)].flatMap(([sql, set = '', where = '']) => {
    const to = new RegExp(`(?:^|,)\\s*${column} = ('\\w+'|\\$\\d+|[^,]+)`).exec(set)?.[1];
    return to === undefined ? [] : [{ sql, to, where }];
  });
}

const written = (list: string) => [...list.matchAll(/'(\w+)'/g)].map(([, status]) => status!);

/** Why an update is none of the machine's transitions; undefined where it is one. */
function faultOf(
  { allows, lookup, column = 'status' }: Machine,
  text: string,
  to: string,
  where: string,
) {
  const guard = new RegExp(
    `\\b${column} (?:= ('\\w+')|in (\\([^)]*\\))|= any \\((\\$[^)]+)\\))`,
  ).exec(where);
  if (!guard) return 'no guard on the status before';
  const from = written(guard[1] ?? guard[2] ?? '');
  const [target] = written(to);
  if (target !== undefined && from.length > 0)
    return from.every((status) => allows(status, target)) ? undefined : 'not in the table';
  return guard[3] !== undefined && text.includes(lookup) ? undefined : 'does not read the table';
}

describe('the status of a row changes only as its state machine allows', () => {
  const files = sources('src/server').map(({ path, text }) => ({ path, text }));
  test.each(Object.entries(MACHINES))('%s', (name, each) => {
    const [table = ''] = name.split(' ');
    const updates = files.flatMap(({ path, text }) =>
      updatesOf(table, text, each.column).map(({ sql, to, where }) => ({
        path,
        sql,
        fault: faultOf(each, text, to, where),
      })),
    );
    expect(updates).not.toEqual([]);
    expect(updates.filter(({ fault }) => fault !== undefined)).toEqual([]);
  });

  test('a status written outside its table is found', () => {
    const fault = (sql: string, text = '') => {
      const [update] = updatesOf('alert', `tx.query(\`${sql}\`)`);
      return update && faultOf(MACHINES['alert']!, text, update.to, update.where);
    };
    expect(fault(`update alert set status = 'RESOLVED' where status = 'OPEN'`)).toBeUndefined();
    expect(fault(`update alert set status = 'RESOLVED' where id = $1`)).toMatch('no guard');
    expect(fault(`update alert set status = 'RESOLVED'`)).toMatch('no guard');
    expect(fault(`update alert set status = 'OPEN' where status = 'RESOLVED'`)).toMatch('not in');
    expect(fault('update alert set status = $2 where status = any ($3)')).toMatch('does not read');
    expect(fault(`update alert set found_at = now(), status = $2 where status = 'OPEN'`)).toMatch(
      'does not read',
    );
  });
});
