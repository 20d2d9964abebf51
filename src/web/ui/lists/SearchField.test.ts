import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Endpoint } from '../../../contract/endpoint.ts';

const api = join(import.meta.dirname, '../../../contract/api');

test('the server takes every search that the field of a list lets through', async () => {
  const refusing: string[] = [];
  let searched = 0;
  for (const file of readdirSync(api).filter((name) => /^[a-z-]+\.ts$/.test(name)))
    for (const group of Object.values((await import(join(api, file))) as object))
      for (const each of Object.values((group ?? {}) as Record<string, Partial<Endpoint>>)) {
        const shape = (each?.input as { shape?: Record<string, Endpoint['input']> } | undefined)
          ?.shape;
        const query = shape?.['filter.query'];
        if (!query) continue;
        searched++;
        if (!query.safeParse('x'.repeat(100)).success) refusing.push(each.path!);
      }
  expect(searched).toBeGreaterThan(15);
  expect(refusing).toEqual([]);
});
