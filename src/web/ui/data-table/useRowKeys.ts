import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { useNavigate } from 'react-router';

/**
 * The keys of a list: one row is a stop of Tab, the arrows, J, K, Home and End go on to others, Enter opens
 * it beside the list where it can, else its page, Space or X ticks, and a dot opens the row's menu. A panel
 * beside the list follows the rows. Fields and links in a row keep their own keys, and Tab goes through them
 * as everywhere.
 */
export function useRowKeys({
  body,
  open,
  look,
  isLooking,
  tick,
}: {
  body: RefObject<HTMLTableSectionElement | null>;
  open(index: number): string | undefined;
  look?(index: number): void;
  isLooking?: boolean;
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
    const elements = rowsIn(body.current);
    const at = elements.findIndex((row) => row.contains(target));
    const down = Math.min(at + 1, elements.length - 1);
    const up = Math.max(at - 1, 0);
    const to = {
      ArrowDown: down,
      j: down,
      ArrowUp: up,
      k: up,
      Home: 0,
      End: elements.length - 1,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      elements[to]?.focus();
      if (isLooking) look?.(to);
    } else if (target === elements[at] && event.key === 'Enter' && look) {
      look(at);
    } else if (target === elements[at] && event.key === 'Enter') {
      const address = open(at);
      if (address !== undefined) void navigate(address);
    } else if (target === elements[at] && (event.key === ' ' || event.key === 'x') && tick) {
      event.preventDefault();
      tick(at);
    } else if (target === elements[at] && event.key === '.') {
      elements[at].querySelector<HTMLElement>('[aria-haspopup=menu]')?.click();
    }
  }
  function onFocus({ target }: FocusEvent<HTMLTableSectionElement>) {
    const at = rowsIn(body.current).findIndex((row) => row.contains(target));
    if (at >= 0) setActive(at);
  }
  return { active, onKeyDown, onFocus };
}

/** The rows of the list, without the headings of its groups. */
const rowsIn = (body: HTMLTableSectionElement | null) =>
  [...(body?.rows ?? [])].filter(({ dataset }) => dataset['row'] !== undefined);
