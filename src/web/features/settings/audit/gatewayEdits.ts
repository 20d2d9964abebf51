type State = Readonly<Record<string, unknown>> | null;
type Sides = { before: State; after: State };

/** The field under which a filter's sentence stands in place of its type and its only parameter. */
export const SELECTS = 'selects';

const PARTS = {
  CONNECTOR: 'CONNECTOR',
  FILTER: 'FILTER',
  MT_ROUTE: 'ROUTE',
  MO_ROUTE: 'ROUTE',
} as const;
const isPart = (entity: unknown): entity is keyof typeof PARTS =>
  typeof entity === 'string' && Object.hasOwn(PARTS, entity);

/** Parameters that a sentence says, with the type of filter that has them. */
const SAID: Readonly<Record<string, string>> = {
  destination_addr: 'DestinationAddrFilter',
  source_addr: 'SourceAddrFilter',
  short_message: 'ShortMessageFilter',
  dateInterval: 'DateIntervalFilter',
  timeInterval: 'TimeIntervalFilter',
};

const isNewPart = ({ before, after }: Sides) =>
  isPart(after?.['entity']) && (before === null || Object.keys(before).length === 0);

/** The part of the gateway's draft that an entry is about, and its change; undefined where the entry names no part. */
export function editOf({ before, after }: Sides) {
  const entity = after?.['entity'];
  if (!isPart(entity)) return undefined;
  const isRemoved = Object.keys(after ?? {}).every((name) => name === 'entity' || name === 'id');
  const change = isNewPart({ before, after }) ? 'ADDED' : isRemoved ? 'REMOVED' : 'CHANGED';
  return `${PARTS[entity]}_${change}` as const;
}

/** The side of a new part without what is off or zero, which is so with most new parts; one that is not enabled says so. */
export const withoutUsual = ({ before, after }: Sides): Sides =>
  isNewPart({ before, after })
    ? {
        before,
        after: Object.fromEntries(
          Object.entries(after ?? {}).filter(
            ([name, value]) => name === 'enabled' || (value !== false && value !== 0),
          ),
        ),
      }
    : { before, after };

/** The sides of an entry with the sentences of a filter in place of its patterns; other entries as they are. */
export function withSentences(
  { before, after }: Sides,
  say: (filter: { type: string; parameters: Record<string, string> }) => string,
): Sides {
  if (after?.['entity'] !== 'FILTER') return { before, after };
  const said = (side: State): State => {
    const found = Object.entries(side ?? {}).find(([name]) => Object.hasOwn(SAID, name));
    if (side === null || found === undefined || typeof found[1] !== 'string') return side;
    const [name, value] = found;
    const { type: _, [name]: __, ...rest } = side;
    return { ...rest, [SELECTS]: say({ type: SAID[name]!, parameters: { [name]: value } }) };
  };
  return { before: said(before), after: said(after) };
}
