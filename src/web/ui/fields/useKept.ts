import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { takeSaved } from './takeSaved.ts';

/**
 * Lets a form follow what is kept on the server when that is read again: fields that nobody changed here take the new
 * values, and what somebody typed stays, unsaved.
 * @returns to be called once the form was saved, with all values as they stood in the fields when they were sent
 */
export function useKept<F extends FieldValues>(
  { getValues, reset, setValue }: Pick<UseFormReturn<F>, 'getValues' | 'reset' | 'setValue'>,
  kept: F,
): (sent: F) => void {
  const begun = useRef(kept);
  const read = JSON.stringify(kept);
  useEffect(() => {
    if (JSON.stringify(begun.current) === read) return;
    const values = JSON.parse(read) as F;
    takeSaved({ getValues, reset, setValue }, values, begun.current);
    begun.current = values;
  }, [read, getValues, reset, setValue]);
  return (sent) => {
    takeSaved({ getValues, reset, setValue }, sent, sent);
    begun.current = sent;
  };
}
