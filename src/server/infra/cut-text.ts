/**
 * The beginning of a text, at most so many UTF-16 units long. Half a surrogate pair at its end is
 * left off: PostgreSQL's JSON cannot hold one.
 */
export function cutText(text: string, most: number): string {
  const cut = text.slice(0, most);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
