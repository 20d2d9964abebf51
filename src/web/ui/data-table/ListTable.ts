import { styled } from '@mui/material/styles';
import { STICKY_TOP } from '../page/stickyTop.ts';
import { FIGURES } from '../theme/typefaces.ts';

/**
 * A table of plain elements, all of whose styles are in one class: a list of 200 rows has 2,000 cells, and a styled component in
 * each costs more than everything else in the list.
 */
export const ListTable = styled('table')(({ theme }) => ({
  display: 'table',
  width: '100%',
  borderSpacing: 0,
  borderCollapse: 'separate',
  fontSize: 13,
  lineHeight: '18px',
  color: theme.vars?.palette.text.primary,
  '& thead': { zIndex: 2, [theme.breakpoints.up('md')]: { position: 'sticky', top: STICKY_TOP } },
  '& th': {
    height: 38,
    padding: '6px 12px',
    textAlign: 'left',
    fontSize: 12,
    lineHeight: '16px',
    fontWeight: 550,
    whiteSpace: 'nowrap',
    color: theme.vars?.palette.text.secondary,
    backgroundColor: theme.vars?.palette.surface.sunken,
  },
  // The heading of a group of rows.
  '& tbody th': { height: 34, color: theme.vars?.palette.text.primary, fontWeight: 600 },
  '& td': {
    height: 'var(--row-height)',
    padding: '3px 12px',
    textAlign: 'left',
    whiteSpace: 'nowrap',
  },
  // The line of headings over several columns.
  '& thead td': {
    height: 26,
    padding: '6px 12px 0',
    fontSize: 12,
    lineHeight: '16px',
    fontWeight: 550,
    whiteSpace: 'nowrap',
    color: theme.vars?.palette.text.secondary,
    backgroundColor: theme.vars?.palette.surface.sunken,
  },
  '& th, & td': {
    boxSizing: 'border-box',
    borderBottom: `1px solid ${theme.vars?.palette.divider}`,
  },
  '& thead td:not(.over)': { borderBottomColor: 'transparent' },
  '& tr > :first-child': { paddingLeft: 20 },
  '& tr > :last-child': { paddingRight: 20 },
  '& .tick': { width: 48, padding: '0 0 0 4px' },
  '& .figure': { textAlign: 'right' },
  // Digits of one width in columns of figures; in words such as E-mail they would spread the letters.
  '& .figure, & .digits, & time': FIGURES,
  // Takes the width that the others leave and shrinks first, down to a width at which a text is still recognisable.
  '& .grows': { width: '100%' },
  '& td.grows': { minWidth: 168, maxWidth: 0 },
  '& td.name > *, & .cut, & td.grows': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '& td.name > *': { display: 'inline-block', maxWidth: '100%', verticalAlign: 'middle' },
  '& .menu': { width: 56, padding: '0 8px 0 0', textAlign: 'right' },
  '& tbody:last-child tr:last-child > *': { borderBottom: 0 },
  '& tbody tr': {
    scrollMarginTop: `calc(${STICKY_TOP} + 48px)`,
    scrollMarginBottom: 56,
    '&.ticked, &.looked': { backgroundColor: theme.vars?.palette.surface.accent },
  },
  '& .looks tr': { cursor: 'pointer' },
  '& tbody tr[data-row]:not(.ticked, .looked):hover': {
    backgroundColor: theme.vars?.palette.action.hover,
  },
  '& tbody tr:focus-visible': {
    outline: `2px solid ${theme.vars?.palette.primary.main}`,
    outlineOffset: -2,
  },
}));
