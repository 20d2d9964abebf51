import { describe, expect, test } from 'vitest';
import { encode } from './encoder.ts';
import { Decoder } from './decoder.ts';
import { STATUS } from './pdus.ts';
import type { Outgoing, PduOf, Request } from './pdus.ts';
import { Session } from './session.ts';
import { DEFAULT_TIMERS } from './effects.ts';
import type { Effect, Timers } from './effects.ts';
import type { Side } from './session-states.ts';

const TIMERS: Timers = {
  sessionInit: 5000,
  enquireLink: 30_000,
  inactivity: 100_000,
  response: 10_000,
  pduRead: 2000,
};

/** A session with a clock in the hand and PDUs given as what the wire brings. */
class Bench {
  readonly session: Session<string>;
  now = 1000;

  constructor(side: Side, { window = 3, timers = TIMERS } = {}) {
    this.session = new Session<string>({ side, timers, window }, this.now);
  }

  gets(pdu: Outgoing): Effect<string>[] {
    return this.getsOctets(encode(pdu));
  }

  getsOctets(octets: Buffer): Effect<string>[] {
    const effects: Effect<string>[] = [];
    const decoder = new Decoder();
    decoder.push(octets);
    this.session.receive(decoder.next(), effects, this.now);
    return effects;
  }

  sends(command: Request, context?: string): number {
    expect(this.session.may(command)).toBe(true);
    return this.session.request(command, context, this.now);
  }

  wakes(now: number): Effect<string>[] {
    this.now = now;
    const effects: Effect<string>[] = [];
    this.session.expire(effects, now);
    return effects;
  }

  ends(): Effect<string>[] {
    const effects: Effect<string>[] = [];
    this.session.closed(effects);
    return effects;
  }

  static bound(side: Side, options?: { window?: number; timers?: Timers }): Bench {
    const bench = new Bench(side, options);
    if (side === 'ESME') {
      const sequence = bench.sends('bind_transceiver');
      bench.gets({ command: 'bind_transceiver_resp', sequence_number: sequence });
    } else {
      const bind = requestIn(bench.gets({ command: 'bind_transceiver', sequence_number: 1 }));
      bench.session.respond(bind, { command: 'bind_transceiver_resp' }, []);
    }
    expect(bench.session.state).toBe('BOUND_TRX');
    return bench;
  }
}

function requestIn(effects: Effect<string>[]): PduOf<Request> {
  const found = effects.find((effect) => effect.effect === 'request');
  if (!found) throw new Error('no request');
  return found.pdu;
}

const written = (command: string, status: number, sequence: number) => ({
  effect: 'write',
  pdu: { command, command_status: status },
  sequence,
});

describe('binding', () => {
  test.each([
    ['bind_transmitter', 'BOUND_TX'],
    ['bind_receiver', 'BOUND_RX'],
    ['bind_transceiver', 'BOUND_TRX'],
  ] as const)('%s leads to %s on both sides', (command, state) => {
    const esme = new Bench('ESME');
    const sequence = esme.sends(command);
    expect(esme.session.state).toBe('OPEN');
    const effects = esme.gets({ command: `${command}_resp`, sequence_number: sequence });
    expect(effects.map(({ effect }) => effect)).toEqual(['state', 'bound']);
    expect(esme.session.state).toBe(state);

    const smsc = new Bench('SMSC');
    const bind = requestIn(smsc.gets({ command, sequence_number: 1 }));
    expect(smsc.session.state).toBe('OPEN');
    const answer: Effect<string>[] = [];
    smsc.session.respond(bind, { command: `${command}_resp` }, answer);
    expect(answer[0]).toMatchObject({ effect: 'write', sequence: 1 });
    expect(smsc.session.state).toBe(state);
  });

  test('a refused bind closes the side that sent it, and keeps the other open', () => {
    const esme = new Bench('ESME');
    const sequence = esme.sends('bind_receiver');
    const refused = STATUS.ESME_RINVPASWD;
    expect(
      esme
        .gets({ command: 'bind_receiver_resp', command_status: refused, sequence_number: sequence })
        .at(-1),
    ).toEqual({ effect: 'close', reason: { kind: 'bind refused', status: refused } });

    const smsc = new Bench('SMSC');
    const bind = requestIn(smsc.gets({ command: 'bind_receiver', sequence_number: 1 }));
    smsc.session.respond(bind, { command: 'bind_receiver_resp', command_status: refused }, []);
    expect(smsc.session.state).toBe('OPEN');
    requestIn(smsc.gets({ command: 'bind_receiver', sequence_number: 2 }));
  });

  test('a second bind is refused, during the first and after it', () => {
    const smsc = new Bench('SMSC');
    requestIn(smsc.gets({ command: 'bind_receiver', sequence_number: 1 }));
    expect(smsc.gets({ command: 'bind_receiver', sequence_number: 2 })[0]).toEqual(
      written('bind_receiver_resp', STATUS.ESME_RALYBND, 2),
    );
    expect(
      Bench.bound('SMSC').gets({ command: 'bind_transmitter', sequence_number: 3 })[0],
    ).toEqual(written('bind_transmitter_resp', STATUS.ESME_RALYBND, 3));
  });
});

