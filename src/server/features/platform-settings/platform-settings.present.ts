import type { SendingWindow } from '../../../contract/api/platform-settings.ts';
import { clockTime } from '../../../contract/shared/zones.ts';
import type { WindowRow } from './platform-settings.store.ts';

export function presentWindow({ opens, closes, ...row }: WindowRow): SendingWindow {
  return { ...row, opens: clockTime(opens), closes: clockTime(closes) };
}
