import { expect, test } from 'vitest';
import { readListing } from './jasmin-listings.rules.ts';
import { readStore } from './jasmin-files.rules.ts';

test('a list of as many users as a text can have is read in one go', () => {
  const rows = Array.from({ length: 70_000 }, (_, at) => `#u${at} g u`);
  const text = ['#User id Group id Username', ...rows, ...rows.slice(0, 10)].join('\r\n');
  expect(readListing(text).users).toHaveLength(70_000);
});

test('line ends of any number are read once', () => {
  expect(readListing(`#Group id\r\r\r\n#east${'\r'.repeat(800_000)}`).groups).toMatchObject([
    { gid: 'east', line: 2 },
  ]);
});

test('a value with many names, which thousands of connectors refer to, is not read each time', () => {
  const octets = (text: string) => Buffer.from(text, 'latin1');
  const word = (text: string) => octets(`U${String.fromCharCode(text.length)}${text}`);
  const names = Array.from({ length: 60_000 }, (_, at) =>
    Buffer.from([0x4a, at & 255, (at >> 8) & 255, at >> 16, 0, 0x4e]),
  );
  const ton = [octets('cpdu_types\nAddrTon\n)\x81}('), ...names, octets('ubq\x01')];
  const keys = ['source_addr_ton', 'source_addr_npi', 'dest_addr_ton', 'dest_addr_npi'];
  const pickle = Buffer.concat([
    octets('\x80\x02](}('),
    word('config'),
    octets('cconfigs\nSMPPClientConfig\n)\x81}('),
    word('addressTon'),
    ...ton,
    ...keys.flatMap((key) => [word(key), octets('h\x01')]),
    octets('ubuq\x02'),
    ...Array.from({ length: 9000 }, () => octets('h\x02')),
    octets('e.'),
  ]);
  const { smpp, notTaken } = readStore([{ name: 'jcli-prod.smppccs', bytes: pickle }]);
  expect(notTaken).toEqual([]);
  expect(smpp).toHaveLength(9001);
});
