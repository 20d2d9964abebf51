/** Lines of another gateway's log run through the draft. */
import type { LogSlice } from '../../../../contract/api/log-comparison.ts';
import { Unusable } from '../../../core/dispatch/routing/config-fault.ts';
import { readConfigRows } from '../../../core/dispatch/routing/config-version.store.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { draftInvalid } from '../../../infra/errors.ts';
import type { Language } from '../../../i18n/language.ts';
import { compareLog } from './log-comparison.rules.ts';

/** @throws Refusal DRAFT_INVALID */
export async function compareLogWithDraft(
  tx: Tx,
  language: Language,
  lines: readonly string[],
): Promise<LogSlice> {
  const draft = await readConfigRows(tx);
  try {
    return compareLog(draft, lines);
  } catch (error) {
    if (error instanceof Unusable) throw draftInvalid([error.in(language)]);
    throw error;
  }
}
