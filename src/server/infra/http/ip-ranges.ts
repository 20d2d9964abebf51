import { BlockList, isIP } from 'node:net';

/** True if `range` is an IP address or a network with a valid prefix length. */
export function isRange(range: string): boolean {
  const [address = '', bits] = range.split('/');
  const family = isIP(address);
  return (
    family !== 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  );
}

/**
 * True if `address` is in one of `ranges`, or `ranges` is empty. IPv4 in IPv6 form
 * (::ffff:10.0.0.1) counts as IPv4.
 */
export function mayComeFrom(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0) return true;
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', bits] = range.split('/');
    const family = isIP(net) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(net, family);
    else list.addSubnet(net, Number(bits), family);
  }
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(bare) !== 0 && list.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4');
}
