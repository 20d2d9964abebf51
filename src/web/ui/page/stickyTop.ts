import { SHELL } from '../theme/tokens.ts';

/** The minimum height of the strip that names the client one is acting for. */
export const ACTING_BANNER = 44;

/** The height of the fixed parts at the top of every screen: the top bar, and the strip where there is one. */
export const STICKY_TOP = `var(--sticky-top, ${SHELL.topBar}px)`;
