// Workbooks made by hand, so that a test can make what no spreadsheet program would.
import { crc32, deflateRawSync } from 'node:zlib';

export type Part = {
  name: string;
  content: string | Buffer;
  stored?: boolean;
  claimedSize?: number;
};

/** A ZIP archive (APPNOTE 4.3): local headers and data, the central directory, its end. */
export function zip(parts: readonly Part[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content, stored, claimedSize } of parts) {
    const plain = Buffer.from(content);
    const data = stored === true ? plain : deflateRawSync(plain);
    const fileName = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(stored === true ? 0 : 8, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(claimedSize ?? plain.length, 18);
    common.writeUInt16LE(fileName.length, 22);
    const header = Buffer.concat([Buffer.from('PK\x03\x04'), common, fileName, data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, rest, fileName);
    local.push(header);
    offset += header.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

export const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const ROOT: Part = {
  name: '_rels/.rels',
  content: `<Relationships><Relationship Id="rId1" Type="${TYPE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
};

export type Sheet = { rows: string; state?: string };

/** The parts of a workbook whose sheets hold the given XML. */
export function workbook(
  sheets: readonly Sheet[],
  more: { texts?: string; styles?: string; properties?: string } = {},
): Part[] {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${TYPE}/${type}" Target="${target}"/>`;
  const listed = sheets.map(
    (sheet, index) =>
      `<sheet name="S" state="${sheet.state ?? 'visible'}" sheetId="${index + 1}" r:id="s${index}"/>`,
  );
  return [
    ROOT,
    {
      name: 'xl/workbook.xml',
      content: `<?xml version="1.0"?><workbook xmlns:r="${TYPE}">${more.properties ?? ''}<sheets>${listed.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${sheets.map((_, index) => relation(`s${index}`, 'worksheet', `worksheets/${index}.xml`)).join('')}${relation('t', 'sharedStrings', '/xl/texts.xml')}${relation('f', 'styles', './styles.xml')}</Relationships>`,
    },
    ...sheets.map((sheet, index) => ({
      name: `xl/worksheets/${index}.xml`,
      content: `<worksheet><sheetData>${sheet.rows}</sheetData></worksheet>`,
    })),
    ...(more.texts === undefined
      ? []
      : [{ name: 'xl/texts.xml', content: `<sst>${more.texts}</sst>` }]),
    ...(more.styles === undefined
      ? []
      : [{ name: 'xl/styles.xml', content: `<styleSheet>${more.styles}</styleSheet>` }]),
  ];
}
