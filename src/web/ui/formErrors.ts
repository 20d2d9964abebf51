import type { FieldErrors, FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { CallError } from '../api/request.ts';

/** The errors of a form as its summary lists them, in the order of its fields; a field's id is its name. */
export function summaryOf(
  errors: FieldErrors,
  names: readonly string[] = Object.keys(errors),
): { id: string; message: string }[] {
  return names.flatMap((id) =>
    typeof errors[id]?.message === 'string' ? [{ id, message: errors[id].message }] : [],
  );
}

/** Puts what the server says of single fields at those that the form has. False where nothing of it found a place. */
export function placeRefusal<F extends FieldValues>(
  failure: unknown,
  names: readonly Path<F>[],
  setError: UseFormSetError<F>,
): boolean {
  const details = failure instanceof CallError ? failure.details : [];
  let placed = false;
  for (const { field, message } of details) {
    const name = names.find((each) => each === field || field.startsWith(`${each}.`));
    if (name === undefined) continue;
    setError(name, { message });
    placed = true;
  }
  return placed;
}
