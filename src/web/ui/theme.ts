import { alpha, createTheme, type Theme, type ThemeOptions } from '@mui/material/styles';

// ---- tokens ----

export const ACCENTS = [
  'default',
  'amber',
  'amethyst',
  'emarald',
  'ruby',
  'sapphire',
  'cobalt',
] as const;
export type Accent = (typeof ACCENTS)[number];

/** Each accent on light ground and on dark, with what is written on it. */
export const ACCENT_COLOURS: Record<Accent, { light: string; dark: string }> = {
  default: { light: '#0F766E', dark: '#35C2B4' },
  amber: { light: '#AE4F07', dark: '#F7B955' },
  amethyst: { light: '#7C3AED', dark: '#B79CFB' },
  emarald: { light: '#047857', dark: '#41D3A0' },
  ruby: { light: '#BE123C', dark: '#FB8A9E' },
  sapphire: { light: '#2563EB', dark: '#7DB1FC' },
  cobalt: { light: '#1E3A8A', dark: '#9DB4F8' },
};

export type Tone = 'success' | 'info' | 'warning' | 'error' | 'neutral';
type ToneColours = { text: string; ground: string; solid: string };

export const GROUNDS = {
  light: {
    page: '#F6F7F9',
    paper: '#FFFFFF',
    sunken: '#F1F3F6',
    line: '#E1E5EA',
    control: '#C3CAD2',
    text: '#141B22',
    quiet: '#55616E',
  },
  dark: {
    page: '#0F1419',
    paper: '#161C23',
    sunken: '#1B232C',
    line: '#2A343F',
    control: '#43505D',
    text: '#E7ECF1',
    quiet: '#9BA8B5',
  },
};

/** Status colours mean status and nothing else; `solid` is for bars and dots. */
export const TONES: Record<'light' | 'dark', Record<Tone, ToneColours>> = {
  light: {
    success: { text: '#0B6540', ground: '#E3F4EA', solid: '#1F9D63' },
    info: { text: '#1F4FA0', ground: '#E6EFFC', solid: '#3B7BDB' },
    warning: { text: '#854A06', ground: '#FCF1DC', solid: '#D98A1B' },
    error: { text: '#AD1F1A', ground: '#FCE9E7', solid: '#D2413A' },
    neutral: { text: '#4A5663', ground: '#ECEFF3', solid: '#9AA5B1' },
  },
  dark: {
    success: { text: '#79E2AE', ground: '#12311F', solid: '#2FB573' },
    info: { text: '#9CC5FD', ground: '#142B47', solid: '#4C8FEC' },
    warning: { text: '#F6CB80', ground: '#35280F', solid: '#DE9A35' },
    error: { text: '#FCAAA3', ground: '#3B1B1A', solid: '#E2574F' },
    neutral: { text: '#B5C1CD', ground: '#242E38', solid: '#6B7988' },
  },
};

export const SHELL = { topBar: 70, drawer: 300, narrow: 992, openAbove: 900 } as const;

declare module '@mui/material/styles' {
  interface Palette {
    tone: Record<Tone, ToneColours>;
    surface: { sunken: string; control: string; accent: string };
  }
  interface PaletteOptions {
    tone?: Record<Tone, ToneColours>;
    surface?: { sunken: string; control: string; accent: string };
  }
  interface TypographyVariants {
    figure: React.CSSProperties;
  }
  interface TypographyVariantsOptions {
    figure?: React.CSSProperties;
  }
}
declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    figure: true;
  }
}

// ---- theme ----

/** Every colour of one accent in one scheme. */
export function paletteOf(accent: Accent, scheme: 'light' | 'dark') {
  const ground = GROUNDS[scheme],
    tones = TONES[scheme],
    main = ACCENT_COLOURS[accent][scheme];
  const onAccent = scheme === 'light' ? '#FFFFFF' : '#0B1117';
  return {
    primary: {
      main,
      dark: mix(main, scheme === 'light' ? '#000000' : '#FFFFFF', 0.14),
      contrastText: onAccent,
    },
    error: { main: scheme === 'light' ? '#C0271F' : '#F98B83', contrastText: onAccent },
    warning: { main: tones.warning.text, contrastText: onAccent },
    success: { main: tones.success.text, contrastText: onAccent },
    info: { main: tones.info.text, contrastText: onAccent },
    background: { default: ground.page, paper: ground.paper },
    text: {
      primary: ground.text,
      secondary: ground.quiet,
      disabled: mix(ground.quiet, ground.paper, 0.35),
    },
    divider: ground.line,
    action: {
      hover: alpha(ground.text, 0.05),
      selected: alpha(main, scheme === 'light' ? 0.1 : 0.16),
      focus: alpha(main, 0.12),
      hoverOpacity: 0.05,
    },
    tone: tones,
    surface: {
      sunken: ground.sunken,
      control: ground.control,
      accent: mix(main, ground.paper, scheme === 'light' ? 0.92 : 0.84),
    },
  };
}

