/** Replaces every `{name}` in a text by its value; a name without one stays as it is. */
export function fill(
  text: string,
  values: Readonly<Record<string, string | number | undefined>>,
): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
