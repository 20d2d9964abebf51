import { describe, expect, test } from 'vitest';
import { decideSandbox } from './installation.rules.ts';

const nothing = { sandbox: undefined, againstSandbox: undefined, adminEmail: undefined };
const open = { ...nothing, againstSandbox: 'HOST is 0.0.0.0' };
const admin = { ...nothing, againstSandbox: 'ADMIN_EMAIL is set', adminEmail: 'a@b.cd' };

describe('on empty data', () => {
  test('an empty configuration gives a sandbox, and so does SANDBOX=1', () => {
    expect(decideSandbox(nothing, undefined)).toBe(true);
    expect(decideSandbox({ ...open, sandbox: true }, undefined)).toBe(true);
  });
  test('a production configuration gives a real installation, which needs its administrator', () => {
    expect(decideSandbox(admin, undefined)).toBe(false);
    expect(decideSandbox({ ...admin, sandbox: false }, undefined)).toBe(false);
    expect(() => decideSandbox(open, undefined)).toThrow(
      'ADMIN_EMAIL: missing. This will be a real installation, because HOST is 0.0.0.0',
    );
    expect(() => decideSandbox({ ...nothing, sandbox: false }, undefined)).toThrow(
      'because SANDBOX is 0',
    );
  });
});

describe('on data that is there', () => {
  test('a sandbox stays one, and is reachable by others only if configured explicitly', () => {
    expect(decideSandbox(nothing, { sandbox: true })).toBe(true);
    expect(decideSandbox({ ...open, sandbox: true }, { sandbox: true })).toBe(true);
    expect(() => decideSandbox(open, { sandbox: true })).toThrow(
      'made as a sandbox, whose passwords everybody knows, and HOST is 0.0.0.0',
    );
    expect(() => decideSandbox({ ...nothing, sandbox: false }, { sandbox: true })).toThrow(
      'and SANDBOX is 0',
    );
  });
  test('a real installation stays one', () => {
    expect(decideSandbox(nothing, { sandbox: false })).toBe(false);
    expect(decideSandbox(open, { sandbox: false })).toBe(false);
    expect(() => decideSandbox({ ...nothing, sandbox: true }, { sandbox: false })).toThrow(
      "this data is a real installation's",
    );
  });
});
