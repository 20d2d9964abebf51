import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/**
 * Makes saved values those that a form begins from. Changes made while they were on their way stay in the form, unsaved.
 * @param sent all values as they stood in the fields when they were sent
 * @returns whether anything was changed meanwhile
 */
export function takeSaved<F extends FieldValues>(
  { getValues, reset, setValue }: Pick<UseFormReturn<F>, 'getValues' | 'reset' | 'setValue'>,
  saved: F,
  sent: F,
): boolean {
  const now = { ...getValues() };
  reset(saved);
  const changed = (Object.keys(saved) as Path<F>[]).filter(
    (name) => JSON.stringify(now[name]) !== JSON.stringify(sent[name]),
  );
  for (const name of changed)
    setValue(name, now[name] as PathValue<F, Path<F>>, { shouldDirty: true });
  return changed.length > 0;
}
