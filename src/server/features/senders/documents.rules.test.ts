import { deflateSync } from 'node:zlib';
import PdfDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { DOCUMENT_BYTES } from '../../../contract/api/sender-documents.ts';
import { pdfFault, typeOf } from './documents.rules.ts';

const pdf = (objects: string | Buffer) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    Buffer.from(objects),
    Buffer.from('\ntrailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF\n'),
  ]);
const packed = (objects: string, more = '') => {
  const bytes = deflateSync(Buffer.from(objects));
  return pdf(
    Buffer.concat([
      Buffer.from(
        `7 0 obj << /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode ${more} /Length ${bytes.length} >>\nstream\n`,
      ),
      bytes,
      Buffer.from('\nendstream endobj'),
    ]),
  );
};
async function realPdf(): Promise<Buffer> {
  const document = new PdfDocument();
  const pieces: Buffer[] = [];
  document.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = new Promise((resolve) => {
    document.on('end', resolve);
  });
  document.text('Certificate of incorporation');
  document.addPage().text('Page two');
  document.end();
  await ended;
  return Buffer.concat(pieces);
}

test.each([
  ['PNG', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'image/png'],
  ['JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
  ['PDF', Buffer.from('%PDF-1.4\n'), 'application/pdf'],
  [
    'SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    undefined,
  ],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), undefined],
  ['a PDF behind HTML', Buffer.from('<script>alert(1)</script>%PDF-1.4\n'), undefined],
  ['GIF', Buffer.from('GIF89a/*'), undefined],
  ['ZIP', Buffer.from('PK\u0003\u0004'), undefined],
  ['nothing', Buffer.alloc(0), undefined],
  ['a PDF of a version that is none', Buffer.from('%PDF-x.y'), undefined],
])('%s is recognised by its content', (_name, bytes, type) => {
  expect(typeOf(bytes)).toBe(type);
});

test('a plain PDF passes', async () => {
  expect(pdfFault(await realPdf())).toBeUndefined();
  expect(pdfFault(packed('1 0 << /Type /Catalog /Pages 2 0 R >>'))).toBeUndefined();
});

test('a PDF that ends its streams on lines of their own, as most do, passes', () => {
  const lines = packed('1 0 << /Type /Catalog /Pages 2 0 R >>')
    .toString('latin1')
    .replace('endstream endobj', 'endstream\nendobj\n8 0 obj <<>>\nstream\nabc\nendstream\nendobj');
  expect(pdfFault(Buffer.from(lines, 'latin1'))).toBeUndefined();
  expect(pdfFault(Buffer.from(lines.replace('stream\nabc', 'stream\n/JavaScript'), 'latin1'))).toBe(
    'ACTIVE',
  );
});

test.each([
  [
    'a script',
    pdf('1 0 obj << /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >> endobj'),
    'ACTIVE',
  ],
  [
    'a script whose name has escapes',
    pdf('1 0 obj << /S /J#61v#61Script /JS (app.alert(1)) >> endobj'),
    'ACTIVE',
  ],
  ['a script in packed objects', packed('1 0 << /S /JavaScript /JS (app.alert(1)) >>'), 'ACTIVE'],
  ['a program', pdf('1 0 obj << /S /Launch /F (cmd.exe) >> endobj'), 'ACTIVE'],
  ['another file', pdf('1 0 obj << /Names << /EmbeddedFiles 3 0 R >> >> endobj'), 'ACTIVE'],
  [
    'a form that fills itself',
    pdf('1 0 obj << /AcroForm << /XFA [ 1 0 R ] >> >> endobj'),
    'ACTIVE',
  ],
  ['a password', pdf('trailer << /Encrypt 9 0 R >>'), 'LOCKED'],
  ['no end', Buffer.from('%PDF-1.7\n1 0 obj << >> endobj'), 'BROKEN'],
  [
    'something behind its end',
    Buffer.concat([pdf(''), Buffer.from('<script>alert(1)</script>')]),
    'BROKEN',
  ],
  ['objects packed twice', packed('x', '/DecodeParms << /Predictor 12 >>'), 'BROKEN'],
  [
    'a stream without an end',
    pdf('7 0 obj << /Type /ObjStm /N 1 /First 4 >>\nstream\nabc'),
    'BROKEN',
  ],
])('a PDF with %s', (_name, bytes, fault) => {
  expect(pdfFault(bytes)).toBe(fault);
});

// Each look went over all of the file again: one of ten megabytes took an hour and a half, in which nobody was answered.
test.each([
  ['beginnings of streams', '', 'stream\n'],
  ['beginnings of streams in one object', '1 0 obj << /N 1 >>\n', 'stream\n'],
  ['packed objects in each other', '', '1 0 obj << /Type /ObjStm /N 1 >> stream\n'],
])('a file of ten megabytes of %s is refused at once', (_name, head, again) => {
  const text = head + again.repeat(DOCUMENT_BYTES / again.length - 20);
  expect(pdfFault(pdf(`${text}\nendstream`))).toBe('BROKEN');
});

test('a picture of some megabytes, and many objects, are looked at once each', () => {
  const picture = Buffer.alloc(4 * 1024 * 1024, 'xyz ');
  const objects = Array.from(
    { length: 20_000 },
    (_, at) => `${at} 0 obj << /Length 3 >>\nstream\nabc\nendstream endobj\n`,
  );
  expect(
    pdfFault(
      pdf(
        Buffer.concat([
          Buffer.from('1 0 obj << /Type /XObject /Subtype /Image >>\nstream\n'),
          picture,
          Buffer.from(`\nendstream endobj\n${objects.join('')}`),
        ]),
      ),
    ),
  ).toBeUndefined();
});

test('a bomb of packed objects is abandoned early', () => {
  const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024, 'a'));
  expect(bomb.length).toBeLessThan(100_000);
  expect(
    pdfFault(
      pdf(
        Buffer.concat([
          Buffer.from('7 0 obj << /Type /ObjStm /Filter /FlateDecode >>\nstream\n'),
          bomb,
          Buffer.from('\nendstream endobj'),
        ]),
      ),
    ),
  ).toBe('BROKEN');
});
