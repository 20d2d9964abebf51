import Link from '@mui/material/Link';
import type { MouseEvent, ReactNode } from 'react';
import { goTo } from './navigation.ts';

/** A link between the pages before sign-in; with a key held it opens as any link does. */
export function AuthLink({ to, children }: { to: string; children: ReactNode }) {
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    goTo(to);
  }
  return (
    <Link href={to} onClick={follow}>
      {children}
    </Link>
  );
}
