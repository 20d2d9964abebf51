import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useBrandName, useHost } from '../../api/host.ts';
import { useStyle } from './theme-preference.ts';

type Props = {
  height?: number;
  /** On the sign-in picture, which is dark in both schemes. */
  onAccent?: boolean;
  /** On the menu, which a brand may have dark in both schemes. */
  onMenu?: boolean;
  /** The signed-in client's logo, shown if the host has none. */ clientLogo?: string | null;
};

/**
 * The host's logo, else the client's, else the name of the host's brand, else the product's own logo.
 * A dark ground has the brand's logo for dark grounds, or inverts the other.
 */
export function Logo({ height = 30, onAccent = false, onMenu = false, clientLogo = null }: Props) {
  const host = useHost();
  const name = useBrandName();
  const isOnDark = useStyle().chrome === 'DARK' && onMenu;
  const forDark = host?.clientBrandDetails?.brandLogoDarkPath ?? null;
  const address = host?.clientBrandDetails?.brandLogoPath ?? clientLogo;
  // The host has not answered yet at a first visit, and another brand's logo must not flash up.
  if (host === undefined) return <Box sx={{ height }} />;
  const ground = onAccent ? 'accent' : isOnDark ? 'dark' : 'page';
  if (address === null && forDark === null)
    return host.hostBrandFound ? (
      <Wordmark name={name} height={height} ground={ground} />
    ) : (
      <OwnLogo height={height} ground={ground} />
    );
  const picture = (src: string, sx: object) => (
    <Box
      component="img"
      src={src}
      alt={name}
      sx={{
        height,
        maxWidth: 160,
        objectFit: 'contain',
        objectPosition: 'left',
        display: 'block',
        ...sx,
      }}
    />
  );
  if (forDark !== null && ground !== 'page') return picture(forDark, {});
  if (address !== null && forDark === null)
    return picture(address, { page: INVERTED_IN_DARK, accent: PLATE, dark: INVERTED }[ground]);
  return (
    <>
      <Box component="span" sx={{ '[data-scheme=dark] &': { display: 'none' } }}>
        {address === null ? (
          <Wordmark name={name} height={height} ground={ground} />
        ) : (
          picture(address, {})
        )}
      </Box>
      <Box component="span" sx={{ '[data-scheme=light] &': { display: 'none' } }}>
        {picture(forDark!, {})}
      </Box>
    </>
  );
}

type Ground = 'page' | 'accent' | 'dark';

const INVERTED = { filter: 'invert(1) hue-rotate(180deg)' } as const;
const INVERTED_IN_DARK = { '[data-scheme=dark] &': INVERTED } as const;
/** A white ground for a logo that is made for light ones. */
const PLATE = {
  p: 2,
  boxSizing: 'content-box',
  borderRadius: 'var(--corner)',
  backgroundColor: '#FFFFFF',
} as const;

function Wordmark({ name, height, ground }: { name: string; height: number; ground: Ground }) {
  return (
    <Box
      component="span"
      sx={(theme) => ({
        display: 'block',
        maxWidth: ground === 'accent' ? '100%' : { xs: 150, sm: 240 },
        lineHeight: `${height}px`,
        fontSize: Math.round(height * 0.68),
        fontWeight: 650,
        letterSpacing: '-0.02em',
        whiteSpace: 'nowrap',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        color: ground === 'page' ? theme.vars?.palette.text.primary : 'inherit',
      })}
    >
      {name}
    </Box>
  );
}

/** The mark and the word, which takes the colour of the text around it. */
function OwnLogo({ height, ground }: { height: number; ground: Ground }) {
  const onAccent = ground === 'accent';
  const { t } = useTranslation();
  return (
    <Box
      component="svg"
      role="img"
      aria-label={t('product.name')}
      viewBox="0 0 118 32"
      sx={(theme) => ({
        height,
        width: 'auto',
        display: 'block',
        color: ground === 'page' ? theme.vars?.palette.text.primary : 'inherit',
      })}
    >
      <Box
        component="path"
        d="M9 2h14a7 7 0 0 1 7 7v9a7 7 0 0 1-7 7h-9.4l-5.9 4.7A1.1 1.1 0 0 1 6 28.9V24.4A7 7 0 0 1 2 18V9a7 7 0 0 1 7-7Z"
        sx={(theme) => ({ fill: onAccent ? 'currentColor' : theme.vars?.palette.chrome.accent })}
      />
      <Box
        component="path"
        d="M9.5 13.5h12M16.8 8.3l5.2 5.2-5.2 5.2"
        sx={(theme) => ({
          fill: 'none',
          stroke: onAccent
            ? theme.vars?.palette.primary.main
            : theme.vars?.palette.primary.contrastText,
          strokeWidth: 3,
          strokeLinecap: 'round',
          strokeLinejoin: 'round',
        })}
      />
      <g
        fill="none"
        stroke="currentColor"
        strokeWidth="3.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M43.5 5.2v13.3a4.5 4.5 0 0 0 4.5 4.5h1.6M39.4 10.3h9.8" />
        <path d="M55.8 10.3v7.2a5.5 5.5 0 0 0 11 0v-7.2M66.8 10.3V23" />
        <path d="M74.4 23V10.3M74.4 15.4a4.9 4.9 0 0 1 9.8 0V23M84.2 15.4a4.9 4.9 0 0 1 9.8 0V23" />
        <circle cx="106.4" cy="16.6" r="6.4" />
        <path d="M112.8 10.3V23" />
      </g>
    </Box>
  );
}
