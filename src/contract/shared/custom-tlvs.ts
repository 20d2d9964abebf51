const CUSTOM_TLV =
  /^(0x[0-9a-fA-F]{1,4}|\d{1,5}),(Int1|Int2|Int4|Int8|OctetString|COctetString),(-|\d{1,4})(?:,(required|optional)(?:,([\x20-\x7e]+))?)?$/;
/** Tags that the gateway sets itself: parts of a long text, and message_payload. */
const TAKEN_TAGS = [0x020c, 0x020e, 0x020f, 0x0424];

/**
 * Reads carrier-specific parameters, such as the ids of a registered sender and template:
 * `tag,type,longest,required|optional,value`, separated by semicolons, or `none`. A message may bring
 * a value of its own for each; every other PDU carries those that have a value here: a whole number for Int
 * types, text for the others, or octets as 0x and hex for an OctetString. `longest` counts the encoded
 * octets, the closing NUL of a COctetString included.
 * @returns each with its octets, undefined for one without a value, and the longest that a message
 * may bring; undefined for all if the text is malformed
 */
export function readCustomTlvs(
  text: string,
): { tag: number; octets: Uint8Array | undefined; longest: number }[] | undefined {
  if (text === 'none') return [];
  const read = text.split(';').map((each) => {
    const [, tagText = '', type = '', longest = '', need, value] = CUSTOM_TLV.exec(each) ?? [];
    const tag = Number(tagText);
    if (type === '' || tag > 0xffff || TAKEN_TAGS.includes(tag)) return undefined;
    const most = longest === '-' ? Infinity : Number(longest);
    if (value === undefined)
      return need === 'required' ? undefined : { tag, octets: undefined, longest: most };
    const octets = tlvOctets(type, value);
    return octets && octets.length <= most ? { tag, octets, longest: most } : undefined;
  });
  const found = read.filter((each) => each !== undefined);
  return found.length === read.length && new Set(found.map(({ tag }) => tag)).size === found.length
    ? found
    : undefined;
}

/** The octets of a value by its type; undefined where it does not fit the type, or there is no such type. */
export function tlvOctets(type: string, value: string): Uint8Array | undefined {
  if (type === 'COctetString') return new TextEncoder().encode(`${value}\0`);
  const hex = type === 'OctetString' ? /^0x((?:[0-9a-fA-F]{2})+)$/.exec(value)?.[1] : undefined;
  if (hex !== undefined)
    return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  if (type === 'OctetString') return new TextEncoder().encode(value);
  const size = Number(/^Int([1248])$/.exec(type)?.[1] ?? 0);
  if (
    size === 0 ||
    !/^(\d{1,20}|0x[0-9a-fA-F]{1,16})$/.test(value) ||
    BigInt(value) >> BigInt(8 * size) !== 0n
  )
    return undefined;
  return Uint8Array.from({ length: size }, (_, at) =>
    Number((BigInt(value) >> BigInt(8 * (size - 1 - at))) & 0xffn),
  );
}
