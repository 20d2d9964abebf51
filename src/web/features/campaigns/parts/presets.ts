import { dayOf, inZone, startOfDay } from '../../../../contract/shared/dates.ts';
import { wallClock } from '../../../../contract/shared/zones.ts';
import type { MessageForm } from './messageForm.ts';

/** The times that a campaign is offered: two by one click, and any other from a calendar. */
export const PRESETS = ['now', 'hour', 'tomorrow', 'pick'] as const;
export type Preset = (typeof PRESETS)[number];

const MORNING = '09:00';

/** The date-and-time value of a preset at a moment (seconds since the epoch), as clocks of a zone show it. */
export function presetTime(preset: 'hour' | 'tomorrow', now: number, zone: string): string {
  return preset === 'hour'
    ? inZone(Math.ceil(now / 60) * 60 + 3600, zone)
    : `${dayOf(startOfDay(wallClock(now, zone).day) + 86_400)}T${MORNING}`;
}

/** The preset that a form's time is; one that no preset has was picked. */
export function presetOf(
  { when, at }: Pick<MessageForm, 'when' | 'at'>,
  now: number,
  zone: string,
): Preset {
  if (when === 'now') return 'now';
  return at === presetTime('tomorrow', now, zone) ? 'tomorrow' : 'pick';
}
