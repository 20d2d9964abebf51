import type { Transitions } from '../../../infra/transitions.ts';
import type { LinkState } from './ports.ts';

/** Every session ends in CLOSED, whether it ever bound or not. */
export const LINK_TRANSITIONS: Transitions<LinkState> = {
  CLOSED: ['CONNECTING'],
  CONNECTING: ['BINDING', 'BOUND', 'CLOSED'],
  BINDING: ['BOUND', 'CLOSED'],
  BOUND: ['UNBINDING', 'CLOSED'],
  UNBINDING: ['CLOSED'],
};
