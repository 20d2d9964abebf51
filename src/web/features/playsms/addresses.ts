/** The path of the screen that reads a dump of playSMS. */
export const PLAYSMS = '/dashboard/clients/playsms';
