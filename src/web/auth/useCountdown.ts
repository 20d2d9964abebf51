import { useEffect, useState } from 'react';

const leftUntil = (moment: number) => Math.max(0, Math.ceil((moment - Date.now()) / 1000));

/** Whole seconds until a moment given in milliseconds, 0 from then on. */
export function useCountdown(moment: number): number {
  const [seconds, setSeconds] = useState(() => leftUntil(moment));
  useEffect(() => {
    setSeconds(leftUntil(moment));
    const timer = setInterval(() => {
      setSeconds(leftUntil(moment));
      if (leftUntil(moment) === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [moment]);
  return seconds;
}

/** Seconds as a clock shows them: 0:42. */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
