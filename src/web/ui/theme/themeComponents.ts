// The styles of the component library, long because each component has its entry.
import type { Theme, ThemeOptions } from '@mui/material/styles';
import type { Corners } from './tokens.ts';
import { FIGURES, LETTERS } from './typefaces.ts';

/** Built-in texts of the component library: tooltips and accessible names. */
export type OwnWords = { readonly open: string; readonly close: string; readonly clear: string };

/** @param corners pixels of the corners of controls, for all others to be measured by */
export function components(
  { open, close, clear }: OwnWords,
  corners: Corners,
): ThemeOptions['components'] {
  return {
    MuiCssBaseline: {
      styleOverrides: (theme) => ({
        ':root': {
          '--corner': `${corners}px`,
          '--corner-small': `${corners - 2}px`,
          '--corner-card': `${corners + 2}px`,
          '--corner-dialog': `${corners + 4}px`,
        },
        body: {
          fontFeatureSettings: LETTERS,
          WebkitFontSmoothing: 'antialiased',
          backgroundColor: theme.vars?.palette.background.default,
        },
        ':focus-visible': {
          outline: `2px solid ${theme.vars?.palette.primary.main}`,
          outlineOffset: 2,
        },
        '::selection': { backgroundColor: theme.vars?.palette.surface.accent },
        'b, strong': { fontWeight: 600 },
      }),
    },
    // Focus is the ring above and hover a step of ground; ripples would be a third voice.
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { fontFamily: 'inherit' } },
    },
    MuiToggleButton: {
      styleOverrides: {
        // The default colour of unselected items is too pale to read on the page's background.
        root: ({ theme }) => ({
          padding: '4px 12px',
          fontSize: 13,
          textTransform: 'none',
          whiteSpace: 'nowrap',
          color: theme.vars?.palette.text.secondary,
          backgroundColor: theme.vars?.palette.background.paper,
          '&.Mui-selected': { color: theme.vars?.palette.text.primary },
        }),
      },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: ({ theme }) => ({
          minHeight: 36,
          padding: '7px 14px',
          borderRadius: 'var(--corner)',
          whiteSpace: 'nowrap',
          '&:focus-visible': {
            outline: `2px solid ${theme.vars?.palette.primary.main}`,
            outlineOffset: 2,
          },
          [theme.breakpoints.down('sm')]: { minHeight: 40 },
        }),
        sizeSmall: { minHeight: 30, padding: '4px 10px', fontSize: 13, lineHeight: '18px' },
        sizeLarge: { minHeight: 44, padding: '11px 18px', fontSize: 15 },
        text: { paddingInline: 10 },
        startIcon: { marginRight: 6, '& > *:nth-of-type(1)': { fontSize: 18 } },
      },
      variants: [
        {
          props: { variant: 'outlined', color: 'inherit' },
          style: ({ theme }) => ({
            borderColor: theme.vars?.palette.surface.control,
            backgroundColor: theme.vars?.palette.background.paper,
            color: theme.vars?.palette.text.primary,
            '&:hover': {
              borderColor: theme.vars?.palette.text.secondary,
              backgroundColor: theme.vars?.palette.surface.sunken,
            },
          }),
        },
      ],
    },
    MuiIconButton: {
      styleOverrides: {
        root: ({ theme }) => ({
          borderRadius: 'var(--corner)',
          color: theme.vars?.palette.text.secondary,
          '&:hover': {
            backgroundColor: theme.vars?.palette.action.hover,
            color: theme.vars?.palette.text.primary,
          },
          '&:focus-visible': {
            outline: `2px solid ${theme.vars?.palette.primary.main}`,
            outlineOffset: 1,
          },
        }),
        sizeMedium: { padding: 8 },
        sizeSmall: { padding: 4 },
      },
    },
    MuiSvgIcon: { defaultProps: { fontSize: 'small' } },
    MuiPaper: {
      styleOverrides: {
        root: { backgroundImage: 'none' },
        rounded: { borderRadius: 'var(--corner-card)' },
      },
    },
    MuiCard: {
      defaultProps: { variant: 'outlined' },
      styleOverrides: {
        root: ({ theme }) => ({
          borderColor: theme.vars?.palette.divider,
          borderRadius: 'var(--corner-card)',
        }),
      },
    },
    MuiAppBar: {
      defaultProps: { color: 'inherit', elevation: 0 },
      styleOverrides: {
        root: ({ theme }) => ({
          backgroundColor: theme.vars?.palette.chrome.bar,
          borderBottom: `1px solid ${theme.vars?.palette.divider}`,
          backgroundImage: 'none',
        }),
      },
    },
    MuiDrawer: {
      styleOverrides: {
        paper: ({ theme }) => ({
          backgroundImage: 'none',
          backgroundColor: theme.vars?.palette.background.paper,
          borderColor: theme.vars?.palette.divider,
          borderRadius: 0,
        }),
      },
    },
    MuiListItemButton: {
      styleOverrides: {
        root: ({ theme }) => ({
          minHeight: 36,
          borderRadius: 'var(--corner)',
          padding: '6px 10px',
          gap: 10,
          color: theme.vars?.palette.text.secondary,
          '&:hover': {
            backgroundColor: theme.vars?.palette.action.hover,
            color: theme.vars?.palette.text.primary,
          },
          '&.Mui-selected, &.Mui-selected:hover': {
            backgroundColor: theme.vars?.palette.surface.accent,
            color: theme.vars?.palette.primary.main,
            fontWeight: 550,
          },
          '&:focus-visible': {
            outline: `2px solid ${theme.vars?.palette.primary.main}`,
            outlineOffset: -2,
          },
        }),
      },
    },
    MuiListItemIcon: { styleOverrides: { root: { minWidth: 0, color: 'inherit' } } },
    MuiListItemText: {
      styleOverrides: {
        root: { margin: 0 },
        primary: { fontSize: 14, lineHeight: '20px', fontWeight: 'inherit' },
      },
    },
    MuiMenu: {
      styleOverrides: {
        paper: ({ theme }) => ({
          marginTop: 4,
          border: `1px solid ${theme.vars?.palette.divider}`,
          boxShadow: '0 8px 24px rgb(10 20 30 / 0.14)',
        }),
        list: { padding: 4 },
      },
    },
    MuiMenuItem: {
      styleOverrides: {
        root: ({ theme }) => ({
          borderRadius: 'var(--corner-small)',
          minHeight: 34,
          padding: '6px 10px',
          gap: 10,
          fontSize: 14,
          '&:focus-visible': { outline: 'none', backgroundColor: theme.vars?.palette.action.hover },
          '&.Mui-selected, &.Mui-selected:hover': {
            backgroundColor: theme.vars?.palette.surface.accent,
          },
          [theme.breakpoints.down('sm')]: { minHeight: 42 },
        }),
      },
    },
    MuiPopover: {
      styleOverrides: {
        paper: ({ theme }) => ({
          border: `1px solid ${theme.vars?.palette.divider}`,
          boxShadow: '0 8px 24px rgb(10 20 30 / 0.14)',
        }),
      },
    },
    MuiDialog: {
      styleOverrides: {
        paper: ({ theme }) => ({
          borderRadius: 'var(--corner-dialog)',
          border: `1px solid ${theme.vars?.palette.divider}`,
          boxShadow: '0 24px 64px rgb(10 20 30 / 0.24)',
        }),
      },
    },
    MuiDialogTitle: {
      styleOverrides: {
        root: { padding: '20px 24px 8px', fontSize: 16, lineHeight: '24px', fontWeight: 600 },
      },
    },
    MuiDialogActions: {
      styleOverrides: {
        root: {
          padding: '16px 24px 20px',
          gap: 8,
          flexWrap: 'wrap',
          '& > :not(style) ~ :not(style)': { marginLeft: 0 },
        },
      },
    },
    MuiTooltip: {
      defaultProps: { enterDelay: 300 },
      styleOverrides: {
        tooltip: ({ theme }) => ({
          fontSize: 12,
          lineHeight: '16px',
          fontWeight: 500,
          padding: '6px 8px',
          borderRadius: 'var(--corner-small)',
          backgroundColor: '#25303B',
          color: '#F2F5F8',
          ...theme.applyStyles('dark', { backgroundColor: '#3A4856' }),
        }),
      },
    },
    MuiFormLabel: {
      styleOverrides: {
        root: ({ theme }) => ({
          fontSize: 13,
          lineHeight: '18px',
          fontWeight: 550,
          color: theme.vars?.palette.text.primary,
          marginBottom: 6,
          '&.Mui-focused, &.Mui-error': { color: theme.vars?.palette.text.primary },
        }),
      },
    },
    MuiFormHelperText: {
      styleOverrides: { root: { margin: '6px 0 0', fontSize: 12, lineHeight: '16px' } },
    },
    MuiOutlinedInput: {
      defaultProps: { size: 'small' },
      styleOverrides: {
        root: ({ theme }) => ({
          backgroundColor: theme.vars?.palette.background.paper,
          fontSize: 14,
          borderRadius: 'var(--corner)',
          '& fieldset': { borderColor: theme.vars?.palette.surface.control },
          '&:hover:not(.Mui-focused):not(.Mui-error) fieldset': {
            borderColor: theme.vars?.palette.text.secondary,
          },
          '&.Mui-disabled': { backgroundColor: theme.vars?.palette.surface.sunken },
          // The ring is the field's border; a second one inside would say nothing.
          '& :focus-visible': { outline: 'none' },
        }),
        input: ({ theme }) => ({
          padding: '9px 12px',
          height: 20,
          '&::placeholder': { color: theme.vars?.palette.text.secondary, opacity: 1 },
          '&.MuiInputBase-inputMultiline': { height: 'auto' },
          // Below 16 px phones zoom into the field.
          [theme.breakpoints.down('sm')]: { fontSize: 16, padding: '11px 12px' },
        }),
        multiline: { padding: 0 },
      },
    },
    MuiTableCell: {
      styleOverrides: {
        root: ({ theme }) => ({
          ...FIGURES,
          fontSize: 13,
          lineHeight: '18px',
          height: 44,
          padding: '6px 12px',
          borderColor: theme.vars?.palette.divider,
          '&:first-child': { paddingLeft: 20 },
          '&:last-child': { paddingRight: 20 },
          // As far from the edge as the titles of cards.
          [theme.breakpoints.down('sm')]: {
            '&:first-child': { paddingLeft: 16 },
            '&:last-child': { paddingRight: 16 },
          },
        }),
        head: ({ theme }) => ({
          height: 38,
          fontSize: 12,
          lineHeight: '16px',
          fontWeight: 550,
          color: theme.vars?.palette.text.secondary,
          backgroundColor: theme.vars?.palette.surface.sunken,
          whiteSpace: 'nowrap',
        }),
        stickyHeader: ({ theme }) => ({ backgroundColor: theme.vars?.palette.surface.sunken }),
      },
    },
    MuiTableRow: {
      styleOverrides: {
        root: ({ theme }) => ({
          '&.MuiTableRow-hover:hover': { backgroundColor: theme.vars?.palette.action.hover },
          '&:last-child > *': { borderBottom: 0 },
        }),
      },
    },
    MuiAutocomplete: {
      defaultProps: { openText: open, closeText: close, clearText: clear },
      styleOverrides: {
        // The height and the start of the text are those of a plain field.
        root: ({ theme }) => ({
          '& .MuiOutlinedInput-root.MuiInputBase-sizeSmall .MuiAutocomplete-input': {
            padding: '3px 4px 3px 6px',
            [theme.breakpoints.down('sm')]: { padding: '5px 4px 5px 6px' },
          },
        }),
      },
    },
    MuiAlert: {
      defaultProps: { closeText: close },
      styleOverrides: {
        root: {
          borderRadius: 'var(--corner)',
          padding: '10px 14px',
          fontSize: 14,
          lineHeight: '20px',
          alignItems: 'flex-start',
          // One line of text is centred beside its button; on a phone the button is below.
          '&:has(> .MuiAlert-action)': { alignItems: 'center' },
          '@media (max-width: 599.95px)': {
            '&:has(> .MuiAlert-action)': { flexWrap: 'wrap', rowGap: 8 },
            '& > .MuiAlert-message': { flexBasis: 'calc(100% - 30px)' },
            '& > .MuiAlert-action': { marginLeft: 30, paddingLeft: 0 },
          },
        },
        icon: { padding: 0, marginRight: 10, fontSize: 20 },
        message: { padding: 0, minWidth: 0, flex: 1 },
        action: { padding: 0, marginRight: 0, alignItems: 'center' },
      },
      variants: (['success', 'info', 'warning', 'error'] as const).map((severity) => ({
        props: { variant: 'standard', severity },
        style: ({ theme }: { theme: Theme }) => ({
          backgroundColor: theme.vars?.palette.tone[severity].ground,
          color: theme.vars?.palette.text.primary,
          '& .MuiAlert-icon': { color: theme.vars?.palette.tone[severity].text },
        }),
      })),
    },
    MuiAlertTitle: {
      styleOverrides: { root: { fontSize: 14, lineHeight: '20px', fontWeight: 600, margin: 0 } },
    },
    MuiLinearProgress: {
      styleOverrides: {
        root: ({ theme }) => ({
          height: 6,
          borderRadius: 3,
          backgroundColor: theme.vars?.palette.surface.sunken,
        }),
        bar: { borderRadius: 3 },
      },
    },
    MuiSkeleton: {
      defaultProps: { animation: 'wave' },
      styleOverrides: {
        root: ({ theme }) => ({ backgroundColor: theme.vars?.palette.surface.sunken }),
      },
    },
    MuiLink: {
      defaultProps: { underline: 'hover', color: 'link.main' },
      styleOverrides: { root: { fontWeight: 550, textUnderlineOffset: 3, borderRadius: 4 } },
    },
    MuiBadge: {
      styleOverrides: {
        badge: { fontSize: 11, fontWeight: 600, height: 18, minWidth: 18, padding: '0 5px' },
      },
    },
    MuiAvatar: {
      styleOverrides: {
        root: ({ theme }) => ({
          fontSize: 15,
          fontWeight: 600,
          backgroundColor: theme.vars?.palette.surface.accent,
          color: theme.vars?.palette.primary.main,
        }),
      },
    },
  };
}
