import { networkOf } from '../../../../contract/shared/networks.ts';
import { normalizePhone } from '../../../../contract/shared/phone.ts';
import { MOST_SEGMENTS } from '../../../../contract/shared/sms.ts';
import type { Encoding } from '../../../../contract/shared/sms.ts';
import {
  bindTemplate,
  parseTemplate,
  placeholders,
  renderBound,
} from '../../../../contract/shared/template.ts';
import { openClauses } from '../../../core/messages/writing.rules.ts';
import type { Writing } from '../../../core/messages/writing.rules.ts';
import type { PriceTable } from '../../../core/ledger/prices.rules.ts';
import type { Recipient } from '../campaigns.rules.ts';
import { measureBoth, openMeasure } from './measure.rules.ts';

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

/** The running total of preparation, stored with each step so that a restart continues; in the end the summary. Units are text, in ten-thousandths. */
export type Preparation = {
  rows: number;
  valid: number;
  segments: number;
  /** The segments of the longest message; missing in campaigns prepared before this was kept. */
  mostSegments?: number;
  units: string;
  gsm: number;
  ucs2: number;
  /** Rows that gave no recipient, by reason. */
  refused: Record<string, number>;
  regions: Record<string, { country: string; messages: number; segments: number; units: string }>;
  /** By the network's code; missing in summaries made before networks were distinguished. */
  networks?: Record<string, { messages: number; segments: number; units: string }>;
  /** The messages that look-alikes change, and how many parts and units more (or fewer) they are written the other way; missing in what was prepared before. */
  lookalikes?: { messages: number; segments: number; units: string };
};

const nothingPrepared: Preparation = {
  rows: 0,
  valid: 0,
  segments: 0,
  units: '0',
  gsm: 0,
  ucs2: 0,
  refused: {},
  regions: {},
};

/** Why a row gives no recipient beside what is wrong with its number. */
export const LEFT_OUT = [
  'DUPLICATE',
  'OPTED_OUT',
  'NO_CONSENT',
  'SENDER_NOT_REGISTERED',
  'COUNTRY_NOT_ALLOWED',
  'RANGE_BLOCKED',
  'NEW_ACCOUNT_LIMIT',
  'BLOCKED',
  'NO_RATE',
  'EMPTY_TEXT',
  'TEXT_TOO_LONG',
  'NO_VALUE',
] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** One row of a file, read as a recipient. */
export type Reading =
  | {
      recipient: NewRecipient;
      region: string;
      encoding: Encoding;
      /** The number as the file has it, for the person who corrects it. */
      written?: string;
      /** The size with look-alikes replaced where they are kept, or kept where they are replaced; missing where the text is the same. */
      otherwise?: { segments: number; units: bigint };
    }
  | { refused: RefusedRow };

/**
 * Makes the reader of rows for one campaign.
 * @param columns what a row's cells are called, in order; the text's placeholders are among them
 */
export function openReader({
  text,
  replaceLookalikes,
  clauses,
  operatorSenders,
  columns,
  phoneColumn,
  country,
  prices,
}: Writing & {
  columns: readonly string[];
  phoneColumn: string;
  country: string;
  prices: PriceTable;
}): (rowNo: number, cells: readonly string[]) => Reading {
  const phoneAt = columns.indexOf(phoneColumn);
  const { body, end } = openClauses({ text, clauses, operatorSenders });
  const { bound } = bindTemplate(parseTemplate(body), columns);
  const fieldColumns = bindTemplate(
    placeholders(body).map((placeholder) => ({ placeholder })),
    columns,
  ).bound;
  const isFixed = fieldColumns.length === 0;
  const measure = openMeasure(replaceLookalikes, isFixed);

  return (rowNo, cells) => {
    const value = cells[phoneAt] ?? '';
    const refuse = (reason: string) => ({ refused: { rowNo, value: value.slice(0, 200), reason } });
    const phone = normalizePhone(value, country);
    if (!phone.ok) return refuse(phone.reason);
    const price = prices.priceOf(phone.e164);
    if (!price) return refuse('NO_RATE');
    const rendered = isFixed ? body : renderBound(bound, cells);
    if (rendered.trim() === '') return refuse('EMPTY_TEXT');
    const network = networkOf(phone.e164).code;
    if (operatorSenders?.refused.includes(network)) return refuse('SENDER_NOT_REGISTERED');
    const { segments, encoding, otherwise } = measure(
      end(rendered, { country: phone.country, network }),
    );
    if (segments > MOST_SEGMENTS) return refuse('TEXT_TOO_LONG');
    return {
      region: price.regionName,
      encoding,
      written: value.slice(0, 200),
      ...(otherwise !== undefined && {
        otherwise: { segments: otherwise, units: price.unitsFor(otherwise) },
      }),
      recipient: {
        rowNo,
        destination: phone.e164.slice(1),
        fields: isFixed
          ? null
          : JSON.stringify(
              fieldColumns.map((column) =>
                typeof column === 'number' ? (cells[column] ?? '') : column,
              ),
            ),
        segments,
        units: price.unitsFor(segments),
        country: phone.country,
        network,
      },
    };
  };
}

