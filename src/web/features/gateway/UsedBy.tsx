import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/figures.tsx';

type Used = readonly { readonly direction: string; readonly order: number }[];

/** The routes in one line, as `MT 20, MT 10`. */
export const routesIn = (usedBy: Used): string =>
  usedBy.map(({ direction, order }) => `${direction} ${order}`).join(', ');

/** The first routes that use something, and the number of the others. */
export function UsedBy({
  usedBy,
  none,
  most = 3,
}: {
  usedBy: Used;
  none: string;
  /** Named at most. */
  most?: number;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (usedBy.length === 0) return none;
  // One more is named rather than counted: its name is as short as the count.
  if (usedBy.length <= most + 1) return routesIn(usedBy);
  return t('routing.usedByMore', {
    routes: routesIn(usedBy.slice(0, most)),
    value: number(usedBy.length - most),
  });
}
