// The fields of groups and users by the words operators know: what is taken, what is refused, what stands where nothing is said.
import { describe, expect, test } from 'vitest';
import { gatewayGroups } from './gateway-groups.ts';
import { gatewayUsers } from './gateway-users.ts';
import { mtMessagingCred, smppsCred } from './gateway-credentials.ts';

const client = '018f0000-0000-7000-8000-000000000001';
const user = { uid: 'u', gid: 'g', username: 'joe', clientId: client };
const takes = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

test.each([
  ['a', true],
  ['A-z_9', true],
  ['x'.repeat(16), true],
  ['x'.repeat(17), false],
  ['', false],
  ['two words', false],
  ['ümlaut', false],
  ['a;b', false],
])('the name of a group, %j: %s', (gid, taken) => {
  expect(takes(gatewayGroups.create.input, { gid })).toBe(taken);
});

test.each<[string, unknown, boolean]>([
  ['uid', 'x'.repeat(16), true],
  ['uid', 'x'.repeat(17), false],
  ['username', 'x'.repeat(15), true],
  ['username', 'x'.repeat(16), false],
  ['username', 'a b', false],
  ['password', 'x', true],
  ['password', 'x'.repeat(16), true],
  ['password', 'x'.repeat(17), false],
  ['password', '', false],
  ['password', 'é', false],
  ['clientId', 'nobody', false],
  ['enabled', false, true],
  ['enabled', 'yes', false],
])('of a user, %s = %j: %s', (field, value, taken) => {
  expect(takes(gatewayUsers.create.input, { ...user, [field]: value })).toBe(taken);
});

describe('credentials', () => {
  // Where the standard differs from the other gateway's: no list of addresses is all addresses, IPv6 among them; there is no
  // balance, because money is the client's wallet.
  test("have Jasmin's defaults when omitted", () => {
    expect(mtMessagingCred.parse({})).toEqual({
      authorization: {
        http_send: true,
        http_balance: true,
        http_rate: true,
        http_bulk: false,
        smpps_send: true,
        http_long_content: true,
        dlr_level: true,
        http_dlr_method: true,
        src_addr: true,
        priority: true,
        validity_period: true,
        hex_content: true,
        schedule_delivery_time: true,
      },
      valuefilter: {
        dst_addr: '.*',
        src_addr: '.*',
        priority: '^[0-3]$',
        validity_period: '^\\d+$',
        content: '.*',
      },
      defaultvalue: { src_addr: null, dlr_url: null, ambiguity: null },
      quota: {
        early_percent: null,
        sms_count: null,
        http_throughput: null,
        smpps_throughput: null,
      },
    });
    expect(smppsCred.parse({})).toEqual({
      authorization: { bind: true, ip: [] },
      quota: { max_bindings: null },
    });
  });
  test('keep the other keys in a partial change', () => {
    expect(
      mtMessagingCred.parse({ authorization: { dlr_level: false } }).authorization,
    ).toMatchObject({ dlr_level: false, http_send: true, http_bulk: false });
    expect(
      gatewayUsers.update.input.parse({
        uid: 'u',
        mt_messaging_cred: { quota: { sms_count: null } },
      }),
    ).toEqual({ uid: 'u', mt_messaging_cred: { quota: { sms_count: null } } });
  });
  test.each<[string, string, unknown, boolean]>([
    ['authorization', 'http_send', false, true],
    ['authorization', 'http_send', 'no', false],
    ['valuefilter', 'dst_addr', '^254', true],
    ['valuefilter', 'dst_addr', 'x'.repeat(201), false],
    ['valuefilter', 'content', '', false],
    ['defaultvalue', 'src_addr', 'SHOP', true],
    ['defaultvalue', 'src_addr', null, true],
    ['defaultvalue', 'src_addr', 'x'.repeat(21), false],
    ['quota', 'early_percent', 1, true],
    ['quota', 'early_percent', 100, true],
    ['quota', 'early_percent', 0, false],
    ['quota', 'early_percent', 101, false],
    ['quota', 'early_percent', null, true],
    ['quota', 'sms_count', 0, true],
    ['quota', 'sms_count', 1.5, false],
    ['quota', 'sms_count', -1, false],
    ['quota', 'http_throughput', 0.5, true],
    ['quota', 'http_throughput', -1, false],
    ['quota', 'smpps_throughput', 0, true],
  ])('%s %s = %j: %s', (section, key, value, taken) => {
    expect(takes(mtMessagingCred, { [section]: { [key]: value } })).toBe(taken);
    expect(
      takes(gatewayUsers.update.input, {
        uid: 'u',
        mt_messaging_cred: { [section]: { [key]: value } },
      }),
    ).toBe(taken);
  });
  test.each<[string, string, unknown, boolean]>([
    ['authorization', 'bind', false, true],
    ['authorization', 'ip', ['10.0.0.0/8', '2001:db8::1'], true],
    ['authorization', 'ip', ['example.com'], false],
    ['quota', 'max_bindings', 0, true],
    ['quota', 'max_bindings', 2.5, false],
    ['quota', 'max_bindings', null, true],
  ])('smpps_cred %s %s = %j: %s', (section, key, value, taken) => {
    expect(takes(smppsCred, { [section]: { [key]: value } })).toBe(taken);
  });
});
