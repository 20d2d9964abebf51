// Recipients and texts with the traits of real uploads: numbers as people write them, wrong ones among them, texts in
// both alphabets, with extension characters, mis-decoded bytes, and long ones.
import { existsSync, readFileSync } from 'node:fs';

/** A line of the file as a person made it. `e164` is null where the number is wrong, without the plus where it is right. */
export interface CorpusRow {
  phone: string;
  e164: string | null;
  text: string;
}

const COUNTRIES = [
  { prefix: '254', mobile: (tail: string) => `7${tail}`, trunk: true },
  { prefix: '255', mobile: (tail: string) => `7${tail}`, trunk: true },
  { prefix: '256', mobile: (tail: string) => `77${tail.slice(1)}`, trunk: true },
  { prefix: '258', mobile: (tail: string) => `84${tail.slice(1)}`, trunk: false },
];

/** How people write a number; national forms are for the sender's own country, Kenya. */
const WRITTEN: ((prefix: string, national: string) => string)[] = [
  (prefix, national) => `+${prefix}${national}`,
  (prefix, national) => `${prefix}${national}`,
  (prefix, national) => `00${prefix} ${national}`,
  (prefix, national) =>
    `+${prefix} ${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6)}`,
  (prefix, national) => `(+${prefix}) ${national.slice(0, 3)}-${national.slice(3)}`,
  (prefix, national) => ` ${prefix}-${national} `,
];
const WRITTEN_AT_HOME: ((national: string) => string)[] = [
  (national) => `0${national}`,
  (national) => national,
  (national) => `0${national.slice(0, 3)} ${national.slice(3)}`,
];

const WRONG = [
  '',
  'none',
  '2.54712E+11',
  '0712',
  '+2547123456789012',
  '020 2222222',
  '+9991234567',
  '0841234567890',
];

const TEXTS = [
  'Your order is ready, collect it before 6pm.',
  'Prices: {old} 20€, [new] 15€ ~ today only | ^',
  'Pesa yako imepokelewa. Asante!',
  'A sua encomenda está pronta, não se esqueça de a levantar.',
  'Meet me at ‘the usual’ place… 5 o’clock – ok?',
  'Lunch \u{1F600} at 1?',
  `Terms: ${'please read this part with care. '.repeat(9)}`,
  'Caf\u0082 is closed \u0096 sorry',
  'ok',
  `Long one: ${'0123456789'.repeat(90)}`,
  'Balance: Ksh 1,250.00\nDue: 30/11',
  'Ζεστό καλοκαίρι',
  'Reply YES or NO, "thanks", she said; bye',
];

/** `count` rows, the same each time; the texts of TEXTS_FILE (a label, a tab, a text) where it names a file. */
export function corpus(count: number): CorpusRow[] {
  const texts = realTexts() ?? TEXTS;
  return Array.from({ length: count }, (_, row) => {
    const text = texts[row % texts.length]!;
    if (row % 29 === 28)
      return { phone: WRONG[Math.floor(row / 29) % WRONG.length]!, e164: null, text };
    const country = COUNTRIES[row % COUNTRIES.length]!;
    // A stride that is prime to the size of a tail: every ending occurs, no number twice.
    const national = country.mobile(
      String((row * 7_919 + 10_000_000) % 100_000_000).padStart(8, '0'),
    );
    const home = country.prefix === '254' && row % 3 === 0;
    const phone = home
      ? WRITTEN_AT_HOME[row % WRITTEN_AT_HOME.length]!(national)
      : WRITTEN[row % WRITTEN.length]!(country.prefix, national);
    return { phone, e164: country.prefix + national, text };
  });
}

function realTexts(): string[] | undefined {
  const file = process.env['TEXTS_FILE'];
  if (!file || !existsSync(file)) return undefined;
  return readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.includes('\t'))
    .map((line) => line.slice(line.indexOf('\t') + 1));
}

/** The rows as a CSV file with a header. */
export function corpusCsv(rows: CorpusRow[]): string {
  const cell = (value: string) =>
    /[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  return [
    'Phone,Text,Row',
    ...rows.map((row, at) => [row.phone, row.text, String(at + 1)].map(cell).join(',')),
  ].join('\r\n');
}
