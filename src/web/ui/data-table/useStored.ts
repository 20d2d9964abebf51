import { useCallback, useSyncExternalStore } from 'react';
import { readValue, watchValues, writeValue } from '../../api/sealed-values.ts';

/** A value that this browser keeps under a name, the same in every tab; `undefined` forgets it. */
export function useStored(name: string): readonly [unknown, (next: unknown) => void] {
  const stored = useSyncExternalStore(
    watchValues,
    useCallback(() => readValue('browser', name), [name]),
  );
  const store = useCallback((next: unknown) => void writeValue('browser', name, next), [name]);
  return [stored, store];
}
