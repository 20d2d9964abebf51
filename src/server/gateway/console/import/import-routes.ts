/** Imports the filters and routes of a Jasmin configuration into the draft. */
import { shortId } from '../../../../contract/api/gateway-names.ts';
import { HIGHEST_ORDER } from '../../../../contract/api/routes.ts';
import { readConfigRows } from '../../../core/dispatch/routing/config-version.store.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { Refusal } from '../../../infra/errors.ts';
import { sentence } from '../../../i18n/sentence.ts';
import type { ConsoleCall } from '../console-call.ts';
import { addFilter } from '../routing/filters.ts';
import { note } from './import-report.ts';
import type { Entity, ReportLine } from './import-report.ts';
import { translatePattern } from './patterns.rules.ts';
import { LISTED_TYPES } from './jasmin-listings.rules.ts';
import type { readListing } from './jasmin-listings.rules.ts';
import { addRoute, updateRouteOf } from '../routing/routing.ts';
import { findRouteAt } from '../routing/routing.store.ts';

type Listing = ReturnType<typeof readListing>;
type ListedRoute = Listing['routes'][number];
type ListedFilter = { letters: string; argument: string };

export async function importFiltersAndRoutes(
  tx: Tx,
  call: ConsoleCall,
  listing: Pick<Listing, 'filters' | 'routes'>,
  replaceDefault: boolean,
  addLine: ReportLine,
): Promise<void> {
  const filters = new FilterImport(tx, call, addLine);
  await filters.loadDraft();
  for (const filter of listing.filters) {
    if (await filters.create(filter.fid, filter, filter.line))
      addLine('taken', 'filter', filter.fid, filter.line, note('made'));
  }
  for (const route of listing.routes) {
    const replaced = replaceDefault && route.order === 0 ? await findDefault(tx, route) : undefined;
    await importRoute(tx, call, route, replaced, filters, addLine);
  }
}

/** Filters by type and parameter, because listings of routes show them that way. */
class FilterImport {
  readonly #tx: Tx;
  readonly #call: ConsoleCall;
  readonly #addLine: ReportLine;
  readonly #fids = new Map<string, string>();
  /** Names that the draft had before, for example from an earlier import. */
  readonly #used = new Set<string>();
  #created = 0;

  constructor(tx: Tx, call: ConsoleCall, addLine: ReportLine) {
    this.#tx = tx;
    this.#call = call;
    this.#addLine = addLine;
  }

  async loadDraft(): Promise<void> {
    for (const filter of (await readConfigRows(this.#tx)).filters) {
      this.#used.add(filter.fid);
      const letters = Object.entries(LISTED_TYPES).find(
        ([, { type }]) => type === filter.type,
      )?.[0];
      if (letters !== undefined)
        this.#fids.set(
          keyOf({ letters, argument: String(Object.values(filter.parameters)[0] ?? '') }),
          filter.fid,
        );
    }
  }

  /** The fid of a route's filter, which is created where the draft has none; undefined where it is refused. */
  async fidFor(
    filter: ListedFilter,
    route: string,
    line: number | null,
  ): Promise<string | undefined> {
    if (!this.#fids.has(keyOf(filter))) {
      let fid: string;
      do fid = `import-${++this.#created}`;
      while (this.#used.has(fid));
      if (await this.create(fid, filter, line))
        this.#addLine('changed', 'filter', fid, line, note('filterForRoute', { route }));
    }
    return this.#fids.get(keyOf(filter));
  }

  /** @returns false where it is refused, which is reported */
  async create(fid: string, filter: ListedFilter, line: number | null): Promise<boolean> {
    const listed = LISTED_TYPES[filter.letters];
    if (filter.letters === 'Ev') {
      this.#addLine('refused', 'filter', fid, line, note('evalPy'));
      return false;
    }
    if (!listed) {
      this.#addLine(
        'refused',
        'filter',
        fid,
        line,
        note('filterType', { letters: filter.letters }),
      );
      return false;
    }
    if (!shortId.safeParse(fid).success) {
      this.#addLine(
        'refused',
        'filter',
        fid,
        line,
        note('nameUnusable', { field: 'fid', value: fid }),
      );
      return false;
    }
    const argument = argumentOf(filter);
    return attempt(this.#call, this.#addLine, 'filter', fid, line, async () => {
      await addFilter(this.#tx, this.#call, {
        fid,
        type: listed.type as Parameters<typeof addFilter>[2]['type'],
        parameters: listed.parameter === undefined ? {} : { [listed.parameter]: argument },
      });
      this.#fids.set(keyOf(filter), fid);
      if (filter.letters === 'TI' || filter.letters === 'DI')
        this.#addLine('changed', 'filter', fid, line, note('timesUtc'));
      if (argument !== filter.argument)
        this.#addLine(
          'changed',
          'filter',
          fid,
          line,
          note('patternRewritten', { value: filter.argument, written: argument }),
        );
    });
  }
}

