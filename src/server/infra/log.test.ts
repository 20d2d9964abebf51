import { expect, test } from 'vitest';
import { maskPhone, openLog } from './log.ts';

function capture(terminal = false): { lines: string[]; log: ReturnType<typeof openLog> } {
  const lines: string[] = [];
  return {
    lines,
    log: openLog({ level: 'debug', process: 'test', terminal, write: (line) => lines.push(line) }),
  };
}

test('an event is one JSON object a line', () => {
  const { lines, log } = capture();
  log.info(
    { campaignId: '0197c1a2-0000-7000-8000-123456789012', rows: 3, units: 25n },
    'campaign queued',
  );
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'info',
    process: 'test',
    campaignId: '0197c1a2-0000-7000-8000-123456789012',
    rows: 3,
    units: 25,
    msg: 'campaign queued',
  });
});

test('secrets, texts and whole phone numbers are removed, by name or by form, at any depth', () => {
  const { lines, log } = capture();
  const canaries = ['Sandbox-2026', 'tok_canary', 'Dear Jane', '254712345678', 'sesame'];
  log.info(
    {
      password: 'Sandbox-2026',
      nested: {
        list: [
          {
            accessToken: 'tok_canary',
            Authorization: 'Bearer tok_canary',
            text: 'Dear Jane',
            destination: '+254712345678',
          },
        ],
      },
      url: '/v1/picture?token=tok_canary&size=1',
      database: 'postgresql://tuma:sesame@host/db',
      err: new Error('Key (destination)=(254712345678) exists'),
    },
    'message to +254712345678 refused',
  );
  log.error(new Error('no route for 254712345678 with bearer tok_canary'));
  log.child({ linkPassword: 'sesame' }).warn('sent to %s', '254712345678');
  const written = lines.join('');
  for (const canary of canaries) expect(written).not.toContain(canary);
  expect(written).toContain('+25471*****78');
});

test("an error keeps its stack; a database error's detail stays out", () => {
  const { lines, log } = capture();
  log.error(
    {
      err: Object.assign(new Error('duplicate key'), {
        code: '23505',
        detail: 'Key (name)=(Jane)',
      }),
    },
    'request failed',
  );
  const { err } = JSON.parse(lines[0] ?? '') as { err: Record<string, string> };
  expect(err).toMatchObject({ type: 'Error', code: '23505', message: 'duplicate key' });
  expect(err['stack']).toContain('log.test.ts');
  expect(lines.join('')).not.toContain('Jane');
});

test('in a terminal a line is for people', () => {
  const { lines, log } = capture(true);
  log.warn({ connector: 'sandbox' }, 'link lost');
  expect((lines[0] ?? '').replaceAll(/\u001b\[\d+m/g, '')).toMatch(
    /^\d\d:\d\d:\d\d test {7}warn link lost connector=sandbox\n$/,
  );
});

test('phones are masked', () => {
  expect(maskPhone('+254712345678')).toBe('+25471*****78');
  expect(maskPhone('25884123456')).toBe('25884****56');
});
