/** The first letters of at most two words. */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => [...word][0]!.toUpperCase())
    .join('');

const escaped = (text: string) => text.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The icon of a branded host's tab: the brand's initials on its colour. */
export function brandIcon(name: string, colour: string): string {
  const letters = escaped(initialsOf(name));
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colour}"/><text x="16" y="22" font-family="sans-serif" font-size="17" font-weight="600" fill="#fff" text-anchor="middle">${letters}</text></svg>`,
  )}`;
}
