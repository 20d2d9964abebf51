/** A message as a mailbox shows it: its headers, and its text and HTML with their encodings undone. */
export type ReadMessage = {
  subject: string;
  from: string;
  to: string;
  text: string;
  html: string;
  attachments: { fileName: string; bytes: number; text: string }[];
};

type Part = { headers: Map<string, string>; body: Buffer };

/**
 * Reads a message (RFC 5322) with MIME parts (RFC 2045, 2046), as mail programs write them. Parts that it
 * cannot read are left as they are.
 */
export function readMessage(bytes: Buffer): ReadMessage {
  const message = split(bytes);
  const header = (name: string) => decodeWords(message.headers.get(name) ?? '');
  const leaves = leavesOf(message);
  const textOf = (type: string) => {
    const part = leaves.find(
      (leaf) =>
        !isAttached(leaf) &&
        (leaf.headers.get('content-type') ?? 'text/plain').toLowerCase().startsWith(type),
    );
    return part
      ? decode(part.body, part.headers.get('content-transfer-encoding')).toString('utf8')
      : '';
  };
  return {
    subject: header('subject'),
    from: header('from'),
    to: header('to'),
    text: textOf('text/plain'),
    html: textOf('text/html'),
    attachments: leaves.filter(isAttached).map(readAttachment),
  };
}

function isAttached(leaf: Part): boolean {
  return (leaf.headers.get('content-disposition') ?? '').toLowerCase().startsWith('attachment');
}

function readAttachment(leaf: Part): ReadMessage['attachments'][number] {
  const content = decode(leaf.body, leaf.headers.get('content-transfer-encoding'));
  const name = /filename="?([^";]*)"?/i.exec(leaf.headers.get('content-disposition') ?? '');
  return {
    fileName: decodeWords(name?.[1] ?? ''),
    bytes: content.length,
    text: content.toString('utf8'),
  };
}

/** Headers with their folded lines joined (RFC 5322, 2.2.3), and what follows the empty line. */
function split(bytes: Buffer): Part {
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.toString('utf8', 0, end < 0 ? bytes.length : end).replace(/\r\n[ \t]+/g, ' ');
  const headers = new Map(
    head.split('\r\n').flatMap((line) => {
      const [, name, value] = /^([!-9;-~]+):\s*(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), value ?? ''] as const];
    }),
  );
  return { headers, body: end < 0 ? Buffer.alloc(0) : bytes.subarray(end + 4) };
}

function leavesOf(part: Part): Part[] {
  const boundary = /^multipart\/.*;\s*boundary="?([^";]+)"?/i.exec(
    part.headers.get('content-type') ?? '',
  )?.[1];
  if (boundary === undefined) return [part];
  const pieces = `\r\n${part.body.toString('latin1')}`.split(`\r\n--${boundary}`);
  return pieces
    .slice(1)
    .filter((piece) => !piece.startsWith('--'))
    .flatMap((piece) => leavesOf(split(Buffer.from(piece.replace(/^[ \t]*\r\n/, ''), 'latin1'))));
}

function decode(body: Buffer, encoding = '7bit'): Buffer {
  if (/^base64$/i.test(encoding)) return Buffer.from(body.toString('latin1'), 'base64');
  if (/^quoted-printable$/i.test(encoding))
    return decodeQuoted(body.toString('latin1').replace(/=\r\n/g, ''));
  return body;
}

function decodeQuoted(text: string): Buffer {
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );
}

/** Encoded words in headers (RFC 2047); blanks between two of them are nothing. */
function decodeWords(value: string): string {
  return value
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(/=\?[^?]+\?([BQ])\?([^?]*)\?=/gi, (_, how: string, text: string) =>
      (how.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64')
        : decodeQuoted(text.replaceAll('_', ' '))
      ).toString('utf8'),
    );
}
