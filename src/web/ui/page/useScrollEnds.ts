import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels by which a browser may round a place. */
const ROUNDING = 2;

/** The ends of a frame that scrolls sideways beyond which something lies. */
export function useScrollEnds(
  frame: RefObject<HTMLElement | null>,
  selector: string,
): { start: boolean; end: boolean } {
  const [ends, setEnds] = useState({ start: false, end: false });
  useLayoutEffect(() => {
    const scroller = frame.current?.querySelector<HTMLElement>(selector);
    if (!scroller) return undefined;
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = scroller;
      const start = scrollLeft > ROUNDING;
      const end = scrollWidth - clientWidth - scrollLeft > ROUNDING;
      setEnds((before) => (before.start === start && before.end === end ? before : { start, end }));
    };
    const watcher = new ResizeObserver(measure);
    watcher.observe(scroller);
    for (const child of scroller.children) watcher.observe(child);
    scroller.addEventListener('scroll', measure, { passive: true });
    return () => {
      watcher.disconnect();
      scroller.removeEventListener('scroll', measure);
    };
  }, [frame, selector]);
  return ends;
}
