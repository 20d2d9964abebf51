import Box from '@mui/material/Box';
import { sparkPoints } from './sparkPoints.ts';

const WIDTH = 120;
const HEIGHT = 36;

/**
 * A small curve beside a figure, of a few days; drawn by hand, so that the library of
 * charts is not loaded for it. It says nothing that the figure's card does not say in words.
 * @param values oldest first; null where there was nothing to measure
 * @param isShare draws the upper range of the values instead of everything from zero
 * @param isLastOpen the last value is of a day that is not over: it is dashed up to an open dot, because a solid line
 * would look like a fall
 */
export function Sparkline({
  values,
  isShare = false,
  isLastOpen = false,
}: {
  values: readonly (number | null)[];
  isShare?: boolean;
  isLastOpen?: boolean;
}) {
  const points = sparkPoints(values, isShare, { width: WIDTH, height: HEIGHT });
  if (points === null) return null;
  const hasOpen = isLastOpen && values.at(-1) !== null;
  const closed = hasOpen ? points.slice(0, -1) : points;
  const line = pointsOf(closed);
  const [first] = closed;
  const last = closed.at(-1);
  const open = hasOpen ? points.at(-1) : undefined;
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
      {open && (
        <>
          <polyline
            points={pointsOf([last, open])}
            fill="none"
            stroke="currentColor"
            strokeWidth={1.5}
            strokeDasharray="2 2.5"
          />
          <Box
            component="circle"
            cx={open[0]}
            cy={open[1]}
            r={2.2}
            stroke="currentColor"
            strokeWidth={1.5}
            sx={(theme) => ({ fill: theme.vars?.palette.background.paper })}
          />
        </>
      )}
      {!isLastOpen && <circle cx={last[0]} cy={last[1]} r={2.5} fill="currentColor" />}
    </Box>
  );
}

const pointsOf = (points: readonly (readonly [number, number])[]) =>
  points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
