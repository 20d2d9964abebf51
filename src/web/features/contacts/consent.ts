import type { Consent } from '../../../contract/api/contacts.ts';

/** `day` as a date field has it, empty for none. */
export type ConsentForm = { what: string; how: string; day: string };

/** The consent of the request: null where no subject is named. */
export function consentOf({ what, how, day }: ConsentForm): Consent | null {
  return what.trim() === ''
    ? null
    : {
        what: what.trim(),
        how: how.trim(),
        timestamp: day === '' ? null : Date.parse(`${day}T00:00:00Z`) / 1000,
      };
}

/** A day in UTC as a date field has it. */
export function dayOf(timestamp: number | null): string {
  return timestamp === null ? '' : new Date(timestamp * 1000).toISOString().slice(0, 10);
}
