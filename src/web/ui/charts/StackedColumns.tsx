import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { useFormat } from '../figures/figures.tsx';
import type { Tone } from '../theme/tokens.ts';
import { visuallyHidden } from '../page/visuallyHidden.ts';

export type StackedColumn = {
  readonly key: string;
  readonly label: string;
  readonly parts: readonly { readonly tone: Tone; readonly value: number }[];
  /** The height of the line over the column. */
  readonly line?: number | null;
  /** Marks the column by a line of the whole height: something happened then, which its tip names. */
  readonly mark?: boolean;
  readonly tip: ReactNode;
};

const AXIS = 44;
const LINES = 4;

/**
 * Columns of stacked parts, and a grey line over them for another time; drawn by hand, so that the
 * library of charts is not loaded for it. A screen reader gets `summary`, and the table behind the
 * chart.
 * @param every shows every n-th label
 * @param axis writes a value of the axis; whole numbers, short where they are long, unless given
 */
export function StackedColumns({
  columns,
  height,
  summary,
  every,
  axis,
  onChoose,
}: {
  columns: readonly StackedColumn[];
  height: number;
  summary: string;
  every: number;
  axis?: ((value: number) => string) | undefined;
  onChoose?: ((key: string) => void) | undefined;
}) {
  const { number } = useFormat();
  const totals = columns.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const most = niceTop(Math.max(...totals, ...columns.map(({ line }) => line ?? 0)));
  const marks = Array.from({ length: LINES + 1 }, (_, at) => (most / LINES) * at);
  const hasLine = columns.some(({ line }) => typeof line === 'number' && line > 0);
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Box component="p" sx={visuallyHidden}>
        {summary}
      </Box>
      <Box aria-hidden="true" sx={{ position: 'relative', height, ml: `${AXIS}px` }}>
        {marks.map((mark) => (
          <Box
            key={mark}
            sx={(theme) => ({
              position: 'absolute',
              left: 0,
              right: 0,
              bottom: `${(mark / most) * 100}%`,
              borderTop: `1px solid ${theme.vars?.palette.divider}`,
            })}
          >
            <Box
              component="span"
              sx={(theme) => ({
                position: 'absolute',
                right: '100%',
                mr: 2,
                top: -8,
                fontSize: 12,
                lineHeight: '16px',
                color: theme.vars?.palette.text.secondary,
                fontVariantNumeric: 'tabular-nums',
                whiteSpace: 'nowrap',
              })}
            >
              {axis === undefined ? compact(mark, most, number) : axis(mark)}
            </Box>
          </Box>
        ))}
        <Box sx={{ position: 'absolute', inset: 0, display: 'flex' }}>
          {columns.map(({ key, parts, tip, mark }, at) => (
            <Tooltip key={key} title={tip} disableInteractive placement="top">
              <Box
                onClick={onChoose && (() => onChoose(key))}
                sx={(theme) => ({
                  flex: 1,
                  minWidth: 0,
                  maxWidth: 96,
                  mx: 'auto',
                  boxSizing: 'border-box',
                  display: 'flex',
                  flexDirection: 'column',
                  justifyContent: 'flex-end',
                  alignItems: 'center',
                  cursor: onChoose && 'pointer',
                  '&:hover': { backgroundColor: theme.vars?.palette.action.hover },
                  ...(mark && {
                    backgroundImage: `linear-gradient(${theme.vars?.palette.text.secondary} 60%, transparent 0)`,
                    backgroundSize: '1px 8px',
                    backgroundPosition: 'center',
                    backgroundRepeat: 'repeat-y',
                  }),
                })}
              >
                <Box
                  sx={{
                    width: columns.length > 12 ? '70%' : '56%',
                    height: `${(totals[at]! / most) * 100}%`,
                    minHeight: totals[at]! > 0 ? '2px' : 0,
                    display: 'flex',
                    flexDirection: 'column-reverse',
                    borderRadius: '3px 3px 0 0',
                    overflow: 'hidden',
                  }}
                >
                  {parts.map(({ tone, value }) =>
                    value === 0 ? null : (
                      <Box
                        key={tone}
                        sx={(theme) => ({
                          flex: `${value} 0 0`,
                          minHeight: '1px',
                          backgroundColor: theme.vars?.palette.tone[tone].solid,
                        })}
                      />
                    ),
                  )}
                </Box>
              </Box>
            </Tooltip>
          ))}
        </Box>
        {hasLine && <Line columns={columns} most={most} />}
      </Box>
      <Box aria-hidden="true" sx={{ display: 'flex', ml: `${AXIS}px`, mt: 1.5, height: 16 }}>
        {columns.map(({ key, label }, at) => (
          <Box
            key={key}
            sx={(theme) => ({
              flex: 1,
              minWidth: 0,
              maxWidth: 96,
              mx: 'auto',
              display: 'flex',
              justifyContent: 'center',
              fontSize: 12,
              lineHeight: '16px',
              whiteSpace: 'nowrap',
              color: theme.vars?.palette.text.secondary,
              fontVariantNumeric: 'tabular-nums',
            })}
          >
            {at % every === 0 && (
              <Box
                component="span"
                sx={
                  // A phone has room for half of many labels.
                  columns.length > 7 && (at / every) % 2 === 1
                    ? { '@container (max-width: 440px)': { display: 'none' } }
                    : undefined
                }
              >
                {label}
              </Box>
            )}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

function Line({ columns, most }: { columns: readonly StackedColumn[]; most: number }) {
  const points = columns.flatMap(({ line }, at) =>
    typeof line === 'number'
      ? [`${((at + 0.5) / columns.length) * 100},${100 - (line / most) * 100}`]
      : [],
  );
  return (
    <Box
      component="svg"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      sx={(theme) => ({
        position: 'absolute',
        inset: 0,
        width: '100%',
        height: '100%',
        overflow: 'visible',
        pointerEvents: 'none',
        color: theme.vars?.palette.text.secondary,
      })}
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </Box>
  );
}

/** The top of an axis: a round number that its lines divide without a rest. */
function niceTop(most: number): number {
  if (most <= LINES) return LINES;
  const size = 10 ** Math.floor(Math.log10(most));
  const top = [1, 2, 4, 6, 8, 10].find((step) => step * size >= most)! * size;
  return top < 40 ? Math.ceil(top / LINES) * LINES : top;
}

/** Figures of an axis in the one size that suits all of it. */
function compact(value: number, most: number, number: (value: number) => string): string {
  if (value === 0 || most < 10_000) return number(value);
  return most >= 10_000_000 ? `${number(value / 1_000_000)} M` : `${number(value / 1000)} k`;
}
