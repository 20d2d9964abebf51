/** Headers and directory of a ZIP archive (APPNOTE 6.3). */
export type Entry = {
  name: string;
  streamed: boolean;
  offset: number;
  crc: number;
  packed: number;
  plain: number;
};

/**
 * Fields that the local header and the directory share (APPNOTE 4.4): the sizes of a streamed part
 * follow it and are not in its header.
 */
function commonFields(
  { streamed, crc, packed, plain }: Pick<Entry, 'streamed' | 'crc' | 'packed' | 'plain'>,
  name: Buffer,
): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x0800 | (streamed ? 0x0008 : 0), 2);
  fields.writeUInt16LE(streamed ? 8 : 0, 4);
  fields.writeUInt16LE(0x0021, 8); // 1980-01-01, the earliest date: the same rows make the same file
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packed, 14);
  fields.writeUInt32LE(plain, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

export function localHeader(
  name: string,
  entry: Pick<Entry, 'streamed' | 'crc' | 'packed' | 'plain'>,
): Buffer {
  const written = Buffer.from(name);
  return Buffer.concat([
    Buffer.from('PK\x03\x04', 'latin1'),
    commonFields(entry, written),
    written,
  ]);
}

export function directory(entries: readonly Entry[], offset: number): Buffer {
  const rows = entries.map((entry) => {
    const name = Buffer.from(entry.name);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(entry.offset, 10);
    return Buffer.concat([
      Buffer.from('PK\x01\x02', 'latin1'),
      Buffer.from([20, 0]),
      commonFields(entry, name),
      rest,
      name,
    ]);
  });
  const size = rows.reduce((sum, row) => sum + row.length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...rows, end]);
}
