/** Imports the filters and routes of a Jasmin configuration into the draft. */
import { readConfigRows } from '../../core/dispatch/config-version.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import { Refusal } from '../../infra/errors.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { ConsoleCall } from '../customers/console-call.ts';
import { createFilter } from './filters.ts';
import type { ReportLine } from './import-report.ts';
import { translatePattern } from './import-patterns.rules.ts';
import { LISTED_TYPES } from './import.rules.ts';
import type { readListing } from './import.rules.ts';
import { createRoute } from './routing.ts';

type Listing = ReturnType<typeof readListing>;
type ListedRoute = Listing['routes'][number];
type ListedFilter = { letters: string; argument: string };

export async function importFiltersAndRoutes(
  tx: Tx,
  call: ConsoleCall,
  listing: Pick<Listing, 'filters' | 'routes'>,
  addLine: ReportLine,
): Promise<void> {
  const filters = new FilterImport(tx, call, addLine);
  await filters.loadDraft();
  for (const filter of listing.filters) {
    if (await filters.create(filter.fid, filter, filter.line))
      addLine('taken', 'filter', filter.fid, filter.line, 'Made.');
  }
  for (const route of listing.routes) await importRoute(tx, call, route, filters, addLine);
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
  async fidFor(filter: ListedFilter, route: string, line: number): Promise<string | undefined> {
    if (!this.#fids.has(keyOf(filter))) {
      let fid: string;
      do fid = `import-${++this.#created}`;
      while (this.#used.has(fid));
      if (await this.create(fid, filter, line))
        this.#addLine(
          'changed',
          'filter',
          fid,
          line,
          `Made for ${route}, whose list shows what its filters are and not their names.`,
        );
    }
    return this.#fids.get(keyOf(filter));
  }

  /** @returns false where it is refused, which is reported */
  async create(fid: string, filter: ListedFilter, line: number): Promise<boolean> {
    const listed = LISTED_TYPES[filter.letters];
    if (filter.letters === 'Ev') {
      this.#addLine(
        'refused',
        'filter',
        fid,
        line,
        'An EvalPyFilter is a program of the other gateway. Write it again as an ExpressionFilter.',
      );
      return false;
    }
    if (!listed) {
      this.#addLine('refused', 'filter', fid, line, `There is no type <${filter.letters}>.`);
      return false;
    }
    const argument = argumentOf(filter);
    return attempt(this.#call, this.#addLine, 'filter', fid, line, async () => {
      await createFilter(this.#tx, this.#call, {
        fid,
        type: listed.type as Parameters<typeof createFilter>[2]['type'],
        parameters: listed.parameter === undefined ? {} : { [listed.parameter]: argument },
      });
      this.#fids.set(keyOf(filter), fid);
      if (argument !== filter.argument)
        this.#addLine(
          'changed',
          'filter',
          fid,
          line,
          `"${filter.argument}" is written as "${argument}", which matches the same.`,
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

async function importRoute(
  tx: Tx,
  call: ConsoleCall,
  route: ListedRoute,
  filters: FilterImport,
  addLine: ReportLine,
): Promise<void> {
  const { direction, order, line } = route;
  const [entity, name] = [`${direction} route`, `${direction} ${order}`];
  const fids: string[] = [];
  let refused = false;
  // The default route has no filters.
  for (const filter of order === 0 ? [] : route.filters) {
    const fid = await filters.fidFor(filter, name, line);
    if (fid === undefined) refused = true;
    else fids.push(fid);
  }
  if (refused) {
    addLine('refused', entity, name, line, 'One of its filters was refused.');
    return;
  }
  const created = await attempt(call, addLine, entity, name, line, () =>
    createListedRoute(tx, call, route, fids),
  );
  if (!created) return;
  if (route.rate !== null && Number(route.rate) > 0)
    addLine(
      'changed',
      'MT route',
      name,
      line,
      `Made without its rate of ${route.rate}: prices are the clients' own rates.`,
    );
  else addLine('taken', entity, name, line, 'Made.');
}

async function createListedRoute(
  tx: Tx,
  call: ConsoleCall,
  { direction, order, type, targets }: ListedRoute,
  filters: string[],
): Promise<void> {
  if (direction === 'MT')
    await createRoute(tx, call, 'MT', {
      type,
      order,
      filters,
      connectors: targets.map((target) => target.name),
    });
  else
    await createRoute(tx, call, 'MO', {
      type,
      order,
      filters,
      targets: targets.map((target) =>
        target.kind === 'smpps'
          ? { kind: 'SMPP_USER', username: target.name }
          : { kind: 'HTTP', cid: target.name },
      ),
    });
}

/** Imports one entity of many: a refusal is reported and does not affect the others. */
async function attempt(
  call: ConsoleCall,
  addLine: ReportLine,
  entity: string,
  id: string,
  line: number,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const said = error.details?.map(({ field, message }) => `${field}: ${message}`).join(' ');
    addLine('refused', entity, id, line, said ?? sentence(call.language, error.code, error.values));
    return false;
  }
}
