import Box from '@mui/material/Box';
import { PatternDrawing } from '../../../auth/PatternDrawing.tsx';
import { accentColours, paletteOf } from '../../../ui/theme/palette.ts';
import {
  type Accent,
  type Chrome,
  type Corners,
  GROUNDS,
  type Hex,
  type Pattern,
} from '../../../ui/theme/tokens.ts';

const TILE = { height: 48, borderRadius: 'var(--corner-small)', overflow: 'hidden' } as const;

/** The portal with its bar and menu, in small. */
export function ChromeDrawing({ accent, chrome }: { accent: Accent | Hex; chrome: Chrome }) {
  const { chrome: colours } = paletteOf(accent, 'light', chrome);
  return (
    <Box
      sx={{
        ...TILE,
        display: 'grid',
        gridTemplate: '10px 1fr / 26px 1fr',
        border: `1px solid ${GROUNDS.light.line}`,
        backgroundColor: GROUNDS.light.page,
      }}
    >
      <Box
        sx={{
          gridColumn: '1 / -1',
          backgroundColor: colours.bar,
          borderBottom: `1px solid ${GROUNDS.light.line}`,
        }}
      />
      <Box
        sx={{
          backgroundColor: colours.ground,
          borderRight: `1px solid ${colours.line}`,
          p: '5px 4px',
          display: 'grid',
          gap: '3px',
          alignContent: 'start',
        }}
      >
        <Box sx={{ height: 4, borderRadius: '2px', backgroundColor: colours.accent }} />
        <Box sx={{ height: 4, borderRadius: '2px', backgroundColor: colours.selected }} />
        <Box sx={{ height: 4, borderRadius: '2px', backgroundColor: colours.selected }} />
      </Box>
    </Box>
  );
}

export function CornerDrawing({ corners }: { corners: Corners }) {
  return (
    <Box sx={{ ...TILE, borderRadius: 0, pl: 3, pt: 3 }}>
      <Box
        sx={(theme) => ({
          width: '100%',
          height: '100%',
          borderTop: `2px solid ${theme.vars?.palette.text.secondary}`,
          borderLeft: `2px solid ${theme.vars?.palette.text.secondary}`,
          borderTopLeftRadius: `${corners * 1.5}px`,
        })}
      />
    </Box>
  );
}

/** Patterns whose size on the sign-in page leaves little of them on a tile. */
const TILE_GROUNDS: Partial<Record<Pattern, object>> = {
  DOTS: {
    backgroundImage: 'radial-gradient(circle, rgb(255 255 255 / 0.45) 1.2px, transparent 1.7px)',
    backgroundSize: '10px 10px',
  },
  RINGS: {
    backgroundImage:
      'repeating-radial-gradient(circle at 88% 42%, transparent 0 9px, rgb(255 255 255 / 0.4) 10px 11px)',
  },
};

export function PatternTile({ accent, pattern }: { accent: Accent | Hex; pattern: Pattern }) {
  const main = accentColours(accent).light;
  return (
    <Box
      sx={{
        ...TILE,
        position: 'relative',
        background: `radial-gradient(120% 90% at 85% 10%, color-mix(in oklab, ${main} 62%, #04100f), color-mix(in oklab, ${main} 30%, #060d12) 70%)`,
      }}
    >
      {TILE_GROUNDS[pattern] === undefined ? (
        <PatternDrawing pattern={pattern} />
      ) : (
        <Box sx={{ position: 'absolute', inset: 0, ...TILE_GROUNDS[pattern] }} />
      )}
      {pattern === 'MESSAGES' &&
        [8, 18].map((left, at) => (
          <Box
            key={left}
            sx={{
              position: 'absolute',
              left,
              top: 10 + at * 15,
              width: '56%',
              height: 11,
              borderRadius: '4px 4px 4px 1px',
              backgroundColor: 'rgb(255 255 255 / 0.9)',
            }}
          />
        ))}
    </Box>
  );
}
