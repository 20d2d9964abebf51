import Link from '@mui/material/Link';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useFormat } from '../../ui/figures/figures.tsx';

type Used = readonly { readonly direction: string; readonly order: number }[];
/** The filter or connector that is used, as the lists of routes are filtered by it. */
type Thing = { fid: string } | { cid: string };

/** MT before MO, and within them by their orders. */
const sorted = (usedBy: Used): Used =>
  usedBy.toSorted(
    (one, other) => other.direction.localeCompare(one.direction) || one.order - other.order,
  );

const nameOf = ({ direction, order }: Used[number]) => `${direction} ${order}`;

/** The routes in one line, as `MT 10, MT 20`. */
export const routesIn = (usedBy: Used): string => sorted(usedBy).map(nameOf).join(', ');

const addressOf = (direction: string, of: Thing): string =>
  `/dashboard/jasmin/${direction.toLowerCase()}-routes?${new URLSearchParams(of).toString()}`;

/** The first routes that use something, each a link to those among the routes, and the number of the others. */
export function UsedBy({
  usedBy,
  of,
  none,
  most = 3,
}: {
  usedBy: Used;
  of: Thing;
  none: string;
  /** Named at most. */
  most?: number;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (usedBy.length === 0) return none;
  // One more is named rather than counted: its name is as short as the count.
  const named = sorted(usedBy).slice(0, usedBy.length <= most + 1 ? most + 1 : most);
  const others = usedBy.length - named.length;
  return (
    <>
      {named.map((route, at) => (
        <Fragment key={nameOf(route)}>
          {at > 0 && ', '}
          <Link
            component={RouterLink}
            to={addressOf(route.direction, of)}
            sx={{ whiteSpace: 'nowrap' }}
          >
            {nameOf(route)}
          </Link>
        </Fragment>
      ))}
      {others > 0 && ` ${t('routing.usedByMore', { value: number(others) })}`}
    </>
  );
}
