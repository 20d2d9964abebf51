// Foreign hosts that are led to a server of a test, for clients whose addresses cannot be set.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Makes an authority for this run, and a certificate of the hosts, which this process then trusts. */
export function trustedCertificate(
  folder: string,
  names: readonly string[],
): { key: string; cert: string } {
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const keyOf = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', file(name)];
  openssl(
    'req',
    '-x509',
    ...keyOf('ca.key'),
    '-out',
    file('ca.pem'),
    '-days',
    '2',
    '-subj',
    '/CN=Test',
  );
  openssl('req', ...keyOf('host.key'), '-out', file('host.csr'), '-subj', '/CN=Hosts');
  writeFileSync(
    file('names'),
    `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}\nextendedKeyUsage=serverAuth\n`,
  );
  const signed = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial'];
  const named = ['-extfile', file('names'), '-out', file('host.pem')];
  openssl('x509', '-req', '-in', file('host.csr'), '-days', '2', ...signed, ...named);
  const read = (name: string) => readFileSync(file(name), 'utf8');
  setDefaultCACertificates([...getCACertificates('default'), read('ca.pem')]);
  return { key: read('host.key'), cert: read('host.pem') };
}

/**
 * Leads connections to the hosts to a port of this machine, below HTTP and TLS, as an
 * entry of /etc/hosts and a forwarded port would; those need rights that a test has not.
 */
export function leadNames(names: readonly string[], port: number): void {
  const { connect: original } = Socket.prototype;
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
    const [options] = (Array.isArray(given[0]) ? given[0] : given) as [
      { host?: string; port?: number },
    ];
    if (names.includes(options?.host ?? '')) Object.assign(options, { host: '127.0.0.1', port });
    return Reflect.apply(original, this, given) as Socket;
  } as typeof original;
}
