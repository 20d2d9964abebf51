/** The version of the application, as its sidebar shows it; a test holds it to the package's. */
export const VERSION = '4.32.0';