/** Makes the reader of another campaign's recipients: the same people and values, measured and priced anew. */
export function openCopier({
  text,
  replaceLookalikes,
  clauses,
  operatorSenders,
  prices,
}: Writing & { prices: PriceTable }): (recipient: Recipient) => Reading {
  const { body, end } = openClauses({ text, clauses, operatorSenders });
  const names = placeholders(body);
  const { bound } = bindTemplate(parseTemplate(body), names);
  return ({ rowNo, destination, fields, country }) => {
    const refuse = (reason: string) => ({ refused: { rowNo, value: `+${destination}`, reason } });
    // Retention has taken the values: nobody gets the bare name of a placeholder.
    if (fields === null && names.length > 0) return refuse(`NO_VALUE:${names[0]!}`);
    const price = prices.priceOf(`+${destination}`);
    if (!price) return refuse('NO_RATE');
    const rendered = fields === null ? body : renderBound(bound, fields);
    if (rendered.trim() === '') return refuse('EMPTY_TEXT');
    const network = networkOf(`+${destination}`).code;
    if (operatorSenders?.refused.includes(network)) return refuse('SENDER_NOT_REGISTERED');
    const { segments, encoding, otherwise } = measureBoth(
      end(rendered, { country, network }),
      replaceLookalikes,
    );
    if (segments > MOST_SEGMENTS) return refuse('TEXT_TOO_LONG');
    return {
      region: price.regionName,
      encoding,
      ...(otherwise !== undefined && {
        otherwise: { segments: otherwise, units: price.unitsFor(otherwise) },
      }),
      recipient: {
        rowNo,
        destination,
        fields: fields === null ? null : JSON.stringify(fields),
        segments,
        units: price.unitsFor(segments),
        country,
        network,
      },
    };
  };
}

/**
 * Adds a step's rows to what preparation came to so far, in a new value.
 * @param repeats how often these rows' people stood once more among those they were chosen from: duplicates without a row
 */
export function addStep(
  before: Preparation | null,
  readings: readonly Reading[],
  leftOut: readonly RefusedRow[],
  repeats = 0,
): Preparation {
  const sum: Preparation = structuredClone(before ?? nothingPrepared);
  const away = new Set(leftOut.map((row) => row.rowNo));
  let units = BigInt(sum.units);
  const regions = new Map(
    Object.entries(sum.regions).map(([name, share]) => [
      name,
      { ...share, units: BigInt(share.units) },
    ]),
  );
  const networks = sums(sum.networks);
  const lookalikes = sum.lookalikes ?? { messages: 0, segments: 0, units: '0' };
  let lookalikeUnits = BigInt(lookalikes.units);
  const refuse = (reason: string, count = 1) => {
    sum.refused[reason] = (sum.refused[reason] ?? 0) + count;
  };
  sum.rows += readings.length + repeats;
  if (repeats > 0) refuse('DUPLICATE', repeats);
  for (const reading of readings) {
    if ('refused' in reading) {
      refuse(reading.refused.reason);
      continue;
    }
    const { recipient, region, encoding, otherwise } = reading;
    if (away.has(recipient.rowNo)) continue;
    sum.valid++;
    sum.segments += recipient.segments;
    sum.mostSegments = Math.max(sum.mostSegments ?? 0, recipient.segments);
    units += recipient.units;
    if (encoding === 'GSM7') sum.gsm++;
    else sum.ucs2++;
    const share = regions.get(region) ?? {
      country: recipient.country,
      messages: 0,
      segments: 0,
      units: 0n,
    };
    share.messages++;
    share.segments += recipient.segments;
    share.units += recipient.units;
    regions.set(region, share);
    const network = networks.get(String(recipient.network)) ?? {
      messages: 0,
      segments: 0,
      units: 0n,
    };
    network.messages++;
    network.segments += recipient.segments;
    network.units += recipient.units;
    networks.set(String(recipient.network), network);
    if (!otherwise) continue;
    lookalikes.messages++;
    lookalikes.segments += otherwise.segments - recipient.segments;
    lookalikeUnits += otherwise.units - recipient.units;
  }
  for (const { reason } of leftOut) refuse(reason);
  sum.units = String(units);
  sum.networks = Object.fromEntries(
    [...networks].map(([code, share]) => [code, { ...share, units: String(share.units) }]),
  );
  sum.lookalikes = { ...lookalikes, units: String(lookalikeUnits) };
  sum.regions = Object.fromEntries(
    [...regions].map(([name, share]) => [name, { ...share, units: String(share.units) }]),
  );
  return sum;
}

function sums(
  shares: Preparation['networks'],
): Map<string, { messages: number; segments: number; units: bigint }> {
  return new Map(
    Object.entries(shares ?? {}).map(([name, share]) => [
      name,
      { ...share, units: BigInt(share.units) },
    ]),
  );
}
