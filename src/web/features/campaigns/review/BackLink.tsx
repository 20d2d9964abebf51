import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCloseReview } from './reviewLink.ts';

/** A link from the review to its text; a plain click closes the review as its cross does. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  const close = useCloseReview(to);
  return (
    <Button
      variant="outlined"
      color="inherit"
      component={Link}
      to={to}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        close();
      }}
    >
      {children}
    </Button>
  );
}