describe('requests allowed in each state', () => {
  test.each([
    ['submit_sm before a bind', 'SMSC', 'OPEN', 'submit_sm'],
    ['deliver_sm to an SMSC', 'SMSC', 'bind_transceiver', 'deliver_sm'],
    ['submit_sm to an ESME', 'ESME', 'bind_transceiver', 'submit_sm'],
    ['submit_sm from a receiver', 'SMSC', 'bind_receiver', 'submit_sm'],
    ['query_sm from a receiver', 'SMSC', 'bind_receiver', 'query_sm'],
    ['deliver_sm to a transmitter', 'ESME', 'bind_transmitter', 'deliver_sm'],
    ['data_sm to a transmitter', 'ESME', 'bind_transmitter', 'data_sm'],
  ] as const)(
    '%s is answered ESME_RINVBNDSTS, and the session continues',
    (_name, side, bind, command) => {
      const bench = new Bench(side);
      if (bind !== 'OPEN' && side === 'SMSC') {
        bench.session.respond(
          requestIn(bench.gets({ command: bind })),
          { command: `${bind}_resp` },
          [],
        );
      } else if (bind !== 'OPEN')
        bench.gets({ command: `${bind}_resp`, sequence_number: bench.sends(bind) });
      const effects = bench.gets({ command, sequence_number: 9 });
      expect(effects[0]).toEqual(written(`${command}_resp`, STATUS.ESME_RINVBNDSTS, 9));
      expect(effects.map(({ effect }) => effect)).toEqual(['write', 'refused']);
    },
  );

  test('and requests that this side may send', () => {
    const esme = new Bench('ESME');
    expect(esme.session.may('submit_sm')).toBe(false);
    expect(esme.session.free).toBe(0);
    expect(esme.session.may('outbind')).toBe(false);
    const bound = Bench.bound('ESME');
    expect(bound.session.may('submit_sm')).toBe(true);
    expect(bound.session.may('deliver_sm')).toBe(false);
    const smsc = Bench.bound('SMSC');
    expect(smsc.session.may('deliver_sm')).toBe(true);
    expect(smsc.session.may('alert_notification')).toBe(true);
    expect(smsc.session.may('submit_sm')).toBe(false);
  });

  test('enquire_link is answered at any time', () => {
    for (const bench of [new Bench('SMSC'), Bench.bound('ESME')]) {
      expect(bench.gets({ command: 'enquire_link', sequence_number: 4 })).toEqual([
        { effect: 'write', pdu: { command: 'enquire_link_resp' }, sequence: 4 },
      ]);
    }
  });

  test('a malformed request gets its status, an unknown one a generic_nack, and the session continues', () => {
    const smsc = Bench.bound('SMSC');
    const broken = encode({ command: 'submit_sm', sequence_number: 6 }).subarray(0, 20);
    broken.writeUInt32BE(20, 0);
    expect(smsc.getsOctets(broken)[0]).toEqual(
      written('submit_sm_resp', STATUS.ESME_RINVCMDLEN, 6),
    );
    expect(smsc.getsOctets(Buffer.from('00000010000000990000000000000007', 'hex'))[0]).toEqual(
      written('generic_nack', STATUS.ESME_RINVCMDID, 7),
    );
    expect(smsc.getsOctets(Buffer.from('00000010800000990000000000000007', 'hex'))).toEqual([]);
    expect(smsc.session.state).toBe('BOUND_TRX');
  });

  test('lost framing ends the session', () => {
    const effects = Bench.bound('SMSC').getsOctets(Buffer.alloc(16));
    expect(effects[0]).toEqual(written('generic_nack', STATUS.ESME_RINVCMDLEN, 0));
    expect(effects[1]).toMatchObject({ effect: 'close', reason: { kind: 'lost framing' } });
  });
});

