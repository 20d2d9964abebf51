type State = Readonly<Record<string, unknown>> | null;

/** The changes of an audit entry: each field before and after as text, undefined if absent. `say` translates values. */
export function changesOf(
  before: State,
  after: State,
  say: (field: string, value: unknown) => string | undefined,
): { field: string; before: string | undefined; after: string | undefined }[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.map((field) => ({
    field,
    before: textOf(field, before?.[field], say),
    after: textOf(field, after?.[field], say),
  }));
}

function textOf(
  field: string,
  value: unknown,
  say: (field: string, value: unknown) => string | undefined,
): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (Array.isArray(value))
    return value.length === 0
      ? undefined
      : value.map((each) => textOf(field, each, say) ?? '').join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, each]) => `${wordsOf(name)}: ${textOf(name, each, say) ?? ''}`)
      .join(', ');
  return say(field, value) ?? String(value);
}

/** A label from a field's name, for a field without one: `dailyLimit` is `Daily limit`. */
export function wordsOf(field: string): string {
  const words = field.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
