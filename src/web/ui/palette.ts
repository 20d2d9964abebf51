import { alpha } from '@mui/material/styles';
import { type Accent, ACCENT_COLOURS, GROUNDS, TONES } from './tokens.ts';

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