describe('the window', () => {
  test('limits unanswered requests; responses return the contexts in any order', () => {
    const esme = Bench.bound('ESME', { window: 2 });
    const one = esme.sends('submit_sm', 'one');
    const two = esme.sends('submit_sm', 'two');
    expect(esme.session.free).toBe(0);
    expect(esme.session.may('submit_sm')).toBe(false);
    const answers = [two, one].map((sequence_number) =>
      esme.gets({ command: 'submit_sm_resp', message_id: 'm', sequence_number }),
    );
    expect(answers).toMatchObject([
      [{ effect: 'answered', context: 'two', response: { message_id: 'm' } }],
      [{ effect: 'answered', context: 'one' }],
    ]);
    expect(esme.session.free).toBe(2);
  });

  test('a generic_nack answers, too; another command does not', () => {
    const esme = Bench.bound('ESME');
    const sequence_number = esme.sends('submit_sm', 'one');
    expect(esme.gets({ command: 'deliver_sm_resp', sequence_number })[0]?.effect).toBe('stray');
    expect(
      esme.gets({ command: 'generic_nack', command_status: 3, sequence_number })[0],
    ).toMatchObject({
      effect: 'answered',
      context: 'one',
      response: { command: 'generic_nack', command_status: 3 },
    });
    expect(esme.gets({ command: 'submit_sm_resp', sequence_number })[0]?.effect).toBe('stray');
  });

  test('may be widened and narrowed with requests outstanding', () => {
    const esme = Bench.bound('ESME', { window: 2 });
    const sequences = [esme.sends('submit_sm', 'one'), esme.sends('submit_sm', 'two')];
    esme.session.window = 3;
    expect(esme.session.free).toBe(1);
    esme.session.window = 1;
    expect([esme.session.free, esme.session.may('submit_sm')]).toEqual([0, false]);
    for (const sequence_number of sequences)
      esme.gets({ command: 'submit_sm_resp', message_id: 'm', sequence_number });
    expect(esme.session.free).toBe(1);
  });

  test('a withdrawn request frees its place silently', () => {
    const esme = Bench.bound('ESME', { window: 1 });
    esme.session.withdraw(esme.sends('submit_sm', 'one'));
    expect(esme.session.free).toBe(1);
    expect(esme.ends()).toEqual([{ effect: 'state', from: 'BOUND_TRX', to: 'CLOSED' }]);
  });

  test('the end of the connection reports unanswered requests, oldest first', () => {
    const esme = Bench.bound('ESME');
    esme.sends('submit_sm', 'one');
    esme.sends('submit_sm', 'two');
    expect(esme.ends()).toEqual([
      { effect: 'unanswered', context: 'one', reason: 'closed' },
      { effect: 'unanswered', context: 'two', reason: 'closed' },
      { effect: 'state', from: 'BOUND_TRX', to: 'CLOSED' },
    ]);
    expect(esme.ends()).toEqual([]);
  });

  test('requests of the peer count until they are answered', () => {
    const smsc = Bench.bound('SMSC');
    const request = requestIn(smsc.gets({ command: 'submit_sm', sequence_number: 2 }));
    expect(smsc.session.unanswered).toBe(1);
    smsc.session.respond(request, { command: 'submit_sm_resp' }, []);
    expect(smsc.session.unanswered).toBe(0);
  });
});

