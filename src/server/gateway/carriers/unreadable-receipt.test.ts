import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addConnector, testKey, until } from '../../../../test/harness/pipeline.ts';
import type { Link } from '../../../smpp/link.ts';
import type { OutgoingOf } from '../../../smpp/pdus.ts';
import { listen } from '../../../smpp/socket.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { run } from '../../processes/gateway.ts';

const db = await createTestDatabase();
const database = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 2,
  name: 'test',
  onLost: () => {},
});
afterAll(() => database.close());

test('a receipt that cannot be read is answered, and is no message from a phone', async () => {
  const statuses: number[] = [];
  let link: Link<number> | undefined;
  const carrier = await listen<number>({ host: '127.0.0.1', port: 0 }, (opened) => ({
    requests: ([pdu]) => {
      if (pdu?.command !== 'bind_transceiver') return;
      opened.respond(pdu, { command: 'bind_transceiver_resp', system_id: 'carrier' });
      link = opened;
    },
    outcomes: (batch) => {
      for (const outcome of batch)
        if ('response' in outcome) statuses.push(outcome.response.command_status);
    },
    closed: () => {},
  }));
  await addConnector(
    database,
    1,
    { host: '127.0.0.1', port: carrier.port, username: 'tuma', con_fail_delay: 0.2 },
    1,
  );
  const gateway = await run({
    database: { connectionString: db.url },
    secretKey: testKey,
    privateHosts: ['127.0.0.1'],
    log: pino({ level: 'silent' }),
  });
  try {
    await until('it is bound', async () => link !== undefined);
    const deliver = (esm_class: number, text: string): OutgoingOf<'deliver_sm'> => ({
      command: 'deliver_sm',
      source_addr: '254711000031',
      destination_addr: '22141',
      esm_class,
      short_message: Buffer.from(text),
    });
    link!.send(deliver(0x04, 'Message could not be delivered'), 1);
    link!.send(deliver(0x20, 'id:77 sub:001'), 2);
    link!.send(deliver(0, 'Habari'), 3);
    await until('all are answered', async () => statuses.length === 3);
    expect(statuses).toEqual([0, 0, 0]);
    expect(await db.query('select text from incoming_message')).toEqual([{ text: 'Habari' }]);
  } finally {
    await gateway.stop();
    await carrier.close();
  }
});
