import { lazy, Suspense } from 'react';
import type { Paged, ListProps } from './props.ts';

// Most people who open a list open no row of it.
const PeekPanel = lazy(() => import('./PeekPanel.tsx'));

/** The panel of the row in the address, if it can be shown: most lists can show rows of the present page alone. */
export function Peek<T, P extends Paged>({
  peek,
  rows,
  keyOf,
  name,
  shown,
  isFull,
  open,
  close,
}: Pick<ListProps<T, P>, 'keyOf' | 'name'> & {
  peek: NonNullable<ListProps<T, P>['peek']>;
  rows: readonly T[];
  shown: string;
  isFull: boolean;
  open(key: string): void;
  close(): void;
}) {
  const at = rows.findIndex((row) => keyOf(row) === shown);
  const row = rows[at];
  const body = peek.body(row, shown);
  if (body === null) return null;
  const step = (to: number) => {
    const next = at < 0 ? undefined : rows[to];
    return next === undefined ? undefined : () => open(keyOf(next));
  };
  return (
    <Suspense fallback={null}>
      <PeekPanel
        label={peek.label}
        name={row === undefined ? peek.label : name(row).text}
        page={peek.pageOf ? peek.pageOf(row, shown) : row && name(row).to}
        isFull={isFull}
        before={step(at - 1)}
        after={step(at + 1)}
        onClose={close}
      >
        {body}
      </PeekPanel>
    </Suspense>
  );
}
