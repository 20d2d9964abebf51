import type { Consent } from '../../../../contract/api/contacts.ts';
import { isDay, startOfDay } from '../../../../contract/shared/dates.ts';

/** `day` as a date field has it, empty for none. */
export type ConsentForm = { what: string; how: string; day: string };

/** True where the day of a consent can be sent. */
export const isDayOrNone = (day: string) => day === '' || isDay(day);

/** True where the way or the day of a consent is given without its subject, so that nothing of it could be sent. */
export const lacksSubject = ({ what, how, day }: ConsentForm) =>
  what.trim() === '' && (how.trim() !== '' || day !== '');

/** The consent of the request: null where no subject is named. */
export function consentOf({ what, how, day }: ConsentForm): Consent | null {
  return what.trim() === ''
    ? null
    : {
        what: what.trim(),
        how: how.trim(),
        timestamp: day === '' ? null : startOfDay(day),
      };
}

/** A day in UTC as a date field has it. */
export function dayOf(timestamp: number | null): string {
  return timestamp === null ? '' : new Date(timestamp * 1000).toISOString().slice(0, 10);
}
