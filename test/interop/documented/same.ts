/** @throws where they differ */
export function same(found: unknown, wanted: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`${JSON.stringify(found)} in place of ${JSON.stringify(wanted)}`);
}
