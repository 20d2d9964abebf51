/** When what a restore holds back is due: not before somebody releases it. */
export const HELD_UNTIL = '9999-01-01 00:00:00+00';
