import Link from '@mui/material/Link';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useFormat } from '../../ui/figures.tsx';

type Used = { readonly direction: 'MT' | 'MO'; readonly order: number };

const LISTS = { MT: '/dashboard/jasmin/mt-routes', MO: '/dashboard/jasmin/mo-routes' } as const;
const DIRECTIONS = ['MT', 'MO'] as const;
/** Stands in a sentence for the routes that are drawn as links. */
const ROUTES = '\u0000';

const ordered = (usedBy: readonly Used[]): Used[] =>
  DIRECTIONS.flatMap((each) =>
    usedBy
      .filter(({ direction }) => direction === each)
      .toSorted((one, other) => one.order - other.order),
  );
const named = (routes: readonly Used[]): string =>
  routes.map(({ direction, order }) => `${direction} ${order}`).join(', ');

/** The routes in one line, as `MT 10, MT 20`. */
export const routesIn = (usedBy: readonly Used[]): string => named(ordered(usedBy));

/** The first routes that use something, as the way to the list of those that do, and the number of the others. */
export function UsedBy({
  usedBy,
  by,
  none,
  most = 3,
}: {
  usedBy: readonly Used[];
  /** The filter of the lists of routes that shows these. */
  by: { fid: string } | { cid: string };
  none: string;
  /** Named at most. */
  most?: number;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (usedBy.length === 0) return none;
  const all = ordered(usedBy);
  // One more is named rather than counted: its name is as short as the count.
  const shown = all.length <= most + 1 ? all : all.slice(0, most);
  const links = DIRECTIONS.map((each) => shown.filter(({ direction }) => direction === each))
    .filter((routes) => routes.length > 0)
    .map((routes, at) => (
      <Fragment key={routes[0]!.direction}>
        {at > 0 && ', '}
        <Link
          component={RouterLink}
          to={`${LISTS[routes[0]!.direction]}?${new URLSearchParams(by).toString()}`}
        >
          {named(routes)}
        </Link>
      </Fragment>
    ));
  if (shown.length === all.length) return links;
  const [before, after] = t('routing.usedByMore', {
    routes: ROUTES,
    value: number(all.length - most),
  }).split(ROUTES);
  return (
    <>
      {before}
      {links}
      {after}
    </>
  );
}
