/** Properties of a styled element that are no attributes of it. */
const OF_STYLES: ReadonlySet<string> = new Set(['as', 'ownerState', 'sx', 'theme']);

/**
 * The stand-in of a library's list of every attribute of every element, which each page would load: true for a property
 * that a styled element passes on. Our own styled elements get attributes alone beside those of styles.
 */
export default function isForwarded(name: string): boolean {
  return !OF_STYLES.has(name);
}
