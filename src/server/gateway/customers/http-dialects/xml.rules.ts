/** Writes XML answers of dialects that have them. */

export type XmlValue = string | number | null | XmlElements | readonly XmlElements[];
export type XmlElements = { readonly [name: string]: XmlValue };

/** Characters that XML 1.0 cannot hold, even escaped. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // A reader would turn a bare carriage return into a line feed.
  '\r': '&#13;',
};

/** A document with one root. Null is an empty element; a list holds its elements one after another. */
export function toXml(elements: XmlElements): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${contentsOf(elements)}`;
}

function contentsOf(value: XmlValue): string {
  if (value === null) return '';
  if (typeof value !== 'object')
    return String(value)
      .toWellFormed()
      .replace(FORBIDDEN, '')
      .replace(/[&<>"'\r]/g, (character) => ESCAPES[character]!);
  if (Array.isArray(value)) return value.map(contentsOf).join('');
  return Object.entries(value as XmlElements)
    .map(([name, child]) =>
      child === null ? `<${name}/>` : `<${name}>${contentsOf(child)}</${name}>`,
    )
    .join('');
}
