import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { MovedMessages, ServedRoute } from '../../../../contract/api/route-comparison.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { costsOf, type Comparison } from './comparison.ts';
import { useComparison } from './useComparison.ts';
import { useRouteWords } from '../routes/useRouteWords.ts';

/** The draft run against the messages of the last 24 hours: which of them would go elsewhere, at what cost. */
export function RouteComparison() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { sum, isRunning, isWhole, failure, start, stop } = useComparison();
  return (
    <Box component="section" aria-labelledby="comparison-title" sx={{ display: 'grid', gap: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, justifyContent: 'space-between' }}>
        <Box sx={{ flex: '1 1 280px' }}>
          <Typography id="comparison-title" variant="h3" component="h3">
            {t('gateway.comparison.title')}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {t('gateway.comparison.purpose')}
          </Typography>
        </Box>
        {isRunning ? (
          <Button color="inherit" variant="outlined" onClick={stop}>
            {t('gateway.comparison.stop')}
          </Button>
        ) : (
          <Button color="inherit" variant="outlined" onClick={start}>
            {t(sum === undefined ? 'gateway.comparison.start' : 'gateway.comparison.again')}
          </Button>
        )}
      </Box>
      {isRunning && <LinearProgress aria-label={t('gateway.comparison.running')} />}
      {failure !== null && <Alert severity="error">{failure}</Alert>}
      <Box role="status" aria-live="polite">
        {sum !== undefined && (
          <Typography variant="body2">
            {t('gateway.comparison.read', { count: sum.read, value: number(sum.read) })}{' '}
            {!isRunning && !isWhole && t('gateway.comparison.stopped')}
            {isWhole && <Outcome sum={sum} />}
          </Typography>
        )}
      </Box>
      {sum !== undefined && sum.moved.length > 0 && (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
          {sum.moved.map((each) => (
            <Moved key={`${each.before?.routeId} ${each.after?.routeId}`} moved={each} />
          ))}
        </Box>
      )}
    </Box>
  );
}

/** The result in a sentence: how many would go elsewhere, and the cost of all before and after. */
function Outcome({ sum }: { sum: Comparison }) {
  const { t } = useTranslation();
  const { number, change } = useFormat();
  const elsewhere = sum.read - sum.stayed;
  const { before, after } = costsOf(sum);
  if (sum.read === 0) return null;
  return (
    <>
      {elsewhere === 0
        ? t('gateway.comparison.none')
        : t('gateway.comparison.elsewhere', { count: elsewhere, value: number(elsewhere) })}{' '}
      {before + after > 0 &&
        t('gateway.comparison.cost', {
          before: number(cents(before)),
          after: number(cents(after)),
          change: before === 0 ? '' : ` (${change((after - before) / before)})`,
        })}
    </>
  );
}

const cents = (cost: number) => Math.round(cost * 100) / 100;

function Moved({ moved }: { moved: MovedMessages }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { messages, costBefore, costAfter, examples } = moved;
  return (
    <Box
      component="li"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 3, display: 'grid', gap: 1 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
        <Way route={moved.before} />
        <Box component="span" aria-hidden sx={{ color: 'text.secondary' }}>
          →
        </Box>
        <Way route={moved.after} isGoal />
      </Box>
      <Typography variant="body2" color="textSecondary">
        {t('gateway.comparison.messages', { count: messages, value: number(messages) })}
        {costBefore + costAfter > 0 &&
          ` · ${t('gateway.comparison.cost', {
            before: number(cents(costBefore)),
            after: number(cents(costAfter)),
            change: '',
          })}`}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
        {examples.map(({ messageId, destination, senderId }) => (
          <Link
            component={RouterLink}
            key={messageId}
            variant="body2"
            to={`/dashboard/campaigns/sent-messages/${messageId}`}
          >
            {t('gateway.comparison.example', { sender: senderId, phone: destination })}
          </Link>
        ))}
      </Box>
    </Box>
  );
}

/** A route by its order and kind, with the connectors that serve it. */
function Way({ route, isGoal = false }: { route: ServedRoute | null; isGoal?: boolean }) {
  const { t } = useTranslation();
  const { typeWord } = useRouteWords();
  const { percent } = useFormat();
  if (route === null)
    return (
      <Typography variant="body2" color="error">
        {t('gateway.comparison.noRoute')}
      </Typography>
    );
  const connectors = route.connectors
    .map(({ cid, share }) => (share === 1 ? cid : `${cid} ${percent(share)}`))
    .join(', ');
  return (
    <Typography variant="body2" sx={{ fontWeight: isGoal ? 600 : undefined }}>
      {t('gateway.comparison.way', {
        order: route.order,
        type: typeWord(route.type),
        connectors: connectors || t('gateway.comparison.allStopped'),
      })}
    </Typography>
  );
}
