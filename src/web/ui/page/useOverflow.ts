import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';

/**
 * True while the contents are wider than their frame: then they scroll, so that no column is cut off.
 * @param onWider called each time when they are found wider, with the frame's width in pixels
 */
export function useOverflow(
  frame: RefObject<HTMLElement | null>,
  onWider?: (width: number) => void,
): boolean {
  const [isWider, setWider] = useState(false);
  const measured = useEffectEvent((element: HTMLElement) => {
    const isNow = element.scrollWidth > element.clientWidth;
    setWider(isNow);
    if (isNow) onWider?.(element.clientWidth);
  });
  useLayoutEffect(() => {
    const element = frame.current;
    const contents = element?.querySelector('table') ?? element?.firstElementChild;
    if (!element || !contents) return undefined;
    const watcher = new ResizeObserver(() => measured(element));
    watcher.observe(element);
    watcher.observe(contents);
    return () => watcher.disconnect();
  }, [frame]);
  return isWider;
}
