/** The fonts of a PDF have Latin letters alone: others are written as their code points, which loses nothing. */
export function printable(text: string): string {
  return [...text]
    .map((sign) => {
      const code = sign.codePointAt(0)!;
      return code < 0x100 || '–—‘’“”•…€'.includes(sign)
        ? sign
        : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
    })
    .join('');
}
