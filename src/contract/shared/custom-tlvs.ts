const CUSTOM_TLV =
  /^(0x[0-9a-fA-F]{1,4}|\d{1,5}),(Int1|Int2|Int4|Int8|OctetString|COctetString),(-|\d{1,4})(?:,(required|optional)(?:,([\x20-\x7e]+))?)?$/;
/** Tags that the gateway sets itself: parts of a long text, and message_payload. */
const TAKEN_TAGS = [0x020c, 0x020e, 0x020f, 0x0424];

/**
 * Reads carrier-specific parameters, such as the ids of a registered sender and template:
 * `tag,type,longest,required|optional,value`, separated by semicolons, or `none`. Every PDU carries
 * those that have a value: a whole number for Int types, text for the others, or octets as 0x and
 * hex for an OctetString. `longest` counts the encoded octets, the closing NUL of a COctetString
 * included.
 * @returns each with its octets, undefined for one without a value; undefined for all if the text
 * is malformed
 */
export function readCustomTlvs(
  text: string,
): { tag: number; octets: Uint8Array | undefined }[] | undefined {
  if (text === 'none') return [];
  const read = text.split(';').map((each) => {
    const [, tagText = '', type = '', longest = '', need, value] = CUSTOM_TLV.exec(each) ?? [];
    const tag = Number(tagText);
    if (type === '' || tag > 0xffff || TAKEN_TAGS.includes(tag)) return undefined;
    if (value === undefined) return need === 'required' ? undefined : { tag, octets: undefined };
    const octets = octetsOf(type, value);
    return octets && (longest === '-' || octets.length <= Number(longest))
      ? { tag, octets }
      : undefined;
  });
  const found = read.filter((each) => each !== undefined);
  return found.length === read.length && new Set(found.map(({ tag }) => tag)).size === found.length
    ? found
    : undefined;
}

function octetsOf(type: string, value: string): Uint8Array | undefined {
  if (type === 'COctetString') return new TextEncoder().encode(`${value}\0`);
  const hex = type === 'OctetString' ? /^0x((?:[0-9a-fA-F]{2})+)$/.exec(value)?.[1] : undefined;
  if (hex !== undefined)
    return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  if (type === 'OctetString') return new TextEncoder().encode(value);
  const size = Number(type.slice(3));
  if (!/^(\d{1,20}|0x[0-9a-fA-F]{1,16})$/.test(value) || BigInt(value) >> BigInt(8 * size) !== 0n)
    return undefined;
  return Uint8Array.from({ length: size }, (_, at) =>
    Number((BigInt(value) >> BigInt(8 * (size - 1 - at))) & 0xffn),
  );
}
