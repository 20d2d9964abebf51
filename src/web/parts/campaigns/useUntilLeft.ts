import { useEffect, useRef } from 'react';

/** Begins an upload that its screen shows: its signal is aborted when the screen is left. */
export function useUntilLeft(): () => AbortSignal {
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return () => {
    running.current = new AbortController();
    return running.current.signal;
  };
}
