// Hostile filters never stall the process: every pattern and expression is evaluated or refused
// within 50 ms.
import { expect, test } from 'vitest';
import { compileFilter, createReading } from './filters.rules.ts';
import {
  compileLinear,
  compilePattern,
  compileSearch,
  MOST_WORK,
  PATTERN_SIZE,
} from './patterns.rules.ts';
import { Unusable } from './config-fault.ts';

const LIMIT_MS = 50;
const TEXTS = [`${'a'.repeat(9_999)}!`, 'xä = '.repeat(2_000)];

/** Patterns that stop engines which go back, and ones that are large when they are written out. */
function evilPatterns(): string[] {
  const atoms = [
    'a',
    '.',
    '[a-z]',
    '\\w',
    '(?:a|b)',
    '(?:a|a)',
    '(a|ab)',
    '\\pL',
    '[^\\n]',
    'ä',
    '(?i)a',
  ];
  const quantifiers = ['*', '+', '*?', '+?', '{0,30}', '{20}', '{1,100}', '{1000}', '?'];
  const ends = ['$', '!', 'b', '\\b', '=.*'];
  const found: string[] = [];
  for (const atom of atoms)
    for (const inner of quantifiers)
      for (const outer of quantifiers)
        for (const end of ends) found.push(`(${atom}${inner})${outer}${end}`);
  for (const atom of atoms)
    for (const inner of quantifiers)
      for (const end of ends) found.push(`${`${atom}${inner}`.repeat(8)}${end}`.slice(0, 200));
  return found;
}

function evilExpressions(): string[] {
  const parts = [
    'text.contains("aaaaaaaaaaaaaaaab")',
    'text.matches("(a+)+$")',
    'tags.exists(t, t.matches("(x+x+)+y"))',
    'text.lowerAscii().upperAscii().trim().endsWith("!")',
    'text.matches("(.*)(.*)(.*)(.*)(.*)z")',
    'size(text) > 9223372036854775807',
  ];
  const refused = [
    'text + text',
    'text.split("").map(c, text).join("") == ""',
    'cel.bind(x, text + text, x == x)',
    'tags.exists(a, tags.exists(b, text.contains(a)))',
    '[1, 2, 3].exists(x, x > 1)',
    'text.matches(text)',
    'tags.map(t, text)',
    '"a" * 3',
  ];
  return [
    ...Array.from({ length: 60 }, (_, at) =>
      Array.from({ length: 1 + (at % 9) }, (_, each) => parts[(at + each) % parts.length]).join(
        at % 2 ? ' && ' : ' || ',
      ),
    ),
    ...refused,
    '('.repeat(400),
    `${'!'.repeat(400)}true`,
    `"${'a'.repeat(490)}" in tags`,
    Array.from({ length: 200 }, () => '1').join('<'),
  ];
}

/** The slowest of what is asked, in milliseconds of this process's own time, so that a busy machine is not taken for a slow engine. */
function cost(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function slowest(name: 'short_message' | 'expression', type: string, wanted: string): number {
  let filter: ReturnType<typeof compileFilter> | undefined;
  let worst = cost(() => {
    try {
      filter = compileFilter({ fid: 'f', type, parameters: { [name]: wanted } });
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
    }
  });
  for (const text of filter ? TEXTS : []) {
    const reading = createReading(
      {
        sender: 'a',
        destination: '254',
        text,
        userId: null,
        groupId: null,
        tags: Array.from({ length: 20 }, () => 'x'.repeat(40)),
        at: new Date(0),
      },
      'MT',
    );
    worst = Math.max(
      worst,
      cost(() => filter!.matches(reading)),
    );
  }
  return worst;
}

test('a thousand evil patterns and expressions, none above 50 ms', () => {
  const patterns = evilPatterns();
  const every = Math.max(1, Math.floor(patterns.length / 930));
  type Asked = [name: 'short_message' | 'expression', type: string, wanted: string];
  const asked: Asked[] = [
    ...patterns
      .filter((_, at) => at % every === 0)
      .slice(0, 930)
      .map((pattern): Asked => ['short_message', 'ShortMessageFilter', pattern]),
    ...evilExpressions().map((expression): Asked => ['expression', 'ExpressionFilter', expression]),
  ];
  expect(asked.length).toBeGreaterThanOrEqual(1000);
  // Measured twice: the first runs also pay for the engine's compilation and garbage collection.
  const isSlow = (each: Asked) => slowest(...each) > LIMIT_MS;
  expect(asked.filter(isSlow).filter(isSlow).filter(isSlow)).toEqual([]);
}, 120_000);

/** Counted repetitions of what may match anything: small when written, large when compiled. */
function countedPatterns(): string[] {
  const atoms = [
    '.*a',
    '.*?a',
    '.*',
    '\\w+\\s?',
    '(a|b)*c',
    'a|aa',
    '.*a.*b',
    '(.*)a',
    '(?i).*a',
    '\\pL*',
  ];
  const counts = [
    '{5}',
    '{25}',
    '{25,}',
    '{1,25}',
    '{40}',
    '{100}',
    '{1000}',
    '{10}){10}',
    '{31}){32}',
    '{2}){2}){2}){2}',
  ];
  return atoms.flatMap((atom) =>
    counts.flatMap((count) =>
      ['$', 'z', ''].map(
        (end) => `${'('.repeat(count.split('{').length - 1)}${atom})${count}${end}`,
      ),
    ),
  );
}

test('a counted repetition is refused, or its work is bounded by its size and input', () => {
  const longest = 'a'.repeat(100_000);
  for (const pattern of countedPatterns()) {
    let linear: ReturnType<typeof compileLinear>;
    try {
      linear = compileLinear(pattern);
    } catch (error) {
      expect(error).toMatchObject({ fault: expect.stringMatching(/^PATTERN_(SIZE|REPEATS)$/) });
      continue;
    }
    expect(linear.size).toBeLessThanOrEqual(PATTERN_SIZE);
    expect(linear.size * linear.reads).toBeLessThanOrEqual(MOST_WORK);
    // The rest is not read.
    expect(linear.matches(`${longest.slice(0, linear.reads)}!`)).toBe(
      linear.matches(longest.slice(0, linear.reads)),
    );
  }
  expect(compileLinear('(.*a){25}$').reads).toBeLessThan(2_000);
});

test('a pattern that finds an id is bounded like a filter', () => {
  expect(() => compileSearch('((a{10}){10}){20}')).toThrow(Unusable);
  expect(() => compileSearch('(\\pL{10}){100}')).toThrow(Unusable);
  expect(compileSearch('Success "([^"]+)"')('Success "abc-1"')).toBe('abc-1');
  expect(compileSearch('id=\\d+')('ok id=42')).toBe('id=42');
  expect(compileSearch('id=\\d+')('refused')).toBeUndefined();
});

test.each(['254', '^2547[0-2]', '2547\\d', '(25470|25471)', '^25', '254.*', '07 00', 'x_y'])(
  '%s matches the same on the fast path and on the linear engine',
  (pattern) => {
    for (const text of [
      '254712345678',
      '25470',
      '0254',
      '',
      '07 00 1',
      'x_y!',
      '2547',
      '25472',
      '25471999',
    ]) {
      expect(compilePattern(pattern)(text), text).toBe(compilePattern(`(?:${pattern})(?:)`)(text));
    }
  },
);
