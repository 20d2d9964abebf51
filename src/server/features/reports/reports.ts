import type { Tx } from '../../infra/database/db.ts';
import { addTask } from '../../core/background/tasks.ts';
import { insertReport, setOperation } from './reports.store.ts';
import type { NewReport } from './reports.store.ts';

/** Adds a report and the work of making it, in the caller's transaction; nothing where its schedule's time has one already. */
export async function addReport(tx: Tx, report: NewReport): Promise<void> {
  if (!(await insertReport(tx, report))) return;
  await setOperation(
    tx,
    report.id,
    await addTask(tx, {
      clientId: report.clientId,
      kind: 'makeReport',
      description: report.name,
      input: { reportId: report.id },
    }),
  );
}
