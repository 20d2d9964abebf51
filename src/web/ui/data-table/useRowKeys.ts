import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { useNavigate } from 'react-router';

/**
 * The keys of a list: one row is a stop of Tab, the arrows, Home and End go on to others, Enter opens, Space ticks. What stands
 * in a row keeps its own keys, and Tab goes through it as everywhere.
 */
export function useRowKeys({
  body,
  open,
  tick,
}: {
  body: RefObject<HTMLTableSectionElement | null>;
  open(index: number): string | undefined;
  tick?(index: number): void;
}) {
  const navigate = useNavigate();
  const [active, setActive] = useState(0);
  function onKeyDown(event: KeyboardEvent<HTMLTableSectionElement>) {
    const { target } = event;
    // For React the open menu of a row is a child of the row, although it is drawn elsewhere.
    if (!(target instanceof HTMLElement) || body.current === null || !body.current.contains(target))
      return;
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.shiftKey ||
      target.closest('input:not([type=checkbox]), textarea, select')
    )
      return;
    const elements = [...body.current.rows];
    const at = elements.findIndex((row) => row.contains(target));
    const to = {
      ArrowDown: Math.min(at + 1, elements.length - 1),
      ArrowUp: Math.max(at - 1, 0),
      Home: 0,
      End: elements.length - 1,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      elements[to]?.focus();
    } else if (target === elements[at] && event.key === 'Enter') {
      const address = open(at);
      if (address !== undefined) void navigate(address);
    } else if (target === elements[at] && event.key === ' ' && tick) {
      event.preventDefault();
      tick(at);
    }
  }
  function onFocus({ target }: FocusEvent<HTMLTableSectionElement>) {
    const at = [...(body.current?.rows ?? [])].findIndex((row) => row.contains(target));
    if (at >= 0) setActive(at);
  }
  return { active, onKeyDown, onFocus };
}
