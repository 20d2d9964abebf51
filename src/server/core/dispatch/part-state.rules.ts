/**
 * The states of a part from its claim to its end. A message is submitted as one part or, where it is
 * long, as several.
 *
 * The state is read from the part's row: in flight in the open bits of submission_batch, submitted in
 * submission, unconfirmed in unconfirmed_part. A part that was given up keeps its row: that of
 * submission where its receipt did not come, that of unconfirmed_part where its answer did not. The
 * end of a submitted part is in its message.
 */
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import type { Transitions } from '../../infra/transitions.ts';

export const PART_STATE = {
  /** Claimed: the carrier may have it, and has not answered. */
  IN_FLIGHT: 0,
  /** The carrier accepted it, and its receipt is outstanding. */
  SUBMITTED: 1,
  /** Its answer was lost. */
  UNCONFIRMED: 2,
  /** No receipt came in time, or no answer. */
  GIVEN_UP: 3,
  /** It has its receipt, or is not with a carrier any more. */
  ENDED: 4,
} as const;

export type PartStateName = keyof typeof PART_STATE;
export type PartState = (typeof PART_STATE)[PartStateName];

/** A part that is claimed again after its end is a new part, of a new batch. */
export const PART_TRANSITIONS: Transitions<PartStateName> = {
  IN_FLIGHT: ['SUBMITTED', 'UNCONFIRMED', 'GIVEN_UP', 'ENDED'],
  UNCONFIRMED: ['SUBMITTED', 'GIVEN_UP', 'ENDED'],
  SUBMITTED: ['GIVEN_UP', 'ENDED'],
  GIVEN_UP: ['ENDED'],
  ENDED: [],
};

const NAMES = Object.keys(PART_STATE) as PartStateName[];
const { SUBMITTED, DELIVERED } = MESSAGE_STATUS;

/**
 * The state to which a receipt moves a part; undefined where the receipt changes nothing: a repeat,
 * or an intermediate receipt of a part that the carrier is known to have. A part that was given up ends
 * by its delivery alone.
 * @param status the status that the receipt reports: final, or SUBMITTED
 */
export function stateByReceipt(state: PartState, status: number): PartState | undefined {
  const to: PartStateName = status === SUBMITTED ? 'SUBMITTED' : 'ENDED';
  if (state === PART_STATE.GIVEN_UP && status !== DELIVERED) return undefined;
  return PART_TRANSITIONS[NAMES[state]!].includes(to) ? PART_STATE[to] : undefined;
}
