import Box from '@mui/material/Box';
import { sparkPoints } from './sparkPoints.ts';

const WIDTH = 120;
const HEIGHT = 36;

/**
 * A small curve beside a figure, of a few days; drawn by hand, so that the library of
 * charts is not loaded for it. It says nothing that the figure's card does not say in words.
 * @param values oldest first; null where there was nothing to measure
 * @param isShare draws the upper range of the values instead of everything from zero
 */
export function Sparkline({
  values,
  isShare = false,
}: {
  values: readonly (number | null)[];
  isShare?: boolean;
}) {
  const points = sparkPoints(values, isShare, { width: WIDTH, height: HEIGHT });
  if (points === null) return null;
  const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return null;
  return (
    <Box
      component="svg"
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMaxYMax meet"
      sx={(theme) => ({
        display: 'block',
        width: WIDTH,
        maxWidth: '100%',
        height: HEIGHT,
        color: theme.vars?.palette.primary.main,
      })}
    >
      <polygon
        points={`${first[0].toFixed(1)},${HEIGHT} ${line} ${last[0].toFixed(1)},${HEIGHT}`}
        fill="currentColor"
        opacity={0.1}
      />
      <polyline
        points={line}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx={last[0]} cy={last[1]} r={2.5} fill="currentColor" />
    </Box>
  );
}
