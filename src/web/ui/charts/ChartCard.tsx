import ChartIcon from '@mui/icons-material/BarChartOutlined';
import TableIcon from '@mui/icons-material/TableRowsOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { messageOf } from '../../api/call.ts';
import { useFormat } from '../figures/figures.tsx';
import { Section } from '../page/Page.tsx';
import { ErrorState } from '../page/states.tsx';

/** The numbers behind a chart: the first cell names the row and may lead further, the others are figures. */
export type ChartTable = {
  readonly head: readonly string[];
  readonly rows: readonly {
    readonly key: string;
    readonly name: string;
    readonly to?: string | undefined;
    readonly cells: readonly ReactNode[];
  }[];
};

const LEAST_HEIGHT = 160;

type Props<T> = {
  title: string;
  /** The measure, if the title does not name it. */
  text?: ReactNode;
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isError' | 'dataUpdatedAt'> & {
    refetch(): unknown;
  };
  /** Pixels, or a length, that the chart and the table take, also while they load. */
  height: number | string;
  chart(data: T): ReactNode;
  table(data: T): ChartTable;
  /** The content without data. */
  empty?(data: T): ReactNode | undefined;
  action?: ReactNode;
};

/**
 * A chart with its title and the numbers behind it, which one button brings forward. It keeps its height while it loads, and
 * what fails fails here alone: what was shown stays, and says how old it is.
 */
export function ChartCard<T>({
  title,
  text,
  query,
  height,
  chart,
  table,
  empty,
  action,
}: Props<T>) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  const [asTable, setAsTable] = useState(false);
  const { data } = query;
  const nothing = data === undefined ? undefined : empty?.(data);
  // Beside another control it has room for its icon alone on a phone.
  const small = `@container (max-width: ${action === undefined ? 340 : 400}px)`;
  const toggle = nothing === undefined && (
    <Button
      size="small"
      color="inherit"
      startIcon={asTable ? <ChartIcon /> : <TableIcon />}
      aria-label={`${title}: ${t(asTable ? 'charts.asChart' : 'charts.asTable')}`}
      onClick={() => setAsTable(!asTable)}
      sx={{
        color: 'text.secondary',
        mr: -2,
        minWidth: 0,
        // Its room is kept while the data is on its way.
        visibility: data === undefined ? 'hidden' : undefined,
        [small]: { '& .MuiButton-startIcon': { mx: 0 } },
      }}
    >
      <Box component="span" sx={{ [small]: { display: 'none' } }}>
        {t(asTable ? 'charts.asChart' : 'charts.asTable')}
      </Box>
    </Button>
  );
  function body(): ReactNode {
    if (data === undefined && query.isError)
      return (
        <ErrorState
          title={t('charts.failed')}
          text={messageOf(query.error)}
          retry={() => void query.refetch()}
        />
      );
    if (data === undefined) return <Skeleton variant="rounded" height={height} />;
    if (nothing !== undefined)
      return (
        <Box
          sx={{
            minHeight: typeof height === 'number' ? Math.min(height, LEAST_HEIGHT) : LEAST_HEIGHT,
            display: 'grid',
            placeContent: 'center',
            textAlign: 'center',
            color: 'text.secondary',
            fontSize: 13,
          }}
        >
          {nothing}
        </Box>
      );
    if (asTable) return <Numbers title={title} height={height} {...table(data)} />;
    return (
      <Suspense fallback={<Skeleton variant="rounded" height={height} />}>{chart(data)}</Suspense>
    );
  }
  return (
    <Box
      sx={{
        containerType: 'inline-size',
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
      }}
    >
      <Section
        title={title}
        action={
          <Box
            sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap', minHeight: 30 }}
          >
            {action}
            {toggle}
          </Box>
        }
      >
        {text && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: -1, mb: 3 }}>
            {text}
          </Typography>
        )}
        <Box
          sx={{
            minHeight: { md: height },
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr)',
            alignContent: 'start',
          }}
        >
          {body()}
        </Box>
        {data !== undefined && query.isError && (
          <Typography variant="caption" component="p" color="error" role="status" sx={{ mt: 2 }}>
            {t('charts.stale', { time: exact(query.dataUpdatedAt / 1000) })}
          </Typography>
        )}
      </Section>
    </Box>
  );
}

function Numbers({
  title,
  height,
  head,
  rows,
}: ChartTable & { title: string; height: number | string }) {
  return (
    <Box
      sx={{
        maxHeight: typeof height === 'number' ? Math.max(height, 240) : height,
        overflow: 'auto',
        mx: { xs: -4, sm: -5 },
      }}
      tabIndex={0}
      role="region"
      aria-label={title}
    >
      <Table size="small" stickyHeader aria-label={title}>
        <TableHead>
          <TableRow>
            {head.map((label, at) => (
              <TableCell key={label} align={at === 0 ? 'left' : 'right'}>
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ key, name, to, cells }) => (
            <TableRow key={key}>
              <TableCell component="th" scope="row">
                {to === undefined ? (
                  name
                ) : (
                  <Link component={RouterLink} to={to}>
                    {name}
                  </Link>
                )}
              </TableCell>
              {cells.map((cell, at) => (
                <TableCell key={head[at + 1]} align="right">
                  {cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
