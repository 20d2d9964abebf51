// The form of a gateway user: its fields, their checks, and the credentials that they make.
import type { TFunction } from 'i18next';
import * as z from 'zod/mini';
import { ipRange } from '../../../../contract/api/api-keys.ts';
import {
  defaultValues,
  mtMessagingCred,
  smppsCred,
  type MtMessagingCred,
  type SmppsCred,
} from '../../../../contract/api/gateway-credentials.ts';
import {
  gatewayPassword,
  gatewayUsername,
  shortId,
} from '../../../../contract/api/gateway-names.ts';
import type { SmppUser } from '../../../../contract/api/gateway-users.ts';
import type { Picked } from '../../../parts/clients/ClientPicker.tsx';
import { fits } from '../../../ui/fields/rules.ts';
import { onlyChanged } from '../../../ui/fields/onlyChanged.ts';

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

/** The choices of a user for messages whose answer was lost. */
export const AMBIGUITIES = ['hold', 'send again'] as const;

type Texts = Record<
  | 'uid'
  | 'username'
  | 'password'
  | 'gid'
  | 'dst_addr'
  | 'src_addr'
  | 'priority'
  | 'validity_period'
  | 'content'
  | 'default_src_addr'
  | 'dlr_url'
  | 'ambiguity'
  | 'early_percent'
  | 'sms_count'
  | 'http_throughput'
  | 'smpps_throughput'
  | 'max_bindings'
  | 'ip',
  string
>;
export type UserForm = Texts & {
  client: Picked | null;
  rights: Record<(typeof RIGHTS)[number] | 'bind', boolean>;
};

/** Fields of the request that the form calls otherwise. */
export const ALIASES = {
  clientId: 'client',
  'mt_messaging_cred.defaultvalue.src_addr': 'default_src_addr',
} as const;

export function valuesOf(user: SmppUser | null): UserForm {
  const mt = user?.mt_messaging_cred ?? mtMessagingCred.parse({});
  const smpps = user?.smpps_cred ?? smppsCred.parse({});
  return {
    uid: '',
    username: '',
    password: '',
    client: user && {
      clientId: user.clientId,
      clientName: user.clientName,
      accessLevel: 'CLIENT',
      email: null,
    },
    gid: user?.gid ?? '',
    sms_count: textOf(mt.quota.sms_count),
    http_throughput: textOf(mt.quota.http_throughput),
    smpps_throughput: textOf(mt.quota.smpps_throughput),
    early_percent: textOf(mt.quota.early_percent),
    max_bindings: textOf(smpps.quota.max_bindings),
    ip: smpps.authorization.ip.join('\n'),
    rights: { ...mt.authorization, bind: smpps.authorization.bind },
    ...mt.valuefilter,
    default_src_addr: mt.defaultvalue.src_addr ?? '',
    dlr_url: mt.defaultvalue.dlr_url ?? '',
    ambiguity: mt.defaultvalue.ambiguity ?? '',
  };
}

/** The rules of the form; name and password are settled when a user is made. */
export function rulesOf(t: TFunction, isNew: boolean) {
  const text = z.string();
  const limit = text.check(
    z.refine((written) => written.trim() === '' || Number(written) >= 0, {
      error: t('gateway.numberWrong'),
    }),
  );
  const pattern = text.check(z.minLength(1, t('gateway.patternMissing')));
  const password = text.check(
    z.refine((written) => written === '' || gatewayPassword.safeParse(written).success, {
      error: t('gateway.users.passwordWrong'),
    }),
  );
  const wrongRange = (written: string) =>
    ranges(written).find((each) => !ipRange.safeParse(each).success);
  return z.object({
    uid: isNew ? fits(shortId, t('gateway.idWrong')) : text,
    username: isNew ? fits(gatewayUsername, t('gateway.users.usernameWrong')) : text,
    password,
    client: z
      .custom<Picked | null>()
      .check(z.refine((client) => client !== null, { error: t('gateway.users.clientMissing') })),
    gid: text.check(z.minLength(1, t('gateway.users.groupMissing'))),
    sms_count: limit,
    http_throughput: limit,
    smpps_throughput: limit,
    early_percent: limit,
    max_bindings: limit,
    ip: text.check(
      z.refine((written) => wrongRange(written) === undefined, {
        error: ({ input }) =>
          t('settings.keys.ipListWrong', { value: wrongRange(String(input)) ?? '' }),
      }),
    ),
    rights: z.custom<UserForm['rights']>(),
    dst_addr: pattern,
    src_addr: pattern,
    priority: pattern,
    validity_period: pattern,
    content: pattern,
    default_src_addr: text,
    dlr_url: fits(defaultValues.some.shape.dlr_url, t('gateway.users.receiptUrlWrong'), true),
    ambiguity: text,
  });
}

/** Builds the credentials of the call from the form's fields. */
export function credentialsOf(texts: UserForm): {
  mt_messaging_cred: MtMessagingCred;
  smpps_cred: SmppsCred;
} {
  const { bind, ...authorization } = texts.rights;
  const mt = {
    authorization,
    valuefilter: Object.fromEntries(
      PATTERNS.map((name) => [name, texts[name]]),
    ) as MtMessagingCred['valuefilter'],
    defaultvalue: {
      src_addr: texts.default_src_addr.trim() || null,
      dlr_url: texts.dlr_url.trim() || null,
      ambiguity: AMBIGUITIES.find((choice) => choice === texts.ambiguity) ?? null,
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

/**
 * The credentials that a person changed. The others are left out: a quota has gone down since the form
 * was opened, and would go up again.
 */
export function changedCredentialsOf(texts: UserForm, user: SmppUser) {
  const { mt_messaging_cred: mt, smpps_cred: smpps } = credentialsOf(texts);
  const shown = credentialsOf(valuesOf(user));
  return {
    mt_messaging_cred: {
      authorization: onlyChanged(mt.authorization, shown.mt_messaging_cred.authorization),
      valuefilter: onlyChanged(mt.valuefilter, shown.mt_messaging_cred.valuefilter),
      defaultvalue: onlyChanged(mt.defaultvalue, shown.mt_messaging_cred.defaultvalue),
      quota: onlyChanged(mt.quota, shown.mt_messaging_cred.quota),
    },
    smpps_cred: {
      authorization: onlyChanged(smpps.authorization, shown.smpps_cred.authorization),
      quota: onlyChanged(smpps.quota, shown.smpps_cred.quota),
    },
  };
}

/** A limit as the form shows it: empty for none. */
const textOf = (value: number | null) => (value === null ? '' : String(value));
const amount = (written: string) => (written.trim() === '' ? null : Number(written));
const ranges = (written: string) => written.split(/[\s,]+/).filter((each) => each !== '');