describe('timers', () => {
  test('the bind must arrive in time', () => {
    const smsc = new Bench('SMSC');
    expect(smsc.session.deadline()).toBe(6000);
    expect(smsc.wakes(5999)).toEqual([]);
    expect(smsc.wakes(6000)).toEqual([
      { effect: 'close', reason: { kind: 'timer', timer: 'sessionInit' } },
    ]);
    expect(Bench.bound('SMSC').wakes(6000)).toEqual([]);
  });

  test('enquire_link is sent to a silent peer, and its answer keeps the session', () => {
    const esme = Bench.bound('ESME');
    expect(esme.session.deadline()).toBe(31_000);
    const [enquiry] = esme.wakes(31_000);
    expect(enquiry).toMatchObject({ effect: 'write', pdu: { command: 'enquire_link' } });
    expect(esme.session.free).toBe(3);
    const sequence_number = enquiry?.effect === 'write' ? enquiry.sequence : 0;
    esme.now = 32_000;
    expect(esme.gets({ command: 'enquire_link_resp', sequence_number })).toEqual([]);
    expect(esme.session.deadline()).toBe(62_000);
  });

  test('a peer that does not answer enquire_link is disconnected', () => {
    const esme = Bench.bound('ESME');
    esme.wakes(31_000);
    expect(esme.session.deadline()).toBe(41_000);
    expect(esme.wakes(41_000)).toEqual([
      { effect: 'close', reason: { kind: 'timer', timer: 'response' } },
    ]);
  });

  test('inactivity ends a session without enquire_link', () => {
    const esme = Bench.bound('ESME', { timers: { ...TIMERS, enquireLink: 0 } });
    expect(esme.wakes(100_999)).toEqual([]);
    expect(esme.wakes(101_000)).toEqual([
      { effect: 'close', reason: { kind: 'timer', timer: 'inactivity' } },
    ]);
  });

  test('an unanswered request is reported once, and a late response still counts', () => {
    const esme = Bench.bound('ESME', { window: 2 });
    const first = esme.sends('submit_sm', 'one');
    esme.now = 2000;
    esme.sends('submit_sm', 'two');
    expect(esme.session.deadline()).toBe(11_000);
    expect(esme.wakes(11_000)).toEqual([
      { effect: 'unanswered', context: 'one', reason: 'timeout' },
    ]);
    expect(esme.session.free).toBe(1);
    const late = { command: 'submit_sm_resp', message_id: 'm', sequence_number: first } as const;
    expect(esme.gets(late)[0]).toMatchObject({
      effect: 'late',
      context: 'one',
      response: { message_id: 'm' },
    });
    expect(esme.gets(late)[0]?.effect).toBe('stray');
  });

  test('a response that cannot be framed as its command ends the wait', () => {
    const esme = Bench.bound('ESME');
    const sequence = esme.sends('submit_sm', 'one');
    const effects: Effect<string>[] = [];
    esme.session.receive(
      {
        outcome: 'bad',
        command: undefined,
        command_id: 0x80000099,
        sequence_number: sequence,
        status: 3,
        reason: '',
      },
      effects,
      esme.now,
    );
    expect(effects).toEqual([{ effect: 'unanswered', context: 'one', reason: 'unreadable' }]);
  });

  test('the wait for the rest of a PDU is limited', () => {
    const smsc = Bench.bound('SMSC');
    smsc.session.reading(true, 1500);
    smsc.session.reading(true, 3000);
    expect(smsc.session.deadline()).toBe(3500);
    expect(smsc.wakes(3500)).toEqual([
      { effect: 'close', reason: { kind: 'timer', timer: 'pduRead' } },
    ]);
    smsc.session.reading(false, 3500);
    expect(smsc.wakes(3600)).toEqual([]);
  });

  test('a timer of 0 is off', () => {
    const off: Timers = { sessionInit: 0, enquireLink: 0, inactivity: 0, response: 0, pduRead: 0 };
    const esme = Bench.bound('ESME', { timers: off });
    esme.sends('submit_sm', 'one');
    expect(esme.session.deadline()).toBe(Infinity);
    expect(esme.wakes(1e12)).toEqual([]);
    expect(DEFAULT_TIMERS.enquireLink).toBeGreaterThan(0);
  });
});

