type State = Readonly<Record<string, unknown>> | null;

/** What an audit entry says of each field, before and after, as text; undefined where it says nothing. */
export function changesOf(before: State, after: State): { field: string; before: string | undefined; after: string | undefined }[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.map((field) => ({ field, before: textOf(before?.[field]), after: textOf(after?.[field]) }));
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((each) => textOf(each) ?? '').join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
