const FIGURE = {
  flex: 'none',
  width: 116,
  textAlign: 'right',
  fontVariantNumeric: 'tabular-nums',
} as const;

/** Facts that the tree shows of each account beside its name; a phone shows the messages alone. */
export const TREE_COLUMNS = [
  {
    key: 'level',
    sx: {
      flex: 'none',
      width: 150,
      color: 'text.secondary',
      display: { xs: 'none', md: 'inline' },
    },
  },
  { key: 'balance', sx: { ...FIGURE, display: { xs: 'none', sm: 'inline' } } },
  { key: 'sent', sx: { ...FIGURE, width: { xs: 72, sm: 116 } } },
] as const;
