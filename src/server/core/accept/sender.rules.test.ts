import { describe, expect, test } from 'vitest';
import { senderOn } from './sender.rules.ts';
import type { SenderFacts, StandIn } from './sender.rules.ts';

const [SAFARICOM, AIRTEL, TELKOM] = [1, 2, 3];
const other = (more: Partial<StandIn> = {}): StandIn => ({
  id: 'o',
  sender: 'OTHER',
  clientId: 'c',
  kind: 'PROMOTIONAL',
  country: 'KE',
  status: 'READY_FOR_SENDING',
  isGeneric: false,
  delegatedTo: [],
  unregistered: [],
  ...more,
});
const named = (standIn: StandIn | null, unregistered = [AIRTEL]): SenderFacts => ({
  ...other({ id: 'n', sender: 'SHOP', kind: 'TRANSACTIONAL' }),
  unregistered,
  standIn,
});

describe('the sender ID of a message', () => {
  test.each<[string, SenderFacts, number, string | undefined]>([
    ['every operator accepts it', named(null, []), AIRTEL, 'SHOP'],
    ['another operator has not approved it', named(null), SAFARICOM, 'SHOP'],
    ['an unknown operator', named(null), 0, 'SHOP'],
    ['not approved, without a stand-in', named(null), AIRTEL, undefined],
    ['not approved, with a stand-in', named(other()), AIRTEL, 'OTHER'],
    ['approved, with a stand-in', named(other()), SAFARICOM, 'SHOP'],
    [
      'a stand-in that is not approved there either',
      named(other({ unregistered: [AIRTEL] }), [AIRTEL, TELKOM]),
      AIRTEL,
      undefined,
    ],
    [
      'a stand-in that is approved there alone',
      named(other({ unregistered: [AIRTEL] }), [AIRTEL, TELKOM]),
      TELKOM,
      'OTHER',
    ],
    ['a stand-in that is blocked', named(other({ status: 'INACTIVE' })), AIRTEL, undefined],
    ["another client's stand-in", named(other({ clientId: 'x' })), AIRTEL, undefined],
    [
      'a stand-in delegated to the client',
      named(other({ clientId: 'x', delegatedTo: ['c'] })),
      AIRTEL,
      'OTHER',
    ],
    [
      "the platform's as stand-in",
      named(other({ clientId: 'x', isGeneric: true })),
      AIRTEL,
      'OTHER',
    ],
  ])('%s', (_name, sender, network, expected) => {
    expect(senderOn(sender, network, 'c')?.sender).toBe(expected);
  });
});
