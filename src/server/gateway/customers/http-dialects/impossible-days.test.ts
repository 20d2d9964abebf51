// A day that no month has is refused: read by the clock, the 30th of February is the second of March.
import { expect, test } from 'vitest';
import { readLogLine } from '../../console/routing/log-comparison.rules.ts';
import { readSend as readBeem } from './beem.rules.ts';
import { readBatch } from './jasmin-rest.rules.ts';
import { Parameters } from './parameters.rules.ts';
import { readSend } from './sendsms.rules.ts';
import { readSend as readTwilio } from './twilio.rules.ts';

function toParameters(members: Record<string, unknown>): Parameters {
  const parameters = new Parameters();
  parameters.override(members);
  return parameters;
}

const NOW = new Date('2027-02-20T12:00:00Z');

test.each([
  ['2027-02-28', true],
  ['2027-02-29', false],
  ['2027-02-30', false],
])('the day %s: %s', (day, isTaken) => {
  const twilio = readTwilio(
    toParameters({
      To: '+254712345678',
      From: 'TUMA',
      Body: 'Habari',
      ScheduleType: 'fixed',
      SendAt: `${day}T10:00:00Z`,
    }),
  );
  expect('to' in twilio).toBe(isTaken);
  if (!isTaken) expect(JSON.stringify(twilio)).toContain('SendAt');
  const beem = readBeem(
    toParameters({
      source_addr: 'TUMA',
      message: 'Habari',
      recipients: [{ recipient_id: 1, dest_addr: '254712345678' }],
      schedule_time: `${day} 10:00`,
    }),
    NOW,
  );
  expect('recipients' in beem).toBe(isTaken);
  const sendsms = readSend(
    toParameters({
      mobile: '254712345678',
      message: 'Habari',
      shortcode: 'TUMA',
      timeToSend: `${day} 10:00`,
    }),
    NOW,
    'UTC',
  );
  expect(Array.isArray(sendsms) && sendsms[0]!.scheduleAt !== undefined).toBe(isTaken);
  const batch = readBatch(
    {
      batch_config: { schedule_at: `${day} 10:00:00` },
      messages: [{ to: '254712345678', content: 'Habari' }],
    },
    NOW,
    'UTC',
  );
  expect('status' in batch).toBe(!isTaken);
  const line = `${day} 10:00:00 INFO 1 SMS-MT [cid:a] [queue-msgid:b] [from:'TUMA'] [to:'254712345678'] [content:'Habari']`;
  expect(readLogLine(line)).toEqual(isTaken ? expect.anything() : undefined);
});
