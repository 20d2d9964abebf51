import { measureText, withLookalikes } from '../../../../contract/shared/sms.ts';
import type { Encoding } from '../../../../contract/shared/sms.ts';

/** Measures texts; those without fields have one form for each clause, which is measured once. */
export function openMeasure(replaceLookalikes: boolean, isFixed: boolean) {
  const known = new Map<string, ReturnType<typeof measureBoth>>();
  return (text: string) => {
    if (!isFixed) return measureBoth(text, replaceLookalikes);
    let measured = known.get(text);
    if (!measured) known.set(text, (measured = measureBoth(text, replaceLookalikes)));
    return measured;
  };
}

/** A text as it is sent, and the parts of the same words written the other way, where there is another. */
export function measureBoth(
  text: string,
  replaceLookalikes: boolean,
): { segments: number; encoding: Encoding; otherwise: number | undefined } {
  const measure = measureText(text);
  // A text that fits GSM 03.38 has nothing to replace.
  const replaced = measure.encoding === 'GSM7' ? text : withLookalikes(text);
  if (replaced === text) return { ...measure, otherwise: undefined };
  const other = measureText(replaced);
  return replaceLookalikes
    ? { ...other, otherwise: measure.segments }
    : { ...measure, otherwise: other.segments };
}