/** The colour that lies `share` of the way from one to the other; both as #RRGGBB. */
export function mix(from: string, to: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  return `#${[1, 3, 5]
    .map((at) =>
      Math.round(channel(from, at) * (1 - share) + channel(to, at) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

const SANS = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
// Inter's single-storey a and round quotes.
const LETTERS = "'cv11', 'ss03'";
const FIGURES = { fontVariantNumeric: 'tabular-nums' } as const;

/** What parts of the kit's library say by themselves, to who points at them or hears them. */
export type OwnWords = { readonly open: string; readonly close: string; readonly clear: string };

/** The whole look, light and dark, for one accent. Colours are CSS variables, so a change of scheme repaints without a render. */
export function makeTheme(accent: Accent, { open, close, clear }: OwnWords): Theme {
  return createTheme({
    cssVariables: { cssVarPrefix: 'tuma', colorSchemeSelector: 'data-scheme' },
    colorSchemes: {
      light: { palette: paletteOf(accent, 'light') },
      dark: { palette: paletteOf(accent, 'dark') },
    },
    spacing: 4,
    shape: { borderRadius: 8 },
    breakpoints: { values: { xs: 0, sm: 600, md: SHELL.narrow, lg: 1224, xl: 1536 } },
    // Who asked their system for less motion gets none: without this a transition of no length still waits for its time to pass.
    motion: { reducedMotion: 'system' },
    transitions: {
      duration: {
        shortest: 150,
        shorter: 150,
        short: 180,
        standard: 200,
        complex: 225,
        enteringScreen: 225,
        leavingScreen: 195,
      },
    },
    typography: {
      fontFamily: SANS,
      fontSize: 14,
      fontWeightMedium: 550,
      fontWeightBold: 600,
      h1: { fontSize: 20, lineHeight: '28px', fontWeight: 600, letterSpacing: '-0.01em' },
      h2: { fontSize: 16, lineHeight: '24px', fontWeight: 600, letterSpacing: '-0.006em' },
      h3: { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
      body1: { fontSize: 14, lineHeight: '20px' },
      body2: { fontSize: 13, lineHeight: '18px' },
      subtitle1: { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
      subtitle2: { fontSize: 13, lineHeight: '18px', fontWeight: 600 },
      caption: { fontSize: 12, lineHeight: '16px' },
      button: {
        fontSize: 14,
        lineHeight: '20px',
        fontWeight: 550,
        textTransform: 'none',
        letterSpacing: 0,
      },
      overline: {
        fontSize: 12,
        lineHeight: '16px',
        fontWeight: 550,
        textTransform: 'none',
        letterSpacing: 0,
      },
      figure: {
        fontFamily: SANS,
        fontSize: 26,
        lineHeight: '32px',
        fontWeight: 600,
        letterSpacing: '-0.02em',
        ...FIGURES,
      },
    },
    components: components({ open, close, clear }),
  });
}

function components({ open, close, clear }: OwnWords): ThemeOptions['components'] {
  return {
    MuiCssBaseline: {
      styleOverrides: (theme) => ({
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
        // As it comes, what is not chosen is too pale on the page's ground to be read.
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
          borderRadius: 8,
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
          borderRadius: 8,
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
      styleOverrides: { root: { backgroundImage: 'none' }, rounded: { borderRadius: 10 } },
    },
    MuiCard: {
      defaultProps: { variant: 'outlined' },
      styleOverrides: {
        root: ({ theme }) => ({ borderColor: theme.vars?.palette.divider, borderRadius: 10 }),
      },
    },
    MuiAppBar: {
      defaultProps: { color: 'inherit', elevation: 0 },
      styleOverrides: {
        root: ({ theme }) => ({
          backgroundColor: theme.vars?.palette.background.paper,
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
          borderRadius: 8,
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
          borderRadius: 6,
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
          borderRadius: 12,
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
          borderRadius: 6,
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
          borderRadius: 8,
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
          '&:first-of-type': { paddingLeft: 20 },
          '&:last-of-type': { paddingRight: 20 },
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
          '&:last-of-type td': { borderBottom: 0 },
        }),
      },
    },
    MuiAutocomplete: { defaultProps: { openText: open, closeText: close, clearText: clear } },
    MuiAlert: {
      defaultProps: { closeText: close },
      styleOverrides: {
        root: {
          borderRadius: 8,
          padding: '10px 14px',
          fontSize: 14,
          lineHeight: '20px',
          alignItems: 'flex-start',
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
      defaultProps: { underline: 'hover' },
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
