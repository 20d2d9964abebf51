import { networkOf } from '../../contract/networks.ts';
import { normalizePhone } from '../../contract/phone.ts';
import { measureText } from '../../contract/sms.ts';
import type { Encoding } from '../../contract/sms.ts';
import { bindTemplate, parseTemplate, placeholders, renderBound } from '../../contract/template.ts';
import type { PriceTable } from '../ledger/rates.rules.ts';

/** A row that gives a recipient, priced. */
export type NewRecipient = {
  rowNo: number;
  /** E.164 without the plus. */
  destination: string;
  /** The values of the text's placeholders, in their order, as a JSON array; null where it has none. */
  fields: string | null;
  segments: number;
  /** Ten-thousandths. */
  units: bigint;
  country: string;
  network: number;
};

/** A row that gives none: what stands there for a number, and why. */
export type RefusedRow = { rowNo: number; value: string; reason: string };

/** What preparation has come to: kept with the rows of each step, so that a restart goes on, and in the end the summary. Units as text, ten-thousandths. */
export type Preparation = {
  rows: number;
  valid: number;
  segments: number;
  units: string;
  gsm: number;
  ucs2: number;
  /** Rows that gave no recipient, by reason. */
  refused: Record<string, number>;
  regions: Record<string, { country: string; messages: number; segments: number; units: string }>;
};

const nothingPrepared: Preparation = { rows: 0, valid: 0, segments: 0, units: '0', gsm: 0, ucs2: 0, refused: {}, regions: {} };

/** Why a row gives no recipient beside what is wrong with its number. */
export const LEFT_OUT = ['DUPLICATE', 'OPTED_OUT', 'BLOCKED', 'NO_RATE', 'EMPTY_TEXT', 'TEXT_TOO_LONG'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** Parts that one message may have: the concatenation header counts them in one octet (3GPP TS 23.040, 9.2.3.24.1). */
export const MOST_SEGMENTS = 255;

/** One row of a file, read as a recipient. */
export type Reading = { recipient: NewRecipient; region: string; encoding: Encoding } | { refused: RefusedRow };

/**
 * Makes the reader of a file's rows for one campaign.
 * @param columns the file's, in order; the text's placeholders are among them
 */
export function openReader({ text, columns, phoneColumn, country, prices }: { text: string; columns: readonly string[]; phoneColumn: string; country: string; prices: PriceTable }): (rowNo: number, cells: readonly string[]) => Reading {
  const phoneAt = columns.indexOf(phoneColumn);
  const { bound } = bindTemplate(parseTemplate(text), columns);
  const fieldColumns = bindTemplate(placeholders(text).map((placeholder) => ({ placeholder })), columns).bound;
  const fixed = fieldColumns.length === 0 ? measureText(text) : undefined;

  return (rowNo, cells) => {
    const value = cells[phoneAt] ?? '';
    const refuse = (reason: string) => ({ refused: { rowNo, value: value.slice(0, 200), reason } });
    const phone = normalizePhone(value, country);
    if (!phone.ok) return refuse(phone.reason);
    const region = prices.regionOf(phone.e164);
    if (region === undefined) return refuse('NO_RATE');
    const rendered = fixed ? text : renderBound(bound, cells);
    if (rendered.trim() === '') return refuse('EMPTY_TEXT');
    const { segments, encoding } = fixed ?? measureText(rendered);
    if (segments > MOST_SEGMENTS) return refuse('TEXT_TOO_LONG');
    return {
      region, encoding,
      recipient: {
        rowNo, destination: phone.e164.slice(1), fields: fixed ? null : JSON.stringify(fieldColumns.map((column) => (typeof column === 'number' ? cells[column] ?? '' : column))),
        segments, units: prices.unitsFor(region, segments), country: phone.country, network: networkOf(phone.e164).code,
      },
    };
  };
}

/** The text that a recipient gets, from the values that preparation kept. */
export function openWriter(text: string): (fields: readonly string[] | null) => { text: string; isOwn: boolean; encoding: Encoding } {
  const { bound } = bindTemplate(parseTemplate(text), placeholders(text));
  const fixed = { text, isOwn: false, encoding: measureText(text).encoding };
  return (fields) => {
    if (fields === null) return fixed;
    const rendered = renderBound(bound, fields);
    return { text: rendered, isOwn: rendered !== text, encoding: measureText(rendered).encoding };
  };
}

/** Adds a step's rows to what preparation came to so far, in a new value. */
export function addStep(before: Preparation | null, readings: readonly Reading[], leftOut: readonly RefusedRow[]): Preparation {
  const sum: Preparation = structuredClone(before ?? nothingPrepared);
  const away = new Set(leftOut.map((row) => row.rowNo));
  let units = BigInt(sum.units);
  const regions = new Map(Object.entries(sum.regions).map(([name, share]) => [name, { ...share, units: BigInt(share.units) }]));
  const refuse = (reason: string) => { sum.refused[reason] = (sum.refused[reason] ?? 0) + 1; };
  sum.rows += readings.length;
  for (const reading of readings) {
    if ('refused' in reading) {
      refuse(reading.refused.reason);
      continue;
    }
    const { recipient, region, encoding } = reading;
    if (away.has(recipient.rowNo)) continue;
    sum.valid++;
    sum.segments += recipient.segments;
    units += recipient.units;
    if (encoding === 'GSM7') sum.gsm++;
    else sum.ucs2++;
    const share = regions.get(region) ?? { country: recipient.country, messages: 0, segments: 0, units: 0n };
    share.messages++;
    share.segments += recipient.segments;
    share.units += recipient.units;
    regions.set(region, share);
  }
  for (const { reason } of leftOut) refuse(reason);
  sum.units = String(units);
  sum.regions = Object.fromEntries([...regions].map(([name, share]) => [name, { ...share, units: String(share.units) }]));
  return sum;
}
