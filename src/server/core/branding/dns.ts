/** Looks up the DNS records that prove hosts. */
import { Resolver } from 'node:dns/promises';
import { readRecords, recordName } from './hosts.rules.ts';

export type HostCheck = 'PROVED' | 'NOT_FOUND' | 'OTHER_VALUE' | 'NO_ANSWER';
/** Looks up the record that proves a host. */
export type LookUpProof = (host: string, token: string) => Promise<HostCheck>;

const TIMEOUT_MS = 3000;
const TRIES = 2;
/** Error codes that mean that there is no such record; any other error is inconclusive. */
const ABSENT = ['ENOTFOUND', 'ENODATA'];

/** @param servers addresses with or without a port; default the system's */
export function openProofLookup(servers: readonly string[]): LookUpProof {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return async (host, token) => {
    try {
      const records = await resolver.resolveTxt(recordName(host));
      return readRecords(
        records.map((chunks) => chunks.join('')),
        token,
      );
    } catch (error) {
      return ABSENT.includes((error as NodeJS.ErrnoException).code ?? '')
        ? 'NOT_FOUND'
        : 'NO_ANSWER';
    }
  };
}
