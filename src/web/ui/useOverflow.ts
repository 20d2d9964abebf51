import { type RefObject, useLayoutEffect, useState } from 'react';

/** True while the contents are wider than their frame: then they scroll, so that no column is cut off. */
export function useOverflow(frame: RefObject<HTMLElement | null>): boolean {
  const [isWider, setWider] = useState(false);
  useLayoutEffect(() => {
    const element = frame.current;
    const contents = element?.querySelector('table') ?? element?.firstElementChild;
    if (!element || !contents) return undefined;
    const watcher = new ResizeObserver(() => setWider(element.scrollWidth > element.clientWidth));
    watcher.observe(element);
    watcher.observe(contents);
    return () => watcher.disconnect();
  }, [frame]);
  return isWider;
}
