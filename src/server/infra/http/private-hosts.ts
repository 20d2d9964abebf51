import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Entry = {
  port: number | undefined;
  isMatch(target: { host: string; address: string }): boolean;
};

/**
 * Private hosts that the operator allows this installation to call: names, addresses and networks,
 * a name or address with or without a port.
 */
export class PrivateHosts {
  readonly #entries: readonly Entry[];

  /** @param hosts such as `smsc.internal`, `10.0.0.5:2775`, `[fd00::5]:80`, `10.20.0.0/16` */
  constructor(hosts: readonly string[] = []) {
    this.#entries = hosts.map((host) => {
      const entry = readPrivateHost(host);
      if (!entry) throw new Error(`${host} is no host, address or network`);
      return entry;
    });
  }

  /** True if `address`, resolved from `host`, may be called although it is private. */
  has({ host, port, address }: { host: string; port: number; address: string }): boolean {
    const target = { host: host.toLowerCase().replace(/\.$/, ''), address: bareAddress(address) };
    return this.#entries.some(
      (entry) => (entry.port === undefined || entry.port === port) && entry.isMatch(target),
    );
  }
}

/** Undefined if the text is not a valid entry. */
export function readPrivateHost(text: string): Entry | undefined {
  const [, bracketed, plain, portText] =
    /^(?:\[([^\]]+)\]|([^[\]]+?))(?::(\d{1,5}))?$/.exec(isIP(text) === 6 ? `[${text}]` : text) ??
    [];
  const written = bracketed ?? plain ?? '';
  const port = portText === undefined ? undefined : Number(portText);
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined;
  const [address = '', bits] = written.split('/');
  const family = isIP(address);
  if (family === 0) {
    const name = written.toLowerCase();
    const isName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name) && /[a-z]/.test(name);
    return isName ? { port, isMatch: ({ host }) => host === name } : undefined;
  }
  if (bits !== undefined && !isBits(bits, family)) return undefined;
  const list = new BlockList();
  const kind = family === 6 ? 'ipv6' : 'ipv4';
  list.addSubnet(address, Number(bits ?? (family === 6 ? 128 : 32)), kind);
  return {
    port,
    isMatch: (target) => {
      const version = isIP(target.address);
      return version !== 0 && list.check(target.address, version === 6 ? 'ipv6' : 'ipv4');
    },
  };
}

function isBits(text: string, family: number): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= (family === 4 ? 32 : 128);
}

/** Without a zone; an IPv4 address in IPv6 form as IPv4. */
function bareAddress(address: string): string {
  const [bare = ''] = address.replace(/^\[|\]$/g, '').split('%');
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : bare;
}
