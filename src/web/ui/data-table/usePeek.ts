import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** The row beside its list, unless a list has a name of its own for it. */
export const PEEKED = 'peek';

/**
 * The row that the panel beside a list shows, as a part of the address: a link opens it, back closes it, and walking from row
 * to row leaves no trace in the history.
 */
export function usePeek(name: string | undefined, frame: RefObject<HTMLElement | null>) {
  const [parameters, setParameters] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const state = location.state as { isPeeking?: boolean } | null;
  const shown = name === undefined ? null : parameters.get(name);
  const last = useRef(shown);

  // The row follows into view, and has the focus again when its panel is closed.
  useEffect(() => {
    const row = rowOf(frame.current, shown ?? last.current);
    if (shown !== null) row?.scrollIntoView({ block: 'nearest' });
    else if (last.current !== null) row?.focus();
    last.current = shown;
  }, [frame, shown]);

  function go(key: string | null, replace: boolean) {
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete(name ?? PEEKED);
        if (key !== null) next.set(name ?? PEEKED, key);
        return next;
      },
      { replace, state: { ...state, isPeeking: key !== null }, preventScrollReset: true },
    );
  }

  return {
    shown,
    open: (key: string) => go(key, shown !== null),
    close() {
      if (state?.isPeeking === true) void navigate(-1);
      else go(null, true);
    },
  };
}

function rowOf(frame: HTMLElement | null, key: string | null): HTMLElement | undefined {
  return [...(frame?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find(
    (row) => row.dataset['row'] === key,
  );
}

/** True where a click means the row itself: not a link, button or field in it, nor the end of marking text. */
export function meansRow({
  target,
  defaultPrevented,
}: {
  target: EventTarget;
  defaultPrevented: boolean;
}) {
  return (
    !defaultPrevented &&
    target instanceof Element &&
    target.closest('a, button, input, label, [role=menu], [role=dialog]') === null &&
    (getSelection()?.isCollapsed ?? true)
  );
}
