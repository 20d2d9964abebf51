import ipaddr from 'ipaddr.js';

/**
 * Network addresses that count as one caller (an IPv4 address, or the /64 of an IPv6 line), and
 * their neighbourhood.
 */
export function askerOf(address: string): { asker: string; neighbourhood: string } {
  if (!ipaddr.isValid(address)) return { asker: address, neighbourhood: address };
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') {
    const written = parsed.toString();
    return { asker: written, neighbourhood: `${written.split('.').slice(0, 3).join('.')}.0/24` };
  }
  const parts = (parsed as ipaddr.IPv6).parts.map((part) => part.toString(16));
  return {
    asker: `${parts.slice(0, 4).join(':')}::/64`,
    neighbourhood: `${parts.slice(0, 3).join(':')}::/48`,
  };
}
