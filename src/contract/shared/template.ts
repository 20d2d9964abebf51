/**
 * Texts with placeholders: `Dear #firstName#, dial *144#`. A placeholder is a name between two hash
 * marks; the name starts with a letter and has 1 to 40 letters (of any script), digits, spaces or
 * `_`, no space at either end. Every other hash mark is literal, so USSD codes need no escaping.
 */

export type TemplatePart = string | { readonly placeholder: string };
export type Template = readonly TemplatePart[];

const NAME = String.raw`\p{L}(?:[\p{L}\p{Nd} _]{0,38}[\p{L}\p{Nd}_])?`;
const PLACEHOLDER = new RegExp(`#(${NAME})#`, 'gu');
const WHOLE_NAME = new RegExp(`^${NAME}$`, 'u');

/** True if a column of this name can be a placeholder. */
export function isPlaceholderName(name: string): boolean {
  return WHOLE_NAME.test(name);
}

/**
 * The name by which a text names a column: its own where it can, otherwise what is left of it, so that
 * `Value (MZN)` is `Value MZN`. Undefined where nothing is left.
 */
export function placeholderName(column: string): string | undefined {
  if (isPlaceholderName(column)) return column;
  const name = column
    .normalize('NFC')
    .replace(/[^\p{L}\p{Nd} _]+/gu, ' ')
    .replace(/^[^\p{L}]+/u, '')
    .replace(/ +/g, ' ')
    .slice(0, 40)
    .trim();
  return isPlaceholderName(name) ? name : undefined;
}

/** The text cut into literals and placeholders, in order; read from the left, so `#a#b#` is the placeholder `a`, then `b#`. */
export function parseTemplate(text: string): Template {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({ placeholder: match[1] ?? '' });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** The different names in a text, in order of appearance, as written. */
export function placeholders(text: string): string[] {
  const names = parseTemplate(text).flatMap((part) =>
    typeof part === 'string' ? [] : [part.placeholder],
  );
  return [...new Set(names)];
}

export type BoundTemplate = readonly (string | number)[];

/**
 * Finds each placeholder's column once for a whole file. A name matches the column written exactly
 * so, otherwise the first that differs only in case, otherwise the first that differs in case and
 * blanks: `First Name` is `firstName`. A column whose name no text can contain is found by what is left
 * of it. Names without a column are `unknown` and stay in the text as written.
 */
export function bindTemplate(
  template: Template,
  columns: readonly string[],
): { bound: BoundTemplate; unknown: string[] } {
  const unknown = new Set<string>();
  const folded = columns.map(lowerName);
  const loose = columns.map(looseName);
  const cleaned = columns.map((column) => looseName(placeholderName(column) ?? ''));
  const bound = template.map((part) => {
    if (typeof part === 'string') return part;
    const { placeholder } = part;
    const column = [
      columns.indexOf(placeholder),
      folded.indexOf(lowerName(placeholder)),
      loose.indexOf(looseName(placeholder)),
      cleaned.indexOf(looseName(placeholder)),
    ].find((at) => at !== -1);
    if (column !== undefined) return column;
    unknown.add(part.placeholder);
    return `#${part.placeholder}#`;
  });
  return { bound, unknown: [...unknown] };
}

// Spreadsheets from macOS write accents as separate characters.
function lowerName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** A name without case, blanks and underscores, by which placeholders and fields are compared. */
export function looseName(name: string): string {
  return lowerName(name).replace(/[\s_]+/g, '');
}

/**
 * The text for one row. A value is inserted unchanged, hash marks included; a missing cell inserts
 * nothing.
 */
export function renderBound(bound: BoundTemplate, row: readonly string[]): string {
  let text = '';
  for (const part of bound) text += typeof part === 'string' ? part : (row[part] ?? '');
  return text;
}

/** The text for one set of fields, by the same rules, with the names that have no field. */
export function renderTemplate(
  template: Template,
  fields: Readonly<Record<string, string>>,
): { text: string; unknown: string[] } {
  const { bound, unknown } = bindTemplate(template, Object.keys(fields));
  return { text: renderBound(bound, Object.values(fields)), unknown };
}
