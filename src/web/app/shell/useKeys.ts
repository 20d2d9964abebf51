import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { isBusyKey } from '../../ui/dialogs/busyKey.ts';

/** Keys after `g`, each with a screen. */
const GO_TO = {
  d: '/dashboard',
  c: '/dashboard/campaigns',
  m: '/dashboard/campaigns/sent-messages',
  k: '/dashboard/contacts',
  s: '/dashboard/settings',
} as const;
/** The longest time between `g` and the key after it, in milliseconds: enough for a machine that is busy. */
const SEQUENCE_MS = 5000;

/**
 * The keys of the whole portal: Ctrl or Cmd with K the palette, `?` the list of keys, `/` the search of a
 * list, `c` a new message, `g` and a letter a screen, `j` the first row. Keys alone do nothing in
 * fields and dialogs.
 */
export function useKeys({
  openPalette,
  openHelp,
  canSend,
}: {
  openPalette(): void;
  openHelp(): void;
  canSend: boolean;
}): void {
  const navigate = useNavigate();
  // Long before the first key of the page.
  const pressedG = useRef(-SEQUENCE_MS);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openPalette();
        return;
      }
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isBusyKey(event)
      )
        return;
      const key = event.key;
      const go = event.timeStamp - pressedG.current < SEQUENCE_MS;
      pressedG.current = key === 'g' ? event.timeStamp : -SEQUENCE_MS;
      const to = go && key in GO_TO ? GO_TO[key as keyof typeof GO_TO] : undefined;
      if (to !== undefined) void navigate(to);
      else if (key === '?') openHelp();
      else if (key === '/') focus(event, 'main [role=searchbox]');
      else if (key === 'j') focus(event, 'main tbody tr[tabindex="0"]');
      else if (key === 'c' && canSend) void navigate('/dashboard/campaigns/send-sms');
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [openPalette, openHelp, canSend, navigate]);
}

function focus(event: KeyboardEvent, selector: string) {
  const element = document.querySelector<HTMLElement>(selector);
  if (element === null) return;
  event.preventDefault();
  element.focus();
}
