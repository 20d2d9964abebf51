// The form of a gateway user: its fields, their checks, and the credentials that they make.
import type { TFunction } from 'i18next';
import { ipRange } from '../../../contract/api/api-keys.ts';
import type { MtMessagingCred, SmppsCred } from '../../../contract/api/gateway-credentials.ts';
import { gatewayPassword, gatewayUsername, shortId } from '../../../contract/api/gateway-names.ts';

export type Texts = Record<
  | 'uid'
  | 'gid'
  | 'username'
  | 'password'
  | 'dst_addr'
  | 'src_addr'
  | 'priority'
  | 'validity_period'
  | 'content'
  | 'default_src_addr'
  | 'dlr_url'
  | 'early_percent'
  | 'sms_count'
  | 'http_throughput'
  | 'smpps_throughput'
  | 'max_bindings'
  | 'ip',
  string
>;
export const RIGHTS = [
  'http_send',
  'http_balance',
  'http_rate',
  'smpps_send',
  'http_long_content',
  'dlr_level',
  'http_dlr_method',
  'src_addr',
  'priority',
  'validity_period',
  'hex_content',
  'schedule_delivery_time',
  'http_bulk',
] as const;
export const PATTERNS = ['dst_addr', 'src_addr', 'priority', 'validity_period', 'content'] as const;
export const LIMITS = [
  'sms_count',
  'http_throughput',
  'smpps_throughput',
  'early_percent',
] as const;

export type UserErrors = Partial<Record<keyof Texts | 'client', string>>;

/** Finds the fields that a person has to correct, with a message for each. */
export function findErrors(
  { texts, client, isNew }: { texts: Texts; client: object | null; isNew: boolean },
  t: TFunction,
): UserErrors {
  const found: UserErrors = {};
  const wrong = (name: keyof UserErrors, bad: boolean, message: string) => {
    if (bad) found[name] = message;
  };
  if (isNew) {
    wrong('uid', !shortId.safeParse(texts.uid).success, t('gateway.idWrong'));
    wrong(
      'username',
      !gatewayUsername.safeParse(texts.username).success,
      t('gateway.users.usernameWrong'),
    );
    wrong(
      'password',
      texts.password !== '' && !gatewayPassword.safeParse(texts.password).success,
      t('gateway.users.passwordWrong'),
    );
  }
  wrong('gid', texts.gid === '', t('gateway.users.groupMissing'));
  wrong('client', client === null, t('gateway.users.clientMissing'));
  for (const name of [...LIMITS, 'max_bindings'] as const)
    wrong(name, texts[name].trim() !== '' && !(Number(texts[name]) >= 0), t('gateway.numberWrong'));
  for (const name of PATTERNS) wrong(name, texts[name] === '', t('gateway.patternMissing'));
  wrong(
    'dlr_url',
    texts.dlr_url.trim() !== '' && !/^https?:\/\/\S+$/i.test(texts.dlr_url.trim()),
    t('gateway.users.receiptUrlWrong'),
  );
  const badRange = ranges(texts.ip).find((each) => !ipRange.safeParse(each).success);
  wrong('ip', badRange !== undefined, t('settings.keys.ipListWrong', { value: badRange ?? '' }));
  return found;
}

/** Builds the credentials of the call from the form's fields and ticks. */
export function credentialsOf(
  texts: Texts,
  rights: Readonly<Record<string, boolean>>,
): { mt_messaging_cred: MtMessagingCred; smpps_cred: SmppsCred } {
  const { bind = true, ...authorization } = rights;
  const mt = {
    authorization: authorization as MtMessagingCred['authorization'],
    valuefilter: Object.fromEntries(
      PATTERNS.map((name) => [name, texts[name]]),
    ) as MtMessagingCred['valuefilter'],
    defaultvalue: {
      src_addr: texts.default_src_addr.trim() || null,
      dlr_url: texts.dlr_url.trim() || null,
    },
    quota: Object.fromEntries(
      LIMITS.map((name) => [name, amount(texts[name])]),
    ) as MtMessagingCred['quota'],
  };
  const smpps = {
    authorization: { bind, ip: ranges(texts.ip) },
    quota: { max_bindings: amount(texts.max_bindings) },
  };
  return { mt_messaging_cred: mt, smpps_cred: smpps };
}

/** A limit as the form shows it: empty for none. */
export const textOf = (value: number | null) => (value === null ? '' : String(value));
const amount = (written: string) => (written.trim() === '' ? null : Number(written));
const ranges = (written: string) => written.split(/[\s,]+/).filter((each) => each !== '');
