/** The due time of rows that a restore holds: never, until they are released. */
export const HELD_UNTIL = '9999-01-01 00:00:00+00';
