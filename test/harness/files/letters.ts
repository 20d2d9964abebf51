// The letters of files that are not plain text, for tests that look for a word in them.
import { Readable } from 'node:stream';
import { inflateSync } from 'node:zlib';
import { readXlsx } from '../../../src/server/core/files/xlsx.ts';

export async function workbookText(bytes: Buffer): Promise<string> {
  const cells: string[] = [];
  const read = (start: number, end: number) => Readable.from([bytes.subarray(start, end)]) as never;
  for await (const rows of readXlsx({ size: bytes.length, read })) cells.push(JSON.stringify(rows));
  return cells.join('\n');
}

/** A PDF as it stands, and the hexadecimal strings of its streams as letters (ISO 32000-1, 7.3.4.3). */
export function pdfText(bytes: Buffer): string {
  const raw = bytes.toString('latin1');
  // A carriage return before the last line end belongs to the deflated octets.
  const streams = [...raw.matchAll(/stream\r?\n([\s\S]*?)\nendstream/g)].map(([, body = '']) => {
    try {
      return inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
    } catch {
      return body;
    }
  });
  const strings = streams
    .join('\n')
    .replace(/<([0-9a-fA-F\s]+)>/g, (_, hex: string) =>
      Buffer.from(hex.replace(/\s/g, ''), 'hex').toString('latin1'),
    );
  // Kerning splits a word into strings with numbers between them.
  return `${raw}\n${strings}\n${strings.replaceAll(/[^A-Za-z]/g, '')}`;
}
