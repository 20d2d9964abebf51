/** Sending hours as callers see them. */
import type { SendingWindow } from '../../../contract/api/platform-settings.ts';
import { clockTime } from '../../../contract/shared/zones.ts';
import type { WindowRow } from './platform-settings.store.ts';

export function presentWindow(row: WindowRow): SendingWindow {
  return {
    country: row.country,
    kind: row.kind,
    opens: clockTime(row.opens),
    closes: clockTime(row.closes),
    days: row.days,
    timezone: row.timezone,
    source: row.source,
    checkedOn: row.checkedOn,
  };
}
