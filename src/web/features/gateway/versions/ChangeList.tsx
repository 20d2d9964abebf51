import AddIcon from '@mui/icons-material/Add';
import EditIcon from '@mui/icons-material/EditOutlined';
import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConfigChange } from '../../../../contract/api/gateway-config.ts';
import { routeFilters } from '../../../../contract/api/route-filters.ts';
import { moRoutes, mtRoutes } from '../../../../contract/api/routes.ts';
import { useAll } from '../../../parts/queries.ts';
import { Time } from '../../../ui/figures/figures.tsx';
import { PlainList } from '../../../ui/page/layout.tsx';
import { laneChanges } from '../routes/laneChanges.ts';
import { aroundOf, sortedChanges } from './changes.ts';
import { useChangeWords } from './useChangeWords.tsx';

const TONE_OF = { ADDED: 'success', CHANGED: 'info', REMOVED: 'error' } as const;
const ICON_OF = { ADDED: AddIcon, CHANGED: EditIcon, REMOVED: RemoveIcon } as const;

/** Differences between two configurations as sentences; before and after for changed fields alone. */
export function ChangeList({
  changes,
  isDraft = false,
}: {
  changes: readonly ConfigChange[];
  /** True for edits that are not in force: a new connector is a draft. */
  isDraft?: boolean;
}) {
  const { t } = useTranslation();
  const mt = useAll(mtRoutes.list, 'routes', {});
  const mo = useAll(moRoutes.list, 'routes', {});
  const filters = useAll(routeFilters.list, 'filters', {});
  const around = useMemo(
    () =>
      aroundOf(changes, mt.data?.routes ?? [], mo.data?.routes ?? [], filters.data?.filters ?? []),
    [changes, mt.data, mo.data, filters.data],
  );
  const drafts = useMemo(
    () => new Set(isDraft ? laneChanges(changes, 'MT').newConnectors : []),
    [changes, isDraft],
  );
  const wordsOf = useChangeWords({ ...around, drafts });
  const latest = changes.flatMap(({ edits: [first] }) => first ?? []);
  // One person's edits have their author once, above.
  const isOnes = latest.length > 1 && new Set(latest.map(({ actorName }) => actorName)).size === 1;
  const edited = (name: string | null, timestamp: number) => (
    <Typography variant="caption" color="textSecondary" component="div" sx={{ mt: 1 }}>
      {name === null
        ? t('routing.review.editedByPlatform')
        : t('routing.review.editedBy', { name })}{' '}
      <Time at={timestamp} />
    </Typography>
  );
  return (
    <PlainList gap={0}>
      {isOnes && (
        <Box component="li" sx={{ pb: 3 }}>
          {edited(latest[0]!.actorName, Math.max(...latest.map(({ timestamp }) => timestamp)))}
        </Box>
      )}
      {sortedChanges(changes).map((change) => {
        const { sentence, rows } = wordsOf(change);
        const [edit] = change.edits;
        const Icon = ICON_OF[change.change];
        return (
          <Box
            component="li"
            key={`${change.entity} ${change.id}`}
            sx={(theme) => ({
              py: 3,
              display: 'grid',
              gridTemplateColumns: '20px minmax(0, 1fr)',
              gap: 3,
              borderTop: `1px solid ${theme.vars?.palette.divider}`,
              '&:first-child': { borderTop: 0, pt: 0 },
            })}
          >
            <Icon
              titleAccess={t(`routing.drafts.${change.change}`)}
              sx={(theme) => ({
                fontSize: 20,
                color: theme.vars?.palette.tone[TONE_OF[change.change]].text,
              })}
            />
            <Box sx={{ minWidth: 0 }}>
              <Box sx={{ overflowWrap: 'anywhere', '& strong': { fontWeight: 600 } }}>
                {sentence}
              </Box>
              {rows.length > 0 && (
                <Box
                  component="dl"
                  sx={{
                    m: 0,
                    mt: 1,
                    display: 'grid',
                    gridTemplateColumns: 'minmax(72px, auto) minmax(0, 1fr)',
                    columnGap: 4,
                    rowGap: 1,
                    fontSize: 13,
                    lineHeight: '18px',
                  }}
                >
                  {rows.map(({ key, label, before, after }) => (
                    <Box key={key} sx={{ display: 'contents' }}>
                      <Typography component="dt" variant="body2" color="textSecondary">
                        {label}
                      </Typography>
                      <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                        <Box component="del" sx={{ color: 'text.secondary' }}>
                          {before}
                        </Box>{' '}
                        <span aria-hidden="true">→</span>{' '}
                        <Box component="ins" sx={{ textDecoration: 'none', fontWeight: 550 }}>
                          {after}
                        </Box>
                      </Box>
                    </Box>
                  ))}
                </Box>
              )}
              {edit && !isOnes && edited(edit.actorName, edit.timestamp)}
            </Box>
          </Box>
        );
      })}
    </PlainList>
  );
}
