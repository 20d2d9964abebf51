/** Answers of Jasmin's HTTP API, word by word (jookies/jasmin, jasmin/protocols/http/endpoints). */

/** An error of a request, in Jasmin's words. */
export type Wrong = { status: number; text: string };

export const invalid = (name: string, value: string): Wrong => ({
  status: 400,
  text: `Argument [${name}] has an invalid value: [${value}].`,
});
export const authenticationFailed = (username: string): Wrong => ({
  status: 403,
  text: `Authentication failure for username:${username}`,
});

/** Names of missing authorisations, by their keys. */
const RIGHTS: Readonly<Record<string, string>> = {
  http_send: 'Cannot send MT messages',
  http_balance: 'Cannot check balance',
  http_rate: 'Cannot check rate',
  http_long_content: 'Long content not authorized',
  dlr_level: 'Setting dlr level not authorized',
  http_dlr_method: 'Setting dlr method not authorized',
  src_addr: 'Setting source address not authorized',
  priority: 'Setting priority not authorized',
  validity_period: 'Setting validity period not authorized',
  hex_content: 'Setting hex content not authorized',
  schedule_delivery_time: 'Setting schedule delivery time not authorized',
};
/** Jasmin's words for the fields of value filters. */
const FILTERS: Readonly<Record<string, string>> = {
  dst_addr: 'destination_address',
  src_addr: 'source_address',
};

export const mayNot = (username: string, right: string): Wrong => ({
  status: 400,
  text: `Authorization failed for user [${username}] (${RIGHTS[right] ?? right}).`,
});

/**
 * Translates a refusal into Jasmin's words; one that Jasmin does not know becomes an invalid
 * argument.
 */
export function refusalOf(
  refusal: { code: string; values: Readonly<Record<string, unknown>> },
  {
    username,
    to,
    from,
    sdt,
  }: { username: string; to: string; from: string | null; sdt: string | undefined },
): Wrong {
  const { code, values } = refusal;
  switch (code) {
    case 'USER_MAY_NOT':
      return mayNot(username, String(values['right']));
    case 'VALUE_FILTERED': {
      const field = String(values['field']);
      return {
        status: 400,
        text: `Value filter failed for user [${username}] (${FILTERS[field] ?? field} filter mismatch).`,
      };
    }
    case 'NUMBER_REFUSED':
    case 'NUMBER_BLOCKED':
    case 'COUNTRY_NOT_ALLOWED':
    case 'RANGE_BLOCKED':
    case 'OPTED_OUT':
    case 'NO_CONSENT':
      return invalid('to', to);
    case 'SENDER_MISSING':
      return { status: 400, text: 'Mandatory argument [from] is not found.' };
    case 'SENDER_NOT_READY':
    case 'SENDER_NOT_REGISTERED':
      return invalid('from', from ?? '');
    case 'TEXT_EMPTY':
    case 'TEXT_TOO_LONG':
    case 'BAD_INPUT':
      return { status: 400, text: 'Argument [content] has an invalid value: [too long or empty].' };
    case 'TIME_OUT_OF_BOUNDS':
      return invalid('sdt', sdt ?? '');
    case 'OUTSIDE_WINDOW':
      return { status: 403, text: 'This sender cannot send at this hour' };
    case 'NO_ROUTE':
    case 'NO_RATE':
      return { status: 412, text: 'No route found' };
    case 'NO_UNITS':
    case 'QUOTA_SPENT':
      return { status: 403, text: 'Cannot charge submit_sm, check RouterPB log file for details' };
    case 'THROUGHPUT':
    case 'DAILY_LIMIT':
    case 'UNAPPROVED_LIMIT':
    case 'NEW_ACCOUNT_LIMIT':
    case 'QUEUE_FULL':
      return { status: 403, text: 'User throughput exceeded' };
    case 'ACCOUNT_NOT_ACTIVE':
      return authenticationFailed(username);
    default:
      return {
        status: 500,
        text: 'Cannot send submit_sm, check SMPPClientManagerPB log file for details',
      };
  }
}

export const successText = (messageId: string) => `Success "${messageId}"`;
export const errorText = (text: string) => `Error "${text}"`;

/** A number as Python writes it: whole ones keep a `.0`, so that typed readers read a fraction. */
const float = (value: number) => (Number.isInteger(value) ? `${value}.0` : String(value));

/** The answer of /rate: of one part, in units. */
export function rateText({ units, segments }: { units: bigint; segments: number }): string {
  return `{"unit_rate": ${float(Number(units) / 10_000 / segments)}, "submit_sm_count": ${segments}}`;
}

/** The answer of /balance: units of the wallet, and parts that may still be sent. */
export function balanceText({ units, parts }: { units: bigint; parts: number | null }): string {
  return `{"balance": ${float(Number(units) / 10_000)}, "sms_count": ${parts ?? '"ND"'}}`;
}
