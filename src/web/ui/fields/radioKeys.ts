import type { KeyboardEvent } from 'react';

/**
 * The keys of a group of radio buttons: arrows move in a circle, Home and End go to the ends, and each
 * selects the button that it reaches.
 */
export function radioKeys(event: KeyboardEvent<HTMLElement>): void {
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')];
  const at = radios.findIndex((radio) => radio === event.target);
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const to =
    event.key === 'Home'
      ? 0
      : event.key === 'End'
        ? radios.length - 1
        : step === undefined
          ? undefined
          : (at + step + radios.length) % radios.length;
  if (at < 0 || to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  radios[to]?.focus();
  radios[to]?.click();
}
