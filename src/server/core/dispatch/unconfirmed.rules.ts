/** Why an answer was lost, and which unconfirmed messages may be sent again. */
import type { LossReason, SendAgainObstacle } from '../../../contract/api/unconfirmed.ts';

/** The reason under which a message is listed, from the words of the link. */
export function lossOf(reason: string): LossReason {
  if (reason === 'the link was lost') return 'LINK_LOST';
  if (reason === 'the data was restored from a back-up') return 'RESTORED';
  if (reason === 'the answer cannot be read' || /^HTTP \d+$/.test(reason)) return 'ANSWER_UNCLEAR';
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
