/** The places in the text of an answer to a phone that are filled in: the account's name, and the number written to. */
const NAME = '{name}';
const NUMBER = '{number}';

/** The answer that a phone gets. */
export function fillAnswer(
  text: string,
  { name, number }: { name: string; number: string },
): string {
  return text.replaceAll(NAME, () => name).replaceAll(NUMBER, () => number);
}
