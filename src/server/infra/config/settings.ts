// Every setting, in the order of docs/configuration.md.
import { OPERATION_SETTINGS } from './operation-settings.ts';
import { PAYMENT_SETTINGS } from './payment-settings.ts';
import type { Setting } from './readers.ts';
import { SERVER_SETTINGS } from './server-settings.ts';

const ROWS = { ...SERVER_SETTINGS, ...PAYMENT_SETTINGS, ...OPERATION_SETTINGS };

export const SETTINGS: Readonly<Record<string, Setting>> = ROWS;

type Row<Name extends keyof typeof ROWS> = (typeof ROWS)[Name];
type Read<Of extends Setting> = Exclude<ReturnType<Of['read']>, undefined>;

/** The values of all settings by name; undefined for an omitted one without a default. */
export type Values = {
  [Name in keyof typeof ROWS]: Row<Name> extends { default: string }
    ? Read<Row<Name>>
    : Read<Row<Name>> | undefined;
};

/** @returns the value of each setting, or the names of those with invalid text */
export function readValues(given: ReadonlyMap<string, string>): Values | { wrong: string[] } {
  const values = Object.entries(SETTINGS).map(([name, setting]) => {
    const text = given.get(name) ?? setting.default;
    return { name, text, value: text === undefined ? undefined : setting.read(text) };
  });
  const wrong = values
    .filter(({ text, value }) => text !== undefined && value === undefined)
    .map(({ name }) => name);
  if (wrong.length > 0) return { wrong };
  // Each value was returned by its row's reader.
  return Object.fromEntries(values.map(({ name, value }) => [name, value])) as Values;
}

/** True if the value of this setting is never shown. */
export function isSecretSetting(name: string): boolean {
  return Object.hasOwn(SETTINGS, name) && SETTINGS[name]?.secret === true;
}
