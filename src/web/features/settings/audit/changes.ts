import { SELECTS } from './gatewayEdits.ts';

type State = Readonly<Record<string, unknown>> | null;
type Change = { field: string; before: string | undefined; after: string | undefined };

/** The words of the screen for what is recorded under the names of the code. */
export type AuditWords = {
  field(name: string): string;
  /** Undefined where the value itself is what people read. */
  value(name: string, value: unknown): string | undefined;
};

/** The changes of an audit entry: each field before and after as text, undefined if absent. */
export function changesOf(before: State, after: State, words: AuditWords): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.map((field) => ({
    field,
    before: textOf(field, before?.[field], words),
    after: textOf(field, after?.[field], words),
  }));
}

/** Numbers and addresses that only software reads; they are listed in the details. */
const isReference = (field: string) => TECHNICAL.has(field) || /[a-z]Id$/.test(field);
const TECHNICAL = new Set(['hash', 'method', 'path', 'parameters']);
/** Names that end like a number. */
const NAMED = new Set(['senderId']);

/** Plain beside the part of the gateway: it needs no label, or it is so with every new part. */
const PLAIN = new Set(['type', 'kind', SELECTS]);
const USUAL = new Set(['enabled']);

/**
 * The changes in one line: `Access level: Client → Reseller · Name: Pwani`. A part of the gateway leads with its
 * name: `MT route 6 · Static · Order: 60`.
 */
export function sentenceOf(changes: readonly Change[], words: AuditWords): string {
  const valueOf = (name: string) => changes.find(({ field }) => field === name)?.after;
  const entity = valueOf('entity');
  const lead = entity === undefined ? undefined : [entity, valueOf('id')].join(' ').trim();
  const isNew = changes.every(({ before }) => before === undefined);
  const leads = (field: string) => lead !== undefined && PLAIN.has(field);
  const isShown = (field: string) =>
    lead === undefined || !(field === 'entity' || field === 'id' || (isNew && USUAL.has(field)));
  const rest = changes
    .filter(({ field }) => NAMED.has(field) || !isReference(field))
    .filter(({ before, after }) => before !== after)
    .filter(({ field }) => isShown(field))
    .toSorted((one, other) => Number(leads(other.field)) - Number(leads(one.field)))
    .map(({ field, before, after }) => {
      if (leads(field) && before === undefined) return after;
      const values =
        before === undefined ? after : after === undefined ? `${before} →` : `${before} → ${after}`;
      return `${words.field(field)}: ${values}`;
    });
  return [...(lead === undefined ? [] : [capital(lead)]), ...rest].join(' · ');
}

const capital = (text: string) => text.slice(0, 1).toLocaleUpperCase() + text.slice(1);

function textOf(field: string, value: unknown, words: AuditWords): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (Array.isArray(value))
    return value.length === 0
      ? undefined
      : value.map((each) => textOf(field, each, words) ?? '').join(', ');
  if (typeof value === 'object') {
    const parts = Object.entries(value).flatMap(([name, each]) => {
      const text = textOf(name, each, words);
      return text === undefined ? [] : [`${words.field(name)}: ${text}`];
    });
    return parts.length === 0 ? undefined : parts.join(', ');
  }
  return words.value(field, value) ?? String(value);
}
