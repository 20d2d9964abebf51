/**
 * The answer that a phone gets: `{name}` becomes the account's name and `{number}` the number that the phone
 * wrote to. The values filled in are not read again.
 */
export function fillAnswer(
  text: string,
  values: Readonly<Record<'name' | 'number', string>>,
): string {
  return text.replaceAll(/\{(name|number)\}/g, (_, place: 'name' | 'number') => values[place]);
}
