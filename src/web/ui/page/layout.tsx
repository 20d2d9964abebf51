import Box, { type BoxProps } from '@mui/material/Box';
import { useRef, type ElementType, type ReactNode } from 'react';
import { useOverflow } from './useOverflow.ts';

type Shape<C extends ElementType> = BoxProps<C, { component?: C }> & {
  /** In steps of 4 px. */
  gap?: number;
  maxWidth?: number;
};

/**
 * Children below each other, the same distance apart.
 * @param isFluid lets them become narrower than their content asks for, as long words and tables need
 */
export function Rows<C extends ElementType = 'div'>({
  gap = 5,
  maxWidth,
  isFluid,
  ...box
}: Shape<C> & { isFluid?: boolean }) {
  return (
    <Box
      {...(box as BoxProps)}
      sx={{
        display: 'grid',
        gap,
        ...(maxWidth !== undefined && { maxWidth }),
        ...(isFluid && { gridTemplateColumns: 'minmax(0, 1fr)' }),
      }}
    />
  );
}

/** Children side by side in two columns, below each other on a phone. */
export function Halves<C extends ElementType = 'div'>({ gap = 5, maxWidth, ...box }: Shape<C>) {
  return (
    <Box
      {...(box as BoxProps)}
      sx={{
        display: 'grid',
        gap,
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
        ...(maxWidth !== undefined && { maxWidth }),
      }}
    />
  );
}

/** A form or a file with what explains it at the right, below it on narrow windows. */
export function Beside({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 5,
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          lg: 'minmax(0, 720px) minmax(280px, 1fr)',
        },
        alignItems: 'start',
      }}
    >
      <Rows isFluid>{children}</Rows>
      <Rows isFluid>{aside}</Rows>
    </Box>
  );
}

/** A list without marks, its items below each other. */
export function PlainList<C extends ElementType = 'ul'>({ gap = 3, ...box }: Shape<C>) {
  return (
    <Box
      component="ul"
      {...(box as BoxProps)}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap }}
    />
  );
}

/**
 * A part that scrolls sideways where it is wider than the screen.
 * @param isContainer lets its columns hide by its own width
 */
export function SideScroll<C extends ElementType = 'div'>({
  isContainer = false,
  ...box
}: BoxProps<C, { component?: C }> & { isContainer?: boolean }) {
  const frame = useRef<HTMLElement>(null);
  // The arrow keys reach the columns beyond the edge.
  const isWider = useOverflow(frame);
  return (
    <Box
      {...(isWider && { tabIndex: 0 })}
      {...(box as BoxProps)}
      ref={frame}
      sx={{ overflowX: 'auto', ...(isContainer && { containerType: 'inline-size' }) }}
    />
  );
}
