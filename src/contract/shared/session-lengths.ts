/** Hours after sign-in at which a session of staff ends, however active they are. */
export const STAFF_HOURS = 12;
/** Days after sign-in at which every other session ends. */
export const CLIENT_DAYS = 30;
/** Minutes without activity after which the browser ends a session. */
export const IDLE_MINUTES = 30;
