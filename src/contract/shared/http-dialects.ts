/** The APIs of other gateways that customers' software may speak to ours. */

/** Each dialect's key in the configuration, and the name of its author or product. */
export const HTTP_DIALECT_NAMES = {
  jasmin: 'Jasmin',
  kannel: 'Kannel',
  africastalking: "Africa's Talking",
  sendsms: 'sendsms',
  twilio: 'Twilio',
  beem: 'Beem',
} as const;
export type HttpDialect = keyof typeof HTTP_DIALECT_NAMES;
export const HTTP_DIALECT_KEYS = Object.keys(HTTP_DIALECT_NAMES) as HttpDialect[]; // the constant's own

/**
 * The account SID of a gateway user in Twilio's dialect: its name in hexadecimal, filled with zeros
 * to 32 digits. A name has at most 15 characters of ASCII, so that no table of SIDs is needed.
 */
export function accountSidOf(username: string): string {
  const digits = Array.from(new TextEncoder().encode(username), (octet) =>
    octet.toString(16).padStart(2, '0'),
  );
  return `AC${digits.join('').padEnd(32, '0')}`;
}
