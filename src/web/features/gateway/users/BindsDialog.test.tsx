import { expect, test } from 'vitest';
import { mtMessagingCred, smppsCred } from '../../../../contract/api/gateway-credentials.ts';
import type { SmppUser } from '../../../../contract/api/gateway-users.ts';
import { textOf } from '../../../../../test/harness/render.tsx';
import { Binds } from './BindsDialog.tsx';

const user: SmppUser = {
  uid: 'karibushop',
  gid: 'retail',
  username: 'karibu',
  clientId: '1',
  clientName: 'Amina Otieno',
  enabled: true,
  usable: true,
  no: null,
  hasPassword: true,
  mt_messaging_cred: mtMessagingCred.parse({}),
  smpps_cred: smppsCred.parse({}),
  binds: [],
  lastRefusal: null,
  use: [],
  createTimestamp: 0,
};
const address = { host: 'sms.example', port: 2775, tlsPort: null };
const said = (more: Partial<SmppUser>, tlsPort: number | null = null) =>
  textOf(
    <Binds user={{ ...user, ...more }} address={{ ...address, tlsPort }} onUnbind={() => {}} />,
  );

test('the state of the binds is first, then how software binds, and one line for nothing', () => {
  expect(said({}).trim()).toBe(
    [
      'Not bound: 0 of 50 connections',
      'Client Amina Otieno Account Active System ID karibu Host and port sms.example:2775',
      'No message, call or refused bind in the last 24 hours.',
    ].join(' '),
  );
  expect(said({}, 3550)).toContain('Host and port, TLS sms.example:3550');
});

test('a user that cannot bind has the reason in place of the connections', () => {
  expect(said({ usable: false, no: 'GROUP_DISABLED' })).toContain(
    'Not bound: the account must be active again first',
  );
  const smpps = smppsCred.parse({});
  const http = said({
    smpps_cred: { ...smpps, authorization: { ...smpps.authorization, bind: false } },
  });
  expect(http).toContain('Not bound: its rights allow HTTP alone');
  expect(http).toContain('No messages or calls in the last 24 hours.');
  expect(http).not.toContain('Host and port');
});
