import Box from '@mui/material/Box';
import type { Pattern } from '../ui/theme/tokens.ts';

const LINE = 'rgb(255 255 255 / 0.18)';

const GROUNDS: Partial<Record<Pattern, object>> = {
  DOTS: {
    backgroundImage: `radial-gradient(circle, ${LINE} 1.5px, transparent 2px)`,
    backgroundSize: '24px 24px',
    maskImage: 'linear-gradient(transparent 8%, #000 40%, #000 60%, transparent 92%)',
  },
  RINGS: {
    backgroundImage: `repeating-radial-gradient(circle at 88% 42%, transparent 0 54px, ${LINE} 55px 56.5px)`,
    maskImage: 'radial-gradient(circle at 88% 42%, #000, transparent 80%)',
  },
};

/** A pattern on the accent, behind the logo and the words. */
export function PatternDrawing({ pattern }: { pattern: Pattern }) {
  if (pattern === 'WAVES') return <Waves />;
  const ground = GROUNDS[pattern];
  if (ground === undefined) return null;
  return (
    <Box
      aria-hidden="true"
      // A drawing lies under its siblings, which are placed too.
      sx={{ '&&': { position: 'absolute' }, inset: 0, ...ground }}
    />
  );
}

const WAVES = Array.from({ length: 9 }, (_, at) => {
  const y = 250 + at * 34;
  const lift = 120 - at * 9;
  return `M-20 ${y} C 160 ${y - lift}, 300 ${y + lift}, 460 ${y} S 780 ${y - lift}, 940 ${y}`;
});

function Waves() {
  return (
    <Box
      component="svg"
      aria-hidden="true"
      viewBox="0 0 800 800"
      preserveAspectRatio="xMidYMid slice"
      sx={{
        '&&': { position: 'absolute' },
        inset: 0,
        width: '100%',
        height: '100%',
        fill: 'none',
        stroke: LINE,
        strokeWidth: 1.5,
      }}
    >
      {WAVES.map((path) => (
        <path key={path} d={path} vectorEffect="non-scaling-stroke" />
      ))}
    </Box>
  );
}