/** Letters of the filters whose argument is a pattern: sender, receiver, text. */
const PATTERNS = new Set(['SA', 'DA', 'SM']);

/** The argument as the filter gets it; a pattern that cannot be translated is for the filter's own check to refuse. */
const argumentOf = ({ letters, argument }: ListedFilter) =>
  PATTERNS.has(letters) ? (translatePattern(argument) ?? argument) : argument;

/** A filter of the draft and one of a list are the same if this is. */
const keyOf = (filter: ListedFilter) => `${filter.letters} ${argumentOf(filter)}`;

/** The default route of the draft. */
async function findDefault(tx: Tx, { direction }: ListedRoute): Promise<number | undefined> {
  return findRouteAt(tx, direction, 0);
}

/** @param replaced the route whose place it takes */
async function importRoute(
  tx: Tx,
  call: ConsoleCall,
  route: ListedRoute,
  replaced: number | undefined,
  filters: FilterImport,
  addLine: ReportLine,
): Promise<void> {
  const { direction, order, line } = route;
  const [entity, name]: [Entity, string] = [
    direction === 'MT' ? 'mtRoute' : 'moRoute',
    `${direction} ${order}`,
  ];
  if (!Number.isInteger(order) || order < 0 || order > HIGHEST_ORDER)
    return addLine(
      'refused',
      entity,
      name,
      line,
      note('nameUnusable', { field: 'order', value: order }),
    );
  const fids: string[] = [];
  let refused = false;
  // The default route has no filters.
  for (const filter of order === 0 ? [] : route.filters) {
    const fid = await filters.fidFor(filter, name, line);
    if (fid === undefined) refused = true;
    else fids.push(fid);
  }
  if (refused) {
    addLine('refused', entity, name, line, note('filterRefused'));
    return;
  }
  const created = await attempt(call, addLine, entity, name, line, () =>
    saveRoute(tx, call, route, replaced, fids),
  );
  if (!created) return;
  if (route.rate !== null && Number(route.rate) > 0)
    addLine('changed', 'mtRoute', name, line, note('rateLeft', { rate: route.rate }));
  else if (replaced !== undefined) addLine('changed', entity, name, line, note('defaultReplaced'));
  else addLine('taken', entity, name, line, note('made'));
}

async function saveRoute(
  tx: Tx,
  call: ConsoleCall,
  { direction, order, type, targets }: ListedRoute,
  replaced: number | undefined,
  filters: string[],
): Promise<void> {
  const choices = {
    type,
    order,
    filters,
    ...(direction === 'MT'
      ? { connectors: targets.map((target) => target.name) }
      : {
          targets: targets.map((target) =>
            target.kind === 'smpps'
              ? {
                  kind: 'SMPP_USER' as const,
                  username: target.name,
                }
              : {
                  kind: 'HTTP' as const,
                  cid: target.name,
                },
          ),
        }),
  };
  if (replaced === undefined) await addRoute(tx, call, direction, choices);
  else await updateRouteOf(tx, call, direction, replaced, choices);
}

/** Imports one entity of many: a refusal is reported and does not affect the others. */
async function attempt(
  call: ConsoleCall,
  addLine: ReportLine,
  entity: Entity,
  id: string,
  line: number | null,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const said = error.details?.map(({ field, message }) => `${field}: ${message}`).join(' ');
    addLine(
      'refused',
      entity,
      id,
      line,
      note('plain', { said: said ?? sentence(call.language, error.code, error.values) }),
    );
    return false;
  }
}
