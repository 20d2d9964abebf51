import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { MessageForm } from '../parts/messageForm.ts';
import { readDraft, writeDraft, type Draft, type Recipients } from './draft.ts';

/** Writes the draft at every change of its recipients or its message. */
export function useKeptDraft(
  clientId: string,
  first: Draft,
  recipients: Recipients,
  { subscribe, getValues }: Pick<UseFormReturn<MessageForm>, 'subscribe' | 'getValues'>,
): void {
  const keep = () =>
    writeDraft(clientId, {
      ...(readDraft(clientId) ?? first),
      recipients,
      message: getValues(),
    });
  const keeping = useRef(keep);
  useEffect(() => {
    keeping.current = keep;
  });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: () => keeping.current() }),
    [subscribe],
  );
  useEffect(() => keeping.current(), [recipients]);
}
