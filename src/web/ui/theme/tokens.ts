/** Colours of the design system. */
import type { CHROMES, CORNERS, PATTERNS } from '../../../contract/api/branding.ts';

export const ACCENTS = [
  'default',
  'amber',
  'amethyst',
  'emarald',
  'ruby',
  'sapphire',
  'cobalt',
] as const;

/** A colour of a brand's own, as #RRGGBB. */
export type Hex = `#${string}`;
export type Accent = (typeof ACCENTS)[number];

/** Each accent on a light and on a dark background, with the colour of text on it. */
export const ACCENT_COLOURS: Record<Accent, { light: string; dark: string }> = {
  default: { light: '#0F766E', dark: '#35C2B4' },
  amber: { light: '#AE4F07', dark: '#F7B955' },
  amethyst: { light: '#7C3AED', dark: '#B79CFB' },
  emarald: { light: '#047857', dark: '#41D3A0' },
  ruby: { light: '#BE123C', dark: '#FB8A9E' },
  sapphire: { light: '#2563EB', dark: '#7DB1FC' },
  cobalt: { light: '#1E3A8A', dark: '#9DB4F8' },
};

/** Bars, lines and shares of data, whatever the accent: a colour that no status has. */
export const DATA = { light: '#46617D', dark: '#8FB0D0' } as const;

export type Chrome = (typeof CHROMES)[number];
/** Pixels of the corners of controls; cards are two rounder. */
export type Corners = (typeof CORNERS)[number];
export type Pattern = (typeof PATTERNS)[number];

export type Tone = 'success' | 'info' | 'warning' | 'error' | 'neutral';

export type ToneColours = { text: string; ground: string; solid: string };

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

export const SHELL = {
  topBar: 70,
  drawer: 300,
  rail: 64,
  bottomBar: 56,
  narrow: 992,
  openAbove: 900,
} as const;
