/**
 * `node bench/smpp.ts`: what the SMPP codec and session cost. Prints what it does, and as its last line one JSON line:
 *
 * - `pdus_per_s`, `cpu_us_per_pdu`: encoding and decoding one PDU, on a mix of submit_sm, deliver_sm with a receipt, and
 *   both responses, one core.
 * - `session_submits_per_s`: submit_sm answered and its receipt delivered and answered, over loopback TCP, both ends in
 *   this one process, at most `window` unanswered.
 * - `peer_smpp_lib_ratio`: the same mix by the npm library `smpp` in the same run, as times that ours is faster.
 */
import { execFileSync } from 'node:child_process';
import smpp from 'smpp';
import { PduWriter } from '../src/smpp/encoder.ts';
import { Decoder } from '../src/smpp/decoder.ts';
import { STATUS } from '../src/smpp/pdus.ts';
import type { Outgoing, OutgoingOf } from '../src/smpp/pdus.ts';
import { receiptText, receiptTlvs } from '../src/smpp/receipt.ts';
import { connect, listen } from '../src/smpp/socket.ts';
import type { Link } from '../src/smpp/link.ts';

const WINDOW = 50;
const BATCH = 64;

const submit = {
  command: 'submit_sm',
  service_type: '',
  source_addr_ton: 5,
  source_addr_npi: 0,
  source_addr: 'TUMA',
  dest_addr_ton: 1,
  dest_addr_npi: 1,
  destination_addr: '254712345678',
  esm_class: 0,
  protocol_id: 0,
  priority_flag: 0,
  schedule_delivery_time: '',
  validity_period: '',
  registered_delivery: 1,
  replace_if_present_flag: 0,
  data_coding: 0,
  sm_default_msg_id: 0,
  short_message: Buffer.from(
    'Dear customer, your parcel has arrived. Pick it up before Friday at the usual place.',
  ),
} as const satisfies OutgoingOf<'submit_sm'>;

const carrierId = '0C0FFEE1234';
const receipt = {
  ...submit,
  command: 'deliver_sm',
  esm_class: 4,
  short_message: Buffer.from(
    receiptText({
      carrierId,
      stat: 'DELIVRD',
      error: '000',
      submitted: new Date(0),
      done: new Date(0),
      delivered: true,
      text: submit.short_message.toString(),
    }),
  ),
  tlvs: receiptTlvs(carrierId, 'DELIVRD'),
} as const satisfies OutgoingOf<'deliver_sm'>;

const MIX: readonly Outgoing[] = [
  submit,
  { command: 'submit_sm_resp', message_id: carrierId },
  receipt,
  { command: 'deliver_sm_resp', message_id: '' },
];

interface Cost {
  perSecond: number;
  cpuMicroseconds: number;
}

/** Runs `round` (which handles some PDUs and says how many) for a while after a warm-up. */
function measure(round: () => number): Cost {
  for (const end = performance.now() + 500; performance.now() < end;) round();
  const cpu = process.cpuUsage();
  const start = performance.now();
  let pdus = 0;
  while (performance.now() - start < 2000) pdus += round();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: pdus / seconds, cpuMicroseconds: (user + system) / pdus };
}

function ours(): Cost {
  const writer = new PduWriter();
  const decoder = new Decoder();
  let sequence = 0;
  return measure(() => {
    for (let n = 0; n < BATCH; n++)
      for (const pdu of MIX) writer.write(pdu, ++sequence & 0x7fffffff);
    let pdus = 0;
    for (const octets of writer.take()) {
      decoder.push(octets);
      while (decoder.next().outcome === 'pdu') pdus++;
    }
    return pdus;
  });
}

function theirs(): Cost {
  const mix = MIX.map(({ command, tlvs, ...fields }) => ({
    command,
    fields: { ...fields, ...tlvs },
  }));
  let sequence = 0;
  return measure(() => {
    let pdus = 0;
    for (let n = 0; n < BATCH; n++) {
      for (const { command, fields } of mix) {
        const octets = new smpp.PDU(command, {
          ...fields,
          sequence_number: ++sequence & 0x7fffffff,
        }).toBuffer();
        if (new smpp.PDU(octets).command === command) pdus++;
      }
    }
    return pdus;
  });
}

/** Submits as fast as the window allows, for `seconds`, until every receipt has come. */
async function session(seconds: number): Promise<number> {
  const server = await listen<true>({ port: 0, host: '127.0.0.1', window: WINDOW }, (link) => {
    let owed = 0;
    const deliver = () => {
      while (owed > 0 && link.send(receipt, true)) owed--;
    };
    return {
      requests(batch) {
        for (const pdu of batch) {
          if (pdu.command === 'bind_transceiver')
            link.respond(pdu, { command: 'bind_transceiver_resp' });
          else {
            link.respond(pdu, { command: 'submit_sm_resp', message_id: carrierId });
            owed++;
          }
        }
        deliver();
      },
      outcomes: deliver,
      closed() {},
    };
  });

  let submitted = 0;
  let received = 0;
  let running = true;
  const start = performance.now();
  const link = await new Promise<Link<true>>((resolve, reject) => {
    const fill = () => {
      while (running && opened.send(submit, true)) submitted++;
    };
    const opened = connect<true>(
      {
        host: '127.0.0.1',
        port: server.port,
        window: WINDOW,
        bind: { command: 'bind_transceiver', system_id: 'bench' },
      },
      {
        bound: fill,
        outcomes(batch) {
          for (const outcome of batch) {
            if (
              outcome.effect !== 'answered' ||
              outcome.response.command_status !== STATUS.ESME_ROK
            ) {
              reject(new Error(`a submit failed: ${outcome.effect}`));
            }
          }
          if (performance.now() - start > seconds * 1000) running = false;
          fill();
        },
        requests(batch) {
          for (const pdu of batch) opened.respond(pdu, { command: 'deliver_sm_resp' });
          received += batch.length;
          if (!running && received === submitted) resolve(opened);
        },
        closed: (reason) => reject(new Error(`the link closed: ${reason.kind}`)),
      },
    );
  });
  const perSecond = received / ((performance.now() - start) / 1000);
  link.destroy();
  await server.close();
  return perSecond;
}

const codec = ours();
console.log(
  `codec: ${Math.round(codec.perSecond)} PDU/s, ${codec.cpuMicroseconds.toFixed(2)} µs of CPU each`,
);
const library = theirs();
console.log(
  `npm smpp: ${Math.round(library.perSecond)} PDU/s, ${library.cpuMicroseconds.toFixed(2)} µs of CPU each`,
);
const submits = await session(3);
console.log(
  `session: ${Math.round(submits)} submits/s with receipts, window ${WINDOW}, both ends in one process`,
);

console.log(
  JSON.stringify({
    bench: 'smpp',
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    pdus_per_s: Math.round(codec.perSecond),
    cpu_us_per_pdu: Number(codec.cpuMicroseconds.toFixed(2)),
    session_submits_per_s: Math.round(submits),
    window: WINDOW,
    peer_smpp_lib_ratio: Number((codec.perSecond / library.perSecond).toFixed(1)),
  }),
);
