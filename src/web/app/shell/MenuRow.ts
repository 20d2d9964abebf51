import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import type { ElementType } from 'react';

/** A row of the menu, 32 pixels: a link or the label of a group. */
export const MenuRow = styled(ButtonBase)(({ theme }) => {
  const chrome = theme.vars!.palette.chrome;
  return {
    width: '100%',
    height: 32,
    padding: '0 10px',
    gap: 10,
    justifyContent: 'flex-start',
    textAlign: 'left',
    borderRadius: 'var(--corner)',
    fontSize: 13,
    lineHeight: '18px',
    color: chrome.quiet,
    '& > span': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
    whiteSpace: 'nowrap',
    '& > svg, & > i': { flex: 'none', width: 18, height: 18, fontSize: 18 },
    '&:hover': { backgroundColor: chrome.hover, color: chrome.text },
    '&.section': { color: chrome.text, fontWeight: 550 },
    '&.selected, &.selected:hover': {
      backgroundColor: chrome.selected,
      color: chrome.onSelected,
      fontWeight: 550,
    },
    '&:focus-visible': { outline: `2px solid ${chrome.accent}`, outlineOffset: -2 },
    // Fingers need more than a pointer does.
    '@media (pointer: coarse)': { height: 44 },
  };
}) as typeof ButtonBase & ElementType;
