import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConfigChange } from '../../../../contract/api/gateway-config.ts';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import { useListed } from '../../../ui/lists/useListed.ts';
import { fieldWord, useFieldWords } from '../connectors/useFieldWords.ts';
import {
  completed,
  factsOf,
  filterOf,
  type FilterFacts,
  type RouteFacts,
} from '../routes/laneChanges.ts';
import { sharesOf } from '../routes/lanes.ts';
import { lowered, useFilterWords } from '../../../parts/filters/useFilterWords.ts';
import { useRouteWords } from '../routes/useRouteWords.ts';
import { useTargetWords } from '../routes/useTargetWords.ts';
import { CONNECTOR_FIELDS } from '../../../../contract/api/connector-fields.ts';

export type Around = {
  /** Routes of the draft, by direction and id. */
  routes: ReadonlyMap<string, RouteFacts>;
  /** Filters by name, before and after the changes. */
  before: ReadonlyMap<string, FilterFacts>;
  after: ReadonlyMap<string, FilterFacts>;
  stopped: ReadonlySet<string>;
  /** New connectors of edits that are not in force. */
  drafts: ReadonlySet<string>;
};

export type ChangeWords = {
  sentence: ReactNode;
  /** The fields that differ, for a thing that was changed. */
  rows: { key: string; label: string; before: string; after: string }[];
};

const KINDS = ['SMPP', 'HTTP', 'GENERIC'] as const;

/** A change of the configuration as a sentence, with before and after for changed fields alone. */
export function useChangeWords(around: Around): (change: ConfigChange) => ChangeWords {
  const route = useRouteChange(around);
  const filter = useFilterChange(around);
  const connector = useConnectorChange(around);
  return (change) => {
    if (change.entity === 'FILTER') return filter(change);
    if (change.entity === 'CONNECTOR') return connector(change);
    return route(change);
  };
}

function useRouteChange({ routes, before, after, stopped, drafts }: Around) {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
  const { typeWord } = useRouteWords();
  const targetWords = useTargetWords();
  const filterWords = useFilterWords();
  const listed = useListed();

  const said = (fid: string, known: ReadonlyMap<string, FilterFacts>) => {
    const { text, expression, isOpaque } = filterWords(
      known.get(fid) ?? { type: '', parameters: {} },
    );
    return isOpaque && expression !== undefined ? `${text} ${expression}` : text;
  };
  const takes = (fids: readonly string[], known: ReadonlyMap<string, FilterFacts>) =>
    fids.length === 0
      ? t('routing.says.everything')
      : fids
          .map((fid, at) => (at === 0 ? said(fid, known) : lowered(said(fid, known))))
          .join(`, ${t('routing.and')} `);
  const endsOf = ({ connectors, targets }: RouteFacts) =>
    connectors.length > 0 ? connectors : targets.map(targetWords);
  /** Where a route's messages go: in what order, or with what shares. */
  function waysOf(facts: RouteFacts): string {
    const ends = endsOf(facts);
    const [first, ...others] = ends;
    if (first === undefined || others.length === 0) return listed(ends);
    if (facts.type.startsWith('Failover'))
      return t('routing.review.failover', {
        first,
        next: others.join(`, ${t('routing.review.thenTo')} `),
      });
    if (facts.type.startsWith('LeastCost'))
      return t('routing.review.cheapest', { names: listed(ends) });
    if (!facts.type.startsWith('RandomRoundrobin')) return listed(ends);
    const shares = sharesOf(ends.length, facts.weights);
    return listed(ends.map((end, at) => `${end} (${percent(shares[at]!)})`));
  }
  /** The messages of a route and where they go, with what stops them there. */
  function goes(facts: RouteFacts, known: ReadonlyMap<string, FilterFacts>): ReactNode {
    const names = waysOf(facts);
    const text =
      facts.order === 0
        ? t('routing.review.othersGo', { names })
        : facts.filters.length === 0
          ? t('routing.review.allGo', { names })
          : t('routing.review.go', { filters: lowered(takes(facts.filters, known)), names });
    const off = facts.enabled ? facts.connectors.filter((cid) => stopped.has(cid)) : [];
    if (off.length === 0) return `${text}.`;
    if (off.length === facts.connectors.length)
      return (
        <>
          {text}
          {', '}
          <strong>{t(`routing.review.wait.${waitOf(off)}`)}</strong>.
        </>
      );
    const idle = [
      ['idleDraft', off.filter((cid) => drafts.has(cid))],
      ['idle', off.filter((cid) => !drafts.has(cid))],
    ] as const;
    return (
      <>
        {text}
        {'. '}
        <strong>
          {idle
            .filter(([, cids]) => cids.length > 0)
            .map(([key, cids]) =>
              t(`routing.review.${key}`, { count: cids.length, names: listed(cids) }),
            )
            .join(' ')}
        </strong>
      </>
    );
  }
  /** Why messages wait whose connectors are all stopped. */
  const waitOf = (off: readonly string[]) =>
    off.length > 1 ? 'several' : off.some((cid) => drafts.has(cid)) ? 'draft' : 'stopped';
  function valueOf(field: keyof RouteFacts, facts: RouteFacts, known: Around['before']): string {
    if (field === 'order') return number(facts.order);
    if (field === 'type') return typeWord(facts.type);
    if (field === 'filters') return takes(facts.filters, known);
    if (field === 'enabled')
      return t(facts.enabled ? 'gateway.routes.enabled' : 'routing.disabled');
    if (field === 'weights')
      return facts.weights === null
        ? t('routing.review.equal')
        : sharesOf(facts.weights.length, facts.weights).map(percent).join(', ');
    const ends = endsOf(facts);
    return ends.length === 0 ? DASH : listed(ends);
  }

  return (change: ConfigChange): ChangeWords => {
    const direction = change.entity === 'MO_ROUTE' ? 'MO' : 'MT';
    if (change.change !== 'CHANGED') {
      const isNew = change.change === 'ADDED';
      const facts = completed(factsOf(change, isNew ? 'after' : 'before'));
      return {
        sentence: (
          <>
            <strong>
              {t(isNew ? 'routing.review.newRoute' : 'routing.review.routeDeleted', {
                direction,
                order: number(facts.order),
              })}
            </strong>{' '}
            {isNew && goes(facts, after)}
          </>
        ),
        rows: [],
      };
    }
    const now = routes.get(`${direction} ${change.id}`);
    const [was, is] = [factsOf(change, 'before'), factsOf(change, 'after')];
    const fields = change.fields.map(({ field }) => field as keyof RouteFacts);
    const order = now?.order ?? is.order ?? Number.parseInt(change.label, 10);
    return {
      sentence: (
        <>
          <strong>{t('routing.review.route', { direction, order: number(order) })}</strong>{' '}
          {now && goes(now, after)}
        </>
      ),
      rows: fields.map((field) => ({
        key: field,
        label: t(`routing.review.fields.${field}`),
        before: valueOf(field, completed(was), before),
        after: valueOf(field, completed(is), after),
      })),
    };
  };
}

