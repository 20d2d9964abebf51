import DisabledIcon from '@mui/icons-material/BlockOutlined';
import NoIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DASH } from '../../../ui/figures/figures.tsx';
import { ToneChip } from '../../../ui/figures/StatusChip.tsx';
import { FilterSentence } from '../filters/FilterSentence.tsx';
import { LaneEnds, ShareBar } from './LaneEnds.tsx';
import { endOf, type Lane, type Verdict } from './lanes.ts';
import type { FilterFacts, LaneChange, RouteFacts } from './laneChanges.ts';
import { useRouteWords } from './useRouteWords.ts';
import { useTargetWords } from './useTargetWords.ts';

/** The facts in force of a route that an edit changed. */
export const wasOf = (change: Lane['change']): Partial<RouteFacts> =>
  change?.change === 'CHANGED' ? (change as LaneChange & { change: 'CHANGED' }).was : {};

/** A fact as it is in force, under the one that an edit puts in its place. */
export function Was({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Typography
      variant="caption"
      component="span"
      color="textSecondary"
      sx={{ display: 'block', mt: 1, overflowWrap: 'anywhere' }}
    >
      {t('routing.was')} {children}
    </Typography>
  );
}

/** The messages that a route takes: its filters as sentences. */
export function Takes({
  lane,
  inForce,
  edited,
  verdict,
}: {
  lane: Lane;
  inForce: ReadonlyMap<string, FilterFacts>;
  edited: ReadonlyMap<string, FilterFacts | null>;
  verdict: Verdict | undefined;
}) {
  const { t } = useTranslation();
  const before = wasOf(lane.change).filters;
  const factsOf = (fid: string): FilterFacts => inForce.get(fid) ?? { type: '', parameters: {} };
  return (
    <Box sx={{ gridArea: 'takes', minWidth: 0 }}>
      {lane.filters.length === 0 && (
        <span>{t(lane.order === 0 ? 'routing.everythingElse' : 'routing.says.everything')}</span>
      )}
      {lane.filters.map((filter, at) => {
        const refused = verdict?.state === 'refused' && verdict.fid === filter.fid;
        const was = edited.get(filter.fid) && inForce.get(filter.fid);
        return (
          <Box
            key={filter.fid}
            sx={(theme) => ({
              ...(refused && { color: theme.vars?.palette.tone.error.text }),
            })}
          >
            {refused && <NoIcon aria-hidden="true" sx={{ fontSize: 16, mr: 1, mb: '-3px' }} />}
            {at > 0 && `${t('routing.and')} `}
            <FilterName>{filter.fid}</FilterName>{' '}
            <FilterSentence
              filter={filter}
              struck={lane.change?.change === 'REMOVED'}
              isContinued={at > 0}
            />
            {refused && verdict.value !== null && (
              <Typography variant="caption" component="span" sx={{ display: 'block', pl: 5 }}>
                {verdict.value === ''
                  ? t('routing.trial.none', { filter: filter.fid })
                  : t('routing.trial.differs', { value: verdict.value, filter: filter.fid })}
              </Typography>
            )}
            {was && (
              <Was>
                <FilterSentence filter={was} struck />
              </Was>
            )}
          </Box>
        );
      })}
      {before && (
        <Was>
          {before.length === 0 ? (
            <s>{t('routing.says.everything')}</s>
          ) : (
            before.map((fid, at) => (
              <span key={fid}>
                {at > 0 && ` ${t('routing.and')} `}
                <FilterSentence filter={factsOf(fid)} struck isContinued={at > 0} />
              </span>
            ))
          )}
        </Was>
      )}
    </Box>
  );
}

function FilterName({ children }: { children: string }) {
  return (
    <Box
      component="span"
      sx={(theme) => ({
        display: 'inline-block',
        px: 1.5,
        mr: 1,
        borderRadius: '4px',
        fontSize: 12,
        lineHeight: '18px',
        color: 'text.secondary',
        backgroundColor: theme.vars?.palette.tone.neutral.ground,
      })}
    >
      {children}
    </Box>
  );
}

/** The kind of a route, with the shares of a round robin. */
export function Kind({ lane }: { lane: Lane }) {
  const { typeWord } = useRouteWords();
  const was = wasOf(lane.change);
  const isShared = lane.type.startsWith('RandomRoundrobin') && lane.ends.length > 1;
  return (
    <Box sx={{ gridArea: 'kind', minWidth: 0 }}>
      <span>{typeWord(lane.type)}</span>
      {was.type !== undefined && (
        <Was>
          <s>{typeWord(was.type)}</s>
        </Was>
      )}
      {isShared && <ShareBar count={lane.ends.length} weights={lane.weights} />}
      {was.weights !== undefined && was.weights !== null && (
        <Was>
          <s>{was.weights.join(' : ')}</s>
        </Was>
      )}
    </Box>
  );
}

/** The targets of a route. */
export function Ends({
  lane,
  swap,
}: {
  lane: Lane;
  swap: ((cid: string) => ReactNode) | undefined;
}) {
  const target = useTargetWords();
  const was = wasOf(lane.change);
  const before =
    was.connectors?.map((cid) => ({ key: cid, name: cid })) ??
    was.targets?.map((each) => endOf(each, { target }));
  return (
    <Box sx={{ gridArea: 'ends', minWidth: 0 }}>
      <LaneEnds
        ends={lane.ends}
        type={lane.type}
        weights={lane.weights}
        struck={lane.change?.change === 'REMOVED'}
        isNew={lane.change?.change === 'ADDED'}
        swap={swap}
      />
      {before && (
        <Was>
          <s>{before.length === 0 ? DASH : before.map(({ name }) => name).join(', ')}</s>
        </Was>
      )}
    </Box>
  );
}

/** The lane's difference to what is in force, or that it is disabled. */
export function State({ lane: { change, enabled } }: { lane: Lane }) {
  const { t } = useTranslation();
  return (
    <Box
      sx={{
        display: 'flex',
        '@container (min-width: 820px)': { flexDirection: 'column' },
        alignItems: 'flex-start',
        gap: 1,
        my: '-2px',
      }}
    >
      {change && (
        <ToneChip
          data-tone={change.change === 'REMOVED' ? 'neutral' : 'info'}
          sx={(theme) => ({
            pl: '8px',
            '&&': { backgroundColor: theme.vars?.palette.background.paper },
          })}
        >
          <span>{t(`routing.drafts.${change.change}`)}</span>
        </ToneChip>
      )}
      {!enabled && change?.change !== 'REMOVED' && (
        <ToneChip data-tone="neutral">
          <DisabledIcon aria-hidden="true" />
          <span>{t('routing.disabled')}</span>
        </ToneChip>
      )}
      {wasOf(change).enabled === false && (
        <Was>
          <s>{t('routing.disabled')}</s>
        </Was>
      )}
    </Box>
  );
}
