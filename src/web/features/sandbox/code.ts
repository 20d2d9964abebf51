/** The one-time code in a text: six digits on their own; undefined where there is none. */
export function codeIn(text: string): string | undefined {
  return /(?<![\d+])\d{6}(?!\d)/.exec(text)?.[0];
}