function useFilterChange({ before, after }: Around) {
  const { t } = useTranslation();
  const filterWords = useFilterWords();
  const said = (facts: FilterFacts) => {
    const { text, expression, isOpaque } = filterWords(facts);
    return isOpaque && expression !== undefined ? `${text} ${expression}` : text;
  };
  return (change: ConfigChange): ChangeWords => {
    const isGone = change.change === 'REMOVED';
    const facts = isGone ? before.get(change.id) : after.get(change.id);
    return {
      sentence: (
        <>
          <strong>{t(`routing.review.filter.${change.change}`, { name: change.label })}</strong>{' '}
          {facts && change.change === 'ADDED' && `${lowered(said(facts))}.`}
        </>
      ),
      rows:
        change.change === 'CHANGED'
          ? [
              {
                key: 'says',
                label: t('gateway.filters.description'),
                before: said(before.get(change.id) ?? filterOf(change, 'before')),
                after: said(after.get(change.id) ?? filterOf(change, 'after')),
              },
            ]
          : [],
    };
  };
}

function useConnectorChange({ stopped, drafts }: Around) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const words = {
    SMPP: useFieldWords('SMPP'),
    HTTP: useFieldWords('HTTP'),
    GENERIC: useFieldWords('GENERIC'),
  };
  const label = (field: string) => {
    const kind = KINDS.find((each) => fieldWord(each, field) !== undefined);
    return field === 'secret'
      ? t('routing.review.secret')
      : kind
        ? words[kind].label(field)
        : field;
  };
  const value = (field: string, setting: unknown): string => {
    if (field === 'secret')
      return t(setting == null ? 'routing.review.secretNone' : 'routing.review.secretSet');
    if (setting === null || setting === undefined || setting === '') return DASH;
    for (const kind of KINDS) {
      const description = CONNECTOR_FIELDS[kind].find(({ name }) => name === field);
      if (description && typeof setting !== 'object')
        return words[kind].value(description, setting);
    }
    if (typeof setting === 'boolean') return t(setting ? 'connectors.yes' : 'connectors.no');
    if (typeof setting === 'number') return number(setting);
    if (Array.isArray(setting)) return setting.length === 0 ? DASH : setting.join(', ');
    if (typeof setting === 'object')
      return Object.entries(setting)
        .map(([name, each]) => `${name}: ${String(each)}`)
        .join(', ');
    return String(setting as string);
  };
  return ({ change, label: name, fields }: ConfigChange): ChangeWords => {
    const settings = new Map(fields.map((each) => [each.field, each.after]));
    const [host, port, url] = ['host', 'port', 'url'].map((field) => settings.get(field));
    const address = url ?? (host === undefined ? undefined : `${String(host)}:${String(port)}`);
    return {
      sentence: (
        <>
          <strong>
            {t(
              `routing.review.connector.${change !== 'ADDED' || !stopped.has(name) ? change : drafts.has(name) ? 'DRAFT' : 'STOPPED'}`,
              { name },
            )}
          </strong>{' '}
          {change === 'ADDED' && address != null && `${String(address as string)}.`}
        </>
      ),
      rows:
        change === 'CHANGED'
          ? fields.map(({ field, before, after }) => ({
              key: field,
              label: label(field),
              before: value(field, before),
              // A secret is never shown, only that it is another one.
              after:
                field === 'secret' && after !== null
                  ? t('routing.review.secretNew')
                  : value(field, after),
            }))
          : [],
    };
  };
}
