import { useEffect, useState } from 'react';
import { gatewayConfig } from '../../../../contract/api/gateway-config.ts';
import type { Direction } from '../../../../contract/api/route-filters.ts';
import { useSend } from '../../../parts/queries.ts';

/**
 * A message that is tried on the draft, and on the configuration in force where that differs; tried again when
 * the routes were read anew.
 */
export function useTrial(direction: Direction, isEdited: boolean, readAt: number) {
  const [value, setValue] = useState('');
  const [tried, setTried] = useState<string | null>(null);
  const draft = useSend(gatewayConfig.simulate, { failed: () => undefined });
  const running = useSend(gatewayConfig.simulate, { failed: () => undefined });
  const { mutate: onDraft, reset: resetDraft } = draft;
  const { mutate: onRunning, reset: resetRunning } = running;

  useEffect(() => {
    if (tried === null) return;
    const message = direction === 'MT' ? { to: tried.replaceAll(/[^\d+]/g, '') } : { text: tried };
    onDraft({ direction, draft: true, message });
    if (isEdited) onRunning({ direction, draft: false, message });
    else resetRunning();
  }, [direction, tried, isEdited, readAt, onDraft, onRunning, resetRunning]);

  function clear() {
    setTried(null);
    resetDraft();
    resetRunning();
  }
  return {
    value,
    trial: tried === null ? undefined : draft.data,
    inForce: tried === null || !isEdited ? undefined : running.data,
    failure: draft.error,
    busy: draft.isPending,
    onChange(to: string) {
      setValue(to);
      if (tried !== null) clear();
    },
    onTry: () => setTried(value.trim()),
    onClear() {
      setValue('');
      clear();
    },
  };
}
