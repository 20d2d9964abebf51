import { createContext, use } from 'react';
import { useStored } from './useStored.ts';

/** Pixels of a row: low ones for people who watch many rows all day. */
const ROW_HEIGHTS = { low: 32, high: 44 } as const;

/** The height of rows for people who have not chosen one. */
export const UsualRowHeight = createContext<keyof typeof ROW_HEIGHTS>('high');

const CHOSEN = 'rows';

/** The height of rows that this browser keeps for all lists, and the switch between the two. */
export function useRowHeight(): { isLow: boolean; height: number; toggle(): void } {
  const usual = use(UsualRowHeight);
  const [stored, store] = useStored(CHOSEN);
  const chosen = stored === 'low' || stored === 'high' ? stored : usual;
  return {
    isLow: chosen === 'low',
    height: ROW_HEIGHTS[chosen],
    toggle: () => store(chosen === 'low' ? 'high' : 'low'),
  };
}
