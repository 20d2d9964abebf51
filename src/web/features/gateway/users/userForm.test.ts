import { expect, test } from 'vitest';
import { mtMessagingCred, smppsCred } from '../../../../contract/api/gateway-credentials.ts';
import type { SmppUser } from '../../../../contract/api/gateway-users.ts';
import { changedCredentialsOf, valuesOf } from './userForm.ts';

const user = {
  uid: 'shop',
  gid: 'retail',
  clientId: '018f0000-0000-7000-8000-000000000001',
  clientName: 'Shop',
  mt_messaging_cred: mtMessagingCred.parse({
    quota: { sms_count: 500, http_throughput: 7.5 },
    defaultvalue: { src_addr: 'SHOP' },
  }),
  smpps_cred: smppsCred.parse({ authorization: { ip: ['10.0.0.0/8'] } }),
} as SmppUser;

test('an edit sends what was changed: a quota that went down meanwhile stays', () => {
  const nothing = { authorization: {}, valuefilter: {}, defaultvalue: {}, quota: {} };
  expect(changedCredentialsOf(valuesOf(user), user)).toEqual({
    mt_messaging_cred: nothing,
    smpps_cred: { authorization: {}, quota: {} },
  });
  const form = valuesOf(user);
  expect(
    changedCredentialsOf(
      {
        ...form,
        http_throughput: '',
        ip: '10.0.0.0/8 10.1.0.0/16',
        rights: { ...form.rights, priority: false, bind: false },
      },
      user,
    ),
  ).toEqual({
    mt_messaging_cred: {
      ...nothing,
      authorization: { priority: false },
      quota: { http_throughput: null },
    },
    smpps_cred: { authorization: { bind: false, ip: ['10.0.0.0/8', '10.1.0.0/16'] }, quota: {} },
  });
});
