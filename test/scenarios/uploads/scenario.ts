// Broken and hostile files, made from good ones by a seed: each is read like an upload, and gives rows or one clear refusal.
import { countRows, describeFile } from '../../../src/server/core/files/rows.ts';
import type { FileSource } from '../../../src/server/core/files/source.ts';
import { UploadRefused } from '../../../src/server/core/files/upload-refused.ts';
import { chance } from '../../../src/sim/smsc/chance.ts';
import { workbook, zip } from '../../harness/files/workbook.ts';

export type UploadsResult = {
  files: number;
  read: number;
  refused: number;
  /** Errors that are no refusal, with the number of the file that they are of. */
  faults: string[];
  /** How much more memory the process had at most than before the first file. */
  grownMb: number;
};

type Random = () => number;
type Hostile = { name: string; content: Buffer };

const LINES = [
  'Phone;Name;Town',
  ...Array.from({ length: 400 }, (_, at) => `07${10_000_000 + at};"Zoë; ${at}";Nairobi`),
];
const TABLE = `${LINES.join('\r\n')}\r\n`;
const cell = (reference: string, text: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
const SHEET = LINES.map((line, at) => {
  const [phone = '', name = '', town = ''] = line.replaceAll('"', '').split(';');
  const row = at + 1;
  return `<row r="${row}">${cell(`A${row}`, phone)}${cell(`B${row}`, name)}${cell(`C${row}`, town)}</row>`;
}).join('');

const GOOD: readonly Hostile[] = [
  { name: 'a.csv', content: Buffer.from(TABLE) },
  { name: 'a.csv', content: Buffer.from(TABLE, 'latin1') },
  { name: 'a.txt', content: Buffer.from(`\ufeff${TABLE}`, 'utf16le') },
  { name: 'a.xlsx', content: zip(workbook([{ rows: SHEET }])) },
  {
    name: 'a.xlsx',
    content: zip(workbook([{ rows: SHEET }], { texts: '<si><t>0712345678</t></si>' })),
  },
];

/** Files that are small when they are packed: rows without end, cells far apart, texts that repeat. */
const BOMBS: readonly (() => Hostile)[] = [
  () => ({ name: 'a.xlsx', content: zip(workbook([{ rows: '<row></row>'.repeat(2_000_000) }])) }),
  () => ({
    name: 'a.xlsx',
    content: zip(
      workbook([{ rows: `<row><c r="XFD1048576"><v>1</v></c></row>` }], {
        texts: `<si><t>${'a'.repeat(30_000_000)}</t></si>`,
      }),
    ),
  }),
  () => ({
    name: 'a.xlsx',
    content: zip(
      workbook([{ rows: SHEET }]).map((part) => ({ ...part, claimedSize: 0xffff_fff0 })),
    ),
  }),
  () => ({
    name: 'a.csv',
    content: Buffer.from(`Phone;Name\n"${'0712345678;x\n'.repeat(200_000)}`),
  }),
  () => ({ name: 'a.csv', content: Buffer.from(`${';'.repeat(200_000)}\n`.repeat(20)) }),
];

/** Breaks a file: octets changed, cut, repeated, moved, or the name of another kind. */
function broken(random: Random): Hostile {
  if (random() < 0.01) return BOMBS[Math.floor(random() * BOMBS.length)]!();
  const good = GOOD[Math.floor(random() * GOOD.length)]!;
  let content = Buffer.from(good.content);
  const at = () => Math.floor(random() * content.length);
  for (let times = 1 + Math.floor(random() * 4); times > 0 && content.length > 0; times--) {
    switch (Math.floor(random() * 7)) {
      case 0:
        for (let octets = 1 + Math.floor(random() * 30); octets > 0; octets--)
          content[at()] = Math.floor(random() * 256);
        break;
      case 1:
        content = content.subarray(0, at());
        break;
      case 2:
        content = content.subarray(at());
        break;
      case 3: {
        const from = at();
        const piece = content.subarray(from, from + Math.floor(random() * 5000));
        content = Buffer.concat([content, ...Array.from({ length: 20 }, () => piece)]);
        break;
      }
      case 4: {
        const to = at();
        content = Buffer.concat([content.subarray(0, to), Buffer.alloc(64), content.subarray(to)]);
        break;
      }
      case 5: {
        const to = at();
        const odd = ['"', '\0', '\r', '<!DOCTYPE a [<!ENTITY b "c">]>', 'PK\x03\x04', '\ufeff'];
        content = Buffer.concat([
          content.subarray(0, to),
          Buffer.from(odd[Math.floor(random() * odd.length)]!),
          content.subarray(to),
        ]);
        break;
      }
      default:
        content = Buffer.from(content.toReversed());
    }
  }
  const name =
    random() < 0.2 ? ['a.csv', 'a.xlsx', 'a.txt', 'a'][Math.floor(random() * 4)]! : good.name;
  return { name, content };
}

function sourceOf(content: Buffer): FileSource {
  const CHUNK = 65_536;
  return {
    size: content.length,
    async *read(start, end) {
      for (let at = start; at < end; at += CHUNK)
        yield content.subarray(at, Math.min(at + CHUNK, end));
    },
  };
}

/** Reads `files` hostile files one after another. The same seed makes the same files. */
export async function readHostileFiles(files: number, seed: number): Promise<UploadsResult> {
  const random = chance(seed);
  const before = process.memoryUsage.rss();
  const result: UploadsResult = { files, read: 0, refused: 0, faults: [], grownMb: 0 };
  for (let at = 0; at < files; at++) {
    const { name, content } = broken(random);
    const source = sourceOf(content);
    try {
      const { layout } = await describeFile(source, name, 'KE');
      await countRows(source, layout);
      result.read++;
    } catch (error) {
      if (error instanceof UploadRefused) result.refused++;
      else result.faults.push(`file ${at} of seed ${seed}: ${String(error)}`);
    }
    const grown = (process.memoryUsage.rss() - before) / 1024 / 1024;
    result.grownMb = Math.max(result.grownMb, Math.round(grown));
  }
  return result;
}
