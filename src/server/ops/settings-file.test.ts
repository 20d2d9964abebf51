import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { StartupError } from '../infra/startup-error.ts';
import { changeSettings, writeSettings } from './settings-file.ts';

test('only changed settings are written; comments stay, and a value replaces its file', () => {
  const text =
    '# ours\nPORT=8080\nexport HOST=0.0.0.0\nSMTP_URL_FILE=/etc/smtp\n# mail\nLOG_LEVEL=info\n';
  expect(
    changeSettings(
      text,
      new Map<string, string | undefined>([
        ['PORT', '9000'],
        ['LOG_LEVEL', undefined],
        ['SMTP_URL', 'smtp://x'],
        ['BRAND_WORD', 'Jina Ltd'],
      ]),
    ),
  ).toBe(
    "# ours\nPORT=9000\nexport HOST=0.0.0.0\nSMTP_URL=smtp://x\n# mail\nBRAND_WORD='Jina Ltd'\n",
  );
});

test('a written value is read back unchanged, or refused', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ minLength: 1 }),
        fc.string({
          minLength: 1,
          unit: fc.constantFrom("'", '"', '`', '\\', '#', '$', ' ', '\n', 'n', 'é'),
        }),
      ),
      (value) => {
        let text: string;
        try {
          text = changeSettings('', new Map([['BRAND_WORD', value]]));
        } catch (error) {
          expect(error).toBeInstanceOf(StartupError);
          expect(/[\r\n\0]/.test(value) || ["'", '`'].every((mark) => value.includes(mark))).toBe(
            true,
          );
          return;
        }
        expect(parseEnv(text)['BRAND_WORD']).toBe(value);
      },
    ),
    { numRuns: 200 },
  );
});

test('the file is readable by its owner only, even if it was not before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tuma-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'etc/tuma.env');
  writeSettings(path, new Map([['PORT', '9000']]));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  writeFileSync(join(folder, 'open.env'), 'PORT=1\n', { mode: 0o644 });
  writeSettings(join(folder, 'open.env'), new Map([['PORT', '2']]));
  expect([
    statSync(join(folder, 'open.env')).mode & 0o777,
    readFileSync(join(folder, 'open.env'), 'utf8'),
  ]).toEqual([0o600, 'PORT=2\n']);
});
