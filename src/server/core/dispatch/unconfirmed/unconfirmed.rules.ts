/** Why an answer was lost, and which unconfirmed messages may be sent again. */
import type { LossReason, SendAgainObstacle } from '../../../../contract/api/unconfirmed.ts';

/**
 * The reasons why an answer was lost, as the link notes them with the message. They are stored, and texts of the
 * screens have them as keys: they never change.
 */
export const LOST = {
  LINK: 'the link was lost',
  NO_ANSWER: 'the carrier did not answer',
  UNREADABLE: 'the answer cannot be read',
  RESTORE: 'the data was restored from a back-up',
} as const;

/** The reason where the status of an HTTP answer does not tell whether the message was accepted. */
export const lostByStatus = (status: number) => `HTTP ${status}`;

/** The reason under which a message is listed, from that of the link. */
export function lossOf(reason: string): LossReason {
  if (reason === LOST.LINK) return 'LINK_LOST';
  if (reason === LOST.RESTORE) return 'RESTORED';
  if (reason === LOST.UNREADABLE || /^HTTP \d+$/.test(reason)) return 'ANSWER_UNCLEAR';
  return 'NO_ANSWER';
}

/**
 * Decides why a message cannot be sent again, or null where it can: it is open, still valid, and no
 * part of it is known to be with a carrier, so that its held units pay for the second submission.
 * @param held how many of its parts are unconfirmed
 */
export function sendAgainObstacle({
  isOpen,
  isValid,
  held,
  parts,
}: {
  isOpen: boolean;
  isValid: boolean;
  held: number;
  parts: number;
}): SendAgainObstacle | null {
  if (!isOpen) return 'ENDED';
  if (held < parts) return 'PART_ACCEPTED';
  return isValid ? null : 'NOT_VALID';
}
