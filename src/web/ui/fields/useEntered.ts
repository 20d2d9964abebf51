import { useState, type FormEvent, type KeyboardEvent, type SyntheticEvent } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (target: EventTarget): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

const valueOf = (control: Control): string =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)
    ? String(control.checked)
    : control.value;

/** The entries of a person below an element; values that the form itself fills in do not count. */
class Entries {
  /** The value before the person first changed the control; null where nothing can restore it. */
  readonly #before = new Map<Control, string | null>();
  readonly #changed = new Set<Control>();

  noteBefore(control: Control): void {
    if (!this.#changed.has(control)) this.#before.set(control, valueOf(control));
  }

  noteChange(control: Control): void {
    this.#changed.add(control);
  }

  /** Something was picked from the list of a control. */
  notePick(control: Control): void {
    this.#changed.add(control);
    this.#before.set(control, null);
  }

  /** True while a changed control is in the page with another value than before. */
  get exist(): boolean {
    return [...this.#changed].some(
      (control) => control.isConnected && valueOf(control) !== (this.#before.get(control) ?? null),
    );
  }
}

/** Listeners for an element with a form, and whether anything is entered below it now. */
export function useEntered() {
  const [entries] = useState(() => new Entries());
  const noteBefore = ({ target }: SyntheticEvent) => {
    if (isControl(target)) entries.noteBefore(target);
  };
  // A list of choices hangs at the page's end, and what it writes into its control is no event.
  const notePick = () => {
    const control = document.activeElement;
    if (control?.ariaExpanded === 'true' && isControl(control)) entries.notePick(control);
  };
  return {
    hasEntries: () => entries.exist,
    listeners: {
      onFocusCapture: noteBefore,
      onPointerDownCapture: noteBefore,
      onKeyDownCapture: (event: KeyboardEvent) => {
        noteBefore(event);
        if (event.key === 'Enter' && document.activeElement?.hasAttribute('aria-activedescendant'))
          notePick();
      },
      onClickCapture: ({ target }: SyntheticEvent) => {
        if (target instanceof Element && target.closest('[role=option]') !== null) notePick();
      },
      onChange: ({ target }: FormEvent) => {
        if (isControl(target)) entries.noteChange(target);
      },
    },
  };
}
