// Hostile filters: patterns and expressions that stop engines which go back, and ones that are large when they are written out.
import { compileFilter } from '../../../src/server/core/dispatch/routing/filters.rules.ts';
import { createReading } from '../../../src/server/core/dispatch/routing/routing-facts.ts';
import { Unusable } from '../../../src/server/core/dispatch/routing/config-fault.ts';

/** A filter that is asked for: its parameter, its type, and the pattern or expression. */
export type Asked = [name: 'short_message' | 'expression', type: string, wanted: string];

/** No step of a filter may take longer, in milliseconds of processor time. */
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
    '[ab]',
    '\\d',
    '\\S',
    'a?',
    '(?:ab?)',
    '(?:a|b|ab)',
    '[^b]',
    '\\p{Lu}',
    '(?s).',
    'aa',
    '(?:a?a)',
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

/**
 * The slowest of what is asked, in milliseconds of this process's own time, so that a busy machine is not
 * taken for a slow engine.
 */
function cost(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Milliseconds of the slowest step of one filter: its compilation, or its answer about a long text. */
function slowest([name, type, wanted]: Asked): number {
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

/** Counted repetitions of what may match anything: small when written, large when compiled. */
export function countedPatterns(): string[] {
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

/** So many evil filters, expressions among them: an even choice of all that there are. */
export function evilFilters(count: number): Asked[] {
  const expressions = evilExpressions();
  const patterns = [...evilPatterns(), ...countedPatterns()];
  const wanted = Math.max(0, count - expressions.length);
  if (patterns.length < wanted)
    throw new Error(`there are only ${patterns.length + expressions.length} evil filters`);
  return [
    ...Array.from({ length: wanted }, (_, at): Asked => [
      'short_message',
      'ShortMessageFilter',
      patterns[Math.floor((at * patterns.length) / wanted)]!,
    ]),
    ...expressions.map((expression): Asked => ['expression', 'ExpressionFilter', expression]),
  ];
}

/**
 * Those of these filters that are slow each time they are tried. Tried three times: the first runs
 * also pay for the engine's compilation and garbage collection.
 */
export function alwaysSlow(asked: readonly Asked[]): Asked[] {
  const isSlow = (each: Asked) => slowest(each) > LIMIT_MS;
  return asked.filter(isSlow).filter(isSlow).filter(isSlow);
}
