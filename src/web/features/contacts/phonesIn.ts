/** Blanks stand within numbers and separate them only at the end of a line. */
export function phonesIn(written: string): string[] {
  return written
    .split(/[\n,;]+/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
