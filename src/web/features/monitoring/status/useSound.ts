import { useCallback, useEffect } from 'react';
import type { Problem } from '../../../../contract/api/monitoring.ts';
import { useStored } from '../../../ui/data-table/useStored.ts';

const NAME = 'status.sound';
/** Hertz, one after the other. */
const TONES = [880, 660, 880];
const SECONDS = 0.18;
const VOLUME = 0.2;

let context: AudioContext | undefined;

/** Three short tones. A browser that has seen no click of this person yet plays nothing. */
function play(): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume().catch(() => {});
  for (const [at, hertz] of TONES.entries()) {
    const begin = context.currentTime + at * SECONDS;
    const gain = new GainNode(context, { gain: 0 });
    // Rises and falls within hundredths of a second, so that it does not click.
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(VOLUME, begin + 0.02);
    gain.gain.linearRampToValueAtTime(0, begin + SECONDS);
    const oscillator = new OscillatorNode(context, { frequency: hertz });
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(begin);
    oscillator.stop(begin + SECONDS);
  }
}

/**
 * A sound when a problem turns the verdict red, and at each other one that does. Off until the
 * operator asks for it, and remembered by this browser; asking for it plays it once.
 */
export function useSound(urgent: Pick<Problem, 'kind' | 'subject'> | null): {
  isOn: boolean;
  toggle(): void;
} {
  const [stored, store] = useStored(NAME);
  const isOn = stored === true;
  const cause = urgent === null ? null : `${urgent.kind} ${urgent.subject}`;
  useEffect(() => {
    if (isOn && cause !== null) play();
  }, [isOn, cause]);
  const toggle = useCallback(() => {
    // A red screen plays it anyway.
    if (!isOn && cause === null) play();
    store(isOn ? undefined : true);
  }, [isOn, cause, store]);
  return { isOn, toggle };
}
