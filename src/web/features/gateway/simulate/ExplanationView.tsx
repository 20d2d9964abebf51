import RouteIcon from '@mui/icons-material/AltRouteOutlined';
import NoIcon from '@mui/icons-material/Close';
import YesIcon from '@mui/icons-material/Check';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { Explanation } from '../../../../contract/api/gateway-config.ts';
import { Folded } from '../../../ui/page/Folded.tsx';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import { IncidentLink } from '../connectors/ProblemCell.tsx';
import { useOpenIncidents } from '../../../parts/monitoring/useOpenIncidents.ts';
import { FilterSentence } from '../filters/FilterSentence.tsx';
import { isTaken, useTrialWords } from './TryMessage.tsx';
import { useRouteWords } from '../routes/useRouteWords.ts';
import { useTargetWords } from '../routes/useTargetWords.ts';
import { PlainList, Rows } from '../../../ui/page/layout.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';

const ROUTES = { MT: '/dashboard/jasmin/mt-routes', MO: '/dashboard/jasmin/mo-routes' } as const;
/** As many routes that do not match are shown unfolded. */
const FEW = 5;

/** Each route that was tried with the filter that refused it, then the chosen route with its target. */
export function ExplanationView({
  explanation,
  other,
}: {
  explanation: Explanation | undefined;
  /** By the draft where the explanation is by the configuration in force, and the other way round. */
  other?: Explanation | undefined;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const targetWords = useTargetWords();
  const trialWords = useTrialWords();
  const cids = explanation?.connectors.map(({ cid }) => cid) ?? [];
  // A bound connector may deliver less than usual all the same.
  const incidents = useOpenIncidents({ cids, most: 20, when: cids.length > 0 });
  if (!explanation)
    return (
      <EmptyState
        icon={<RouteIcon />}
        title={t('gateway.simulate.nothingYet')}
        text={t('gateway.simulate.nothingYetText')}
      />
    );
  const { direction, tried, connectors, targets, version } = explanation;
  const differs =
    other !== undefined &&
    (other.routeId !== explanation.routeId || trialWords(other) !== trialWords(explanation));
  // A route to one connector, free of charge, has neither shares nor costs to compare.
  const hasShares = connectors.some(({ weight }) => weight !== null);
  const hasCosts = connectors.some(({ cost }) => cost !== null && cost !== 0);
  const last = tried.at(-1);
  const others = tried.slice(0, -1);
  const listed = (
    <PlainList gap={2}>
      {others.map((route) => (
        <TriedRoute key={route.routeId} route={route} direction={direction} />
      ))}
    </PlainList>
  );
  return (
    <Rows>
      <Alert severity={isTaken(explanation) ? 'success' : 'warning'}>
        <Typography variant="subtitle1" component="p">
          {trialWords(explanation)}
        </Typography>
        {version === null
          ? t('gateway.simulate.ofDraft')
          : t('gateway.simulate.ofVersion', { version: number(version) })}
        {differs && (
          <Typography component="p" sx={{ mt: 1 }}>
            {t(version === null ? 'routing.trial.inForce' : 'gateway.simulate.withEdits', {
              answer: trialWords(other),
            })}
          </Typography>
        )}
      </Alert>
      {connectors.length > 0 && (
        <Table size="small" aria-label={t('gateway.routes.connectors')}>
          <TableHead>
            <TableRow>
              <TableCell>{t('gateway.routes.connector')}</TableCell>
              <TableCell>{t('gateway.simulate.serves')}</TableCell>
              {hasShares && <TableCell align="right">{t('gateway.simulate.weight')}</TableCell>}
              {hasCosts && <TableCell align="right">{t('gateway.simulate.cost')}</TableCell>}
            </TableRow>
          </TableHead>
          <TableBody>
            {connectors.map((each) => (
              <TableRow key={each.cid}>
                <TableCell component="th" scope="row">
                  <Link
                    component={RouterLink}
                    to={`/dashboard/jasmin/${each.kind.toLowerCase()}/${each.cid}`}
                  >
                    {each.cid}
                  </Link>
                  {each.chosen ? ` (${t('gateway.simulate.chosen')})` : ''}
                </TableCell>
                <TableCell>
                  {each.serves
                    ? t('gateway.simulate.yes')
                    : each.live
                      ? t('gateway.simulate.standby')
                      : t('gateway.simulate.down')}
                  {incidents
                    .filter(({ cid }) => cid === each.cid)
                    .map((incident) => (
                      <Box key={incident.incidentId}>
                        <IncidentLink incident={incident} />
                      </Box>
                    ))}
                </TableCell>
                {hasShares && <TableCell align="right">{each.weight ?? DASH}</TableCell>}
                {hasCosts && <TableCell align="right">{each.cost ?? DASH}</TableCell>}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {targets.length > 0 && (
        <Box component="ol" sx={{ m: 0, pl: 5 }}>
          {targets.map((target) => (
            <li key={JSON.stringify(target)}>{targetWords(target)}</li>
          ))}
        </Box>
      )}
      <Box>
        <Typography variant="subtitle1" component="h3" sx={{ mb: 1 }}>
          {t('gateway.simulate.tried')}
        </Typography>
        {last !== undefined && (
          <PlainList gap={2}>
            <TriedRoute route={last} direction={direction} />
          </PlainList>
        )}
        {last?.refusedBy === null && others.length === 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
            {t('gateway.simulate.onlyOne')}
          </Typography>
        )}
        {others.length > 0 && (
          <Box sx={{ mt: 3 }}>
            {others.length > FEW ? (
              <Folded
                title={t('routing.othersTried', {
                  count: others.length,
                  value: number(others.length),
                })}
              >
                {listed}
              </Folded>
            ) : (
              listed
            )}
          </Box>
        )}
      </Box>
    </Rows>
  );
}

/** One route that was tried, with the filter that refused it. */
function TriedRoute({
  route,
  direction,
}: {
  route: Explanation['tried'][number];
  direction: Explanation['direction'];
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { typeWord } = useRouteWords();
  return (
    <Box
      component="li"
      sx={(theme) => ({
        display: 'grid',
        gridTemplateColumns: '18px minmax(0, 1fr)',
        gap: 2,
        '& svg': { fontSize: 18, mt: '1px' },
        '& > svg': {
          color: theme.vars?.palette.tone[route.refusedBy === null ? 'success' : 'error'].text,
        },
      })}
    >
      {route.refusedBy === null ? <YesIcon aria-hidden="true" /> : <NoIcon aria-hidden="true" />}
      <div>
        <Link component={RouterLink} to={ROUTES[direction]}>
          {t('gateway.simulate.route', {
            order: number(route.order),
            type: typeWord(route.type),
          })}
        </Link>
        {': '}
        {route.refusedBy === null &&
          (route.matched.length === 0
            ? // A route from a phone without filters may have keywords.
              t(direction === 'MT' ? 'gateway.simulate.noFilter' : 'routing.trial.takes')
            : t('gateway.simulate.allMatched', { count: route.matched.length }))}
        {route.matched.map((filter) => (
          <Typography key={JSON.stringify(filter)} variant="body2" color="textSecondary">
            <FilterSentence filter={filter} />
          </Typography>
        ))}
        {route.refusedBy !== null && !route.filter && t('routing.trial.keyword')}
        {route.filter && (
          <>
            <FilterSentence filter={route.filter} />
            <Typography variant="body2" color="textSecondary">
              {route.value === '' || route.value === null
                ? t('routing.trial.none', { filter: route.refusedBy ?? '' })
                : t('routing.trial.differs', {
                    value: route.value,
                    filter: route.refusedBy ?? '',
                  })}
            </Typography>
          </>
        )}
      </div>
    </Box>
  );
}
