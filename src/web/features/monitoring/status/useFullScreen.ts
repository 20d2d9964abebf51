import { useCallback, useEffect, useState } from 'react';
import { isBusyKey } from '../../../ui/dialogs/busyKey.ts';

/** True while the screen fills the whole display, which `F` and a button toggle and Escape ends. */
export function useFullScreen(): { isFull: boolean; toggle(): void } {
  const [isFull, setFull] = useState(false);

  // A browser that refuses still gets the screen without the shell.
  const toggle = useCallback(() => {
    setFull(!isFull);
    const { documentElement: root, fullscreenElement: shown } = document;
    if (!isFull) root.requestFullscreen?.().catch(() => {});
    else if (shown !== null) document.exitFullscreen().catch(() => {});
  }, [isFull]);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isBusyKey(event)) return;
      if (event.key === 'f' || event.key === 'F') toggle();
      else if (event.key === 'Escape' && isFull) toggle();
    }
    function onChange() {
      if (document.fullscreenElement === null) setFull(false);
    }
    addEventListener('keydown', onKeyDown);
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      removeEventListener('keydown', onKeyDown);
      document.removeEventListener('fullscreenchange', onChange);
    };
  }, [isFull, toggle]);

  useEffect(
    () => () => {
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => {});
    },
    [],
  );
  return { isFull, toggle };
}
