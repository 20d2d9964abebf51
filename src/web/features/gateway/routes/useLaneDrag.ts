import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { placeAt } from './laneChanges.ts';

type Drag = { from: number; to: number; by: number; height: number };
type Begun = { from: number; at: number; middles: number[]; height: number; to?: number };

/** Pixels from the edge of the window where dragging scrolls the page, and how far at a time. */
const EDGE = 72;
const STEP = 14;

/**
 * Moves lanes by pointer, and by the up and down keys on their handle. Escape cancels a drag.
 * @param lanes how many lanes may be moved; those after them stay
 * @param move is called with the old and the new place
 */
export function useLaneDrag(lanes: number, move: (from: number, to: number) => void) {
  const elements = useRef(new Map<number, HTMLElement>());
  const begun = useRef<Begun | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  function stop() {
    begun.current = null;
    setDrag(null);
  }
  const isDragging = drag !== null;
  useEffect(() => {
    if (!isDragging) return;
    const cancel = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') stop();
    };
    window.addEventListener('keydown', cancel);
    return () => window.removeEventListener('keydown', cancel);
  }, [isDragging]);

  const handle = (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const boxes = Array.from({ length: lanes }, (_, at) =>
        elements.current.get(at)?.getBoundingClientRect(),
      );
      begun.current = {
        from: index,
        at: event.pageY,
        middles: boxes.map((box) => (box ? box.top + window.scrollY + box.height / 2 : 0)),
        height: boxes[index]?.height ?? 0,
      };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const start = begun.current;
      if (!start) return;
      if (event.clientY < EDGE) window.scrollBy(0, -STEP);
      else if (event.clientY > window.innerHeight - EDGE) window.scrollBy(0, STEP);
      const by = event.pageY - start.at;
      // A click on the handle is not a drag.
      if (start.to === undefined && Math.abs(by) < 4) return;
      const { from, height } = start;
      start.to = placeAt(start.middles, from, start.middles[from]! + by, lanes - 1);
      setDrag({ from, to: start.to, by, height });
    },
    onPointerUp() {
      // The last movement may not be drawn yet: where the pointer is counts, and not what the screen shows.
      const { from, to } = begun.current ?? {};
      if (from !== undefined && to !== undefined && to !== from) move(from, to);
      stop();
    },
    onPointerCancel: stop,
    onKeyDown(event: KeyboardEvent) {
      const to =
        event.key === 'ArrowUp' ? index - 1 : event.key === 'ArrowDown' ? index + 1 : undefined;
      if (to === undefined) return;
      event.preventDefault();
      if (to >= 0 && to < lanes) move(index, to);
    },
  });

  /** How far a lane stands from its own place, in pixels. */
  function shift(index: number): number {
    if (!drag) return 0;
    if (index === drag.from) return drag.by;
    if (index > drag.from && index <= drag.to) return -drag.height;
    if (index < drag.from && index >= drag.to) return drag.height;
    return 0;
  }

  return {
    handle,
    shift,
    dragged: drag?.from,
    element: (index: number) => (element: HTMLElement | null) => {
      if (element) elements.current.set(index, element);
      else elements.current.delete(index);
    },
  };
}
