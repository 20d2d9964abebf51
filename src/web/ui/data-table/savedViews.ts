import { useMemo } from 'react';
import { useLocation } from 'react-router';
import type { Filters } from '../lists/useListAddress.ts';
import { listName } from './listColumns.ts';
import { useStored } from './useStored.ts';

/** Filters of a list under a name. */
export type View = { key: string; label: string; filters: Filters };

const PREFIX = 'views.';

/** The most views that a list keeps; more would not be found again in one row of tabs. */
export const MOST_VIEWS = 8;
export const LONGEST_VIEW_NAME = 30;

type Saved = Readonly<Record<string, Filters>>;

/** The stored views by name, or none if the value has another format. */
export function readViews(stored: unknown): Saved {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, Filters] => isFilters(entry[1])),
  );
}

function isFilters(value: unknown): value is Filters {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every(
      (values) => Array.isArray(values) && values.every((one) => typeof one === 'string'),
    )
  );
}

/** True where exactly these filters are set; a filter that the view does not name is not set. */
export function isPresent(view: Filters, names: readonly string[], values: ValuesOf): boolean {
  return names.every((name) => {
    const wanted = (view[name] ?? []).toSorted();
    const present = values(name).toSorted();
    return wanted.length === present.length && wanted.every((one, at) => one === present[at]);
  });
}

type ValuesOf = (name: string) => readonly string[];

/** The views that the person saved for this list in this browser. */
export function useSavedViews(columns: readonly { key: string }[]): {
  views: readonly View[];
  save(label: string, filters: Filters): void;
  remove(label: string): void;
} {
  const [stored, store] = useStored(PREFIX + listName(useLocation().pathname, columns));
  const saved = useMemo(() => readViews(stored), [stored]);
  const keep = (next: Saved) => store(Object.keys(next).length === 0 ? undefined : next);
  return {
    views: Object.entries(saved).map(([label, filters]) => ({
      key: `saved ${label}`,
      label,
      filters,
    })),
    save: (label, filters) => keep({ ...saved, [label]: filters }),
    remove: (label) =>
      keep(Object.fromEntries(Object.entries(saved).filter(([key]) => key !== label))),
  };
}