describe('the end in good order', () => {
  test('sent by this side', () => {
    const esme = Bench.bound('ESME');
    const submitted = esme.sends('submit_sm', 'one');
    const effects: Effect<string>[] = [];
    esme.session.unbind(effects, esme.now);
    const [unbind] = effects;
    expect(unbind).toMatchObject({ effect: 'write', pdu: { command: 'unbind' } });
    expect(esme.session.may('submit_sm')).toBe(false);
    expect(esme.gets({ command: 'submit_sm_resp', sequence_number: submitted })[0]?.effect).toBe(
      'answered',
    );
    expect(esme.gets({ command: 'unbind', sequence_number: 8 })[0]).toMatchObject({
      pdu: { command: 'unbind_resp' },
    });
    const sequence_number = unbind?.effect === 'write' ? unbind.sequence : 0;
    expect(esme.gets({ command: 'unbind_resp', sequence_number })).toEqual([
      { effect: 'close', reason: { kind: 'unbound' } },
    ]);
  });

  test.each([
    ['ESME', 'deliver_sm'],
    ['ESME', 'data_sm'],
    ['SMSC', 'submit_sm'],
    ['SMSC', 'query_sm'],
  ] as const)(
    'sent by the %s, requests that the peer wrote before reading it are accepted: a refused %s would be lost',
    (side, command) => {
      const bench = Bench.bound(side);
      bench.session.unbind([], bench.now);
      const request = requestIn(bench.gets({ command, sequence_number: 9 } as Outgoing));
      const effects: Effect<string>[] = [];
      bench.session.respond(request, { command: `${command}_resp` }, effects);
      expect(effects).toEqual([
        { effect: 'write', pdu: { command: `${command}_resp` }, sequence: 9 },
      ]);
      expect(bench.gets({ command: 'bind_transceiver', sequence_number: 10 })).toContainEqual(
        expect.objectContaining({ effect: 'refused' }),
      );
    },
  );

  test('sent by the peer', () => {
    const smsc = Bench.bound('SMSC');
    expect(smsc.gets({ command: 'unbind', sequence_number: 8 })).toEqual([
      { effect: 'write', pdu: { command: 'unbind_resp' }, sequence: 8 },
      { effect: 'state', from: 'BOUND_TRX', to: 'UNBOUND' },
      { effect: 'close', reason: { kind: 'unbound' } },
    ]);
    expect(smsc.session.may('deliver_sm')).toBe(false);
    expect(smsc.gets({ command: 'submit_sm', sequence_number: 9 })).toContainEqual(
      written('submit_sm_resp', STATUS.ESME_RINVBNDSTS, 9),
    );
  });

  test('an unanswered unbind ends by its timer', () => {
    const esme = Bench.bound('ESME');
    esme.session.unbind([], esme.now);
    expect(esme.wakes(11_000)).toEqual([
      { effect: 'close', reason: { kind: 'timer', timer: 'response' } },
    ]);
  });
});

test('sequence numbers count up from 1', () => {
  const esme = Bench.bound('ESME');
  expect([esme.sends('submit_sm', 'a'), esme.sends('submit_sm', 'b')]).toEqual([2, 3]);
});
