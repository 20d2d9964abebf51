/** Creating, changing, deleting and testing route filters of the draft. */
import type {
  FilterType,
  RouteFilter,
  routeFilters,
} from '../../../../contract/api/route-filters.ts';
import type { Parsed } from '../../../../contract/endpoint.ts';
import type { Tx } from '../../../infra/database/db.ts';
import {
  compileFilter,
  describeFilter,
  mayFilter,
  parameterOf,
  textParameters,
} from '../../../core/dispatch/routing/filters.rules.ts';
import { createReading } from '../../../core/dispatch/routing/routing-facts.ts';
import { faultText, Unusable } from '../../../core/dispatch/routing/config-fault.ts';
import { badInput, inUse, notFound } from '../../../infra/errors.ts';
import { factsOf } from '../draft.ts';
import type { Sample } from '../draft.ts';
import { recordEdit } from '../edits.ts';
import { lockDraft } from './routing.store.ts';
import { deleteFilter, findFilter, insertFilter, updateFilter } from './filters.store.ts';
import type { FilterRow } from './filters.store.ts';
import { takenHere } from '../console-call.ts';
import type { ConsoleCall } from '../console-call.ts';
import { nameOf } from './routing.ts';

export function presentFilter(filter: FilterRow): RouteFilter {
  const type = filter.type as FilterType; // saved filters were validated
  return {
    fid: filter.fid,
    type,
    parameters: textParameters(filter.parameters),
    directions: (['MT', 'MO'] as const).filter((direction) => mayFilter(type, direction)),
    description: describeFilter(filter),
    usedBy: filter.usedBy,
    createTimestamp: filter.createdAt.getTime() / 1000,
    updateTimestamp: filter.updatedAt.getTime() / 1000,
  };
}

type Wanted = { fid: string; type: string; parameters: Record<string, string> };

/** @throws badInput at the parameter that is wrong */
function checkFilter(call: ConsoleCall, filter: Wanted): void {
  try {
    compileFilter(filter);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    const name = parameterOf(filter.type);
    throw badInput([
      {
        field: name === undefined ? 'parameters' : `parameters.${name}`,
        message: faultText(call.language, error.fault, error.values),
      },
    ]);
  }
}

/** @throws badInput, taken */
export async function createFilter(
  tx: Tx,
  call: ConsoleCall,
  wanted: Parsed<typeof routeFilters.create>,
): Promise<RouteFilter> {
  await addFilter(tx, call, wanted);
  return presentFilter((await findFilter(tx, wanted.fid))!);
}

/** As `createFilter`, without a look at all routes for those that use it, which an import of many would repeat for each. */
export async function addFilter(
  tx: Tx,
  call: ConsoleCall,
  wanted: Parsed<typeof routeFilters.create>,
): Promise<void> {
  checkFilter(call, wanted);
  await lockDraft(tx);
  if (!(await insertFilter(tx, wanted))) throw takenHere(call, 'fid', wanted.fid);
  await recordEdit(tx, call, 'FILTER', wanted.fid, {
    before: null,
    after: { type: wanted.type, ...wanted.parameters },
  });
}

/** @throws notFound, badInput, inUse where a route uses it on messages that it could no longer be asked about */
export async function updateFilterOf(
  tx: Tx,
  call: ConsoleCall,
  wanted: Parsed<typeof routeFilters.update>,
): Promise<RouteFilter> {
  await lockDraft(tx);
  const before = await findFilter(tx, wanted.fid);
  if (!before) throw notFound('filter');
  const after = {
    id: before.id,
    fid: before.fid,
    type: wanted.type ?? before.type,
    parameters:
      wanted.parameters ??
      (wanted.type === undefined || wanted.type === before.type
        ? presentFilter(before).parameters
        : {}),
  };
  checkFilter(call, after);
  const unfit = before.usedBy.filter(({ direction }) => !mayFilter(after.type, direction));
  if (unfit.length > 0) throw inUse('filter', unfit.map(nameOf));
  await updateFilter(tx, after);
  await recordEdit(tx, call, 'FILTER', before.fid, {
    before: { type: before.type, ...before.parameters },
    after: { type: after.type, ...after.parameters },
  });
  return presentFilter((await findFilter(tx, wanted.fid))!);
}

export async function deleteFilterOf(tx: Tx, call: ConsoleCall, fid: string): Promise<void> {
  await lockDraft(tx);
  const filter = await findFilter(tx, fid);
  if (!filter) throw notFound('filter');
  if (filter.usedBy.length > 0) throw inUse('filter', filter.usedBy.map(nameOf));
  await deleteFilter(tx, filter.id);
  await recordEdit(tx, call, 'FILTER', fid, {
    before: { type: filter.type, ...filter.parameters },
    after: null,
  });
}

/** Tests a filter, saved or not, against a message. @throws badInput */
export async function testFilter(
  tx: Tx,
  call: ConsoleCall,
  filter: { type: FilterType; parameters: Record<string, string> },
  sample: Sample,
) {
  checkFilter(call, { fid: 'test', ...filter });
  const compiled = compileFilter({ fid: 'test', ...filter });
  const direction = mayFilter(filter.type, 'MT') && sample.cid === undefined ? 'MT' : 'MO';
  const reading = createReading(await factsOf(tx, call, sample, direction), direction);
  const begun = performance.now();
  const matches = compiled.matches(reading);
  const microseconds = Math.round((performance.now() - begun) * 1000);
  const value = compiled.valueOf(reading).slice(0, 200);
  const reason =
    filter.type === 'TransparentFilter'
      ? faultText(call.language, 'SAYS_YES_ALL')
      : faultText(call.language, matches ? 'SAYS_YES' : 'SAYS_NO', {
          wanted: compiled.description,
          value,
        });
  return { matches, value, reason, microseconds };
}
