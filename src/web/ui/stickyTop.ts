import { SHELL } from './tokens.ts';

/** The least height of the strip that says for whom one is acting. */
export const ACTING_BANNER = 44;

/** The height of the fixed parts at the top of every screen: the top bar, and the strip where there is one. */
export const STICKY_TOP = `var(--sticky-top, ${SHELL.topBar}px)`;
