import type { FieldErrors } from 'react-hook-form';

/** The errors of a form as its summary lists them, in the order of its fields; a field's id is its name. */
export function summaryOf(
  errors: FieldErrors,
  names: readonly string[],
): { id: string; message: string }[] {
  return names.flatMap((id) =>
    typeof errors[id]?.message === 'string' ? [{ id, message: errors[id].message }] : [],
  );
}

/** An answer that refuses a request, with the fields that it names by their path in the request. */
type Refused = {
  code: string;
  message: string;
  details: readonly { field: string; message: string }[];
};

/** The field of a form that a path of the request means. */
const fieldOf = (
  path: string,
  names: readonly string[],
  aliases: Readonly<Record<string, string>>,
): string | undefined => aliases[path] ?? path.split('.').findLast((part) => names.includes(part));

/** Sentences about fields that the form does not have: without them it would be refused once more. */
export function otherErrors(
  { code, details }: Refused,
  names: readonly string[],
  aliases: Readonly<Record<string, string>> = {},
): string[] {
  if (code !== 'BAD_INPUT') return [];
  const others = details.filter(({ field }) => fieldOf(field, names, aliases) === undefined);
  return [...new Set(others.map(({ message }) => message))];
}

/**
 * The server's messages by the fields of a form. An alias of a whole path comes first, then its innermost part that the form
 * has. Only the details of BAD_INPUT are sentences for a person; those of other codes are values, and the answer's own
 * sentence is shown at the field.
 */
export function fieldErrors(
  { code, message: sentence, details }: Refused,
  names: readonly string[],
  aliases: Readonly<Record<string, string>> = {},
): Map<string, string> {
  const placed = new Map<string, string>();
  for (const { field, message: detail } of details) {
    const message = code === 'BAD_INPUT' ? detail : sentence;
    const name = fieldOf(field, names, aliases);
    if (name === undefined) continue;
    const before = placed.get(name);
    if (before === undefined) placed.set(name, message);
    else if (!before.includes(message)) placed.set(name, `${before} ${message}`);
  }
  return placed;
}

/** The field that comes first on the screen. */
export function firstOnScreen(names: readonly string[]): HTMLElement | undefined {
  return names
    .flatMap((name) => document.getElementById(name) ?? [])
    .toSorted((one, other) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1,
    )[0];
}
