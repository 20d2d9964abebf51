// Every endpoint of the contract, by its group and its name.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '../../src/contract/endpoint.ts';

const folder = join(import.meta.dirname, '../../src/contract/api');

export async function listEndpoints(): Promise<[string, Endpoint][]> {
  const found: [string, Endpoint][] = [];
  const files = readdirSync(folder).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  for (const file of files) {
    const exported = (await import(join(folder, file))) as Record<string, unknown>;
    for (const [group, value] of Object.entries(exported)) {
      if (typeof value !== 'object' || value === null) continue;
      for (const [name, each] of Object.entries(value)) {
        const isEndpoint =
          typeof each === 'object' && each !== null && 'method' in each && 'output' in each;
        if (isEndpoint) found.push([`${group}.${name}`, each as Endpoint]);
      }
    }
  }
  return found;
}
