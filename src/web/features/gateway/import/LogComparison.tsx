import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { DifferingMessages } from '../../../../contract/api/log-comparison.ts';
import { FileDrop } from '../../../ui/fields/FileDrop.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Folded } from '../../../ui/page/Folded.tsx';
import { Rows } from '../../../ui/page/layout.tsx';
import { useLogComparison } from './useLogComparison.ts';
import { useRouteWords } from '../routes/useRouteWords.ts';

/** A log of the old gateway run through the routes with their edits: which messages would go elsewhere. */
export function LogComparison() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { sum, isRunning, percent, failure, start, stop } = useLogComparison();
  return (
    <Folded heading="h2" title={t('gateway.import.log.title')} text={t('gateway.import.log.short')}>
      <Rows>
        <Typography variant="body2" color="textSecondary">
          {t('gateway.import.log.purpose')}
        </Typography>
        {isRunning ? (
          <>
            <LinearProgress
              variant="determinate"
              value={percent}
              aria-label={t('gateway.import.log.running')}
            />
            <Box>
              <Button color="inherit" variant="outlined" onClick={stop}>
                {t('gateway.comparison.stop')}
              </Button>
            </Box>
          </>
        ) : (
          <FileDrop
            title={t('gateway.import.log.drop')}
            or={t('gateway.import.log.or')}
            browse={t('gateway.import.log.browse')}
            help={t('gateway.import.log.help')}
            accept=".log,.txt,text/plain"
            onFiles={([file]) => file && start(file)}
          />
        )}
        {failure !== null && <Alert severity="error">{failure}</Alert>}
        <Box role="status">
          {sum !== undefined && (
            <>
              {t('gateway.comparison.read', { count: sum.read, value: number(sum.read) })}{' '}
              {t('gateway.import.log.same', { count: sum.same, value: number(sum.same) })}{' '}
              {sum.undecided > 0 &&
                t('gateway.import.log.undecided', {
                  count: sum.undecided,
                  value: number(sum.undecided),
                })}{' '}
              {!isRunning && percent < 100 && t('gateway.comparison.stopped')}
            </>
          )}
        </Box>
        {sum !== undefined && sum.differing.length > 0 && (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
            {sum.differing.map((each) => (
              <Differing key={`${each.cid} ${each.route?.order}`} differing={each} />
            ))}
          </Box>
        )}
      </Rows>
    </Folded>
  );
}

function Differing({ differing }: { differing: DifferingMessages }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { typeWord } = useRouteWords();
  const { cid, route, messages, examples } = differing;
  const way =
    route === null
      ? t('gateway.comparison.noRoute')
      : t('gateway.comparison.way', {
          order: route.order,
          type: typeWord(route.type),
          connectors: route.cids.join(', '),
        });
  return (
    <Box
      component="li"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 3, display: 'grid', gap: 1 }}
    >
      <Typography variant="body2">{t('gateway.import.log.way', { cid, way })}</Typography>
      <Typography variant="body2" color="textSecondary">
        {t('gateway.comparison.messages', { count: messages, value: number(messages) })}
        {examples
          .map(({ senderId, destination }) =>
            t('gateway.comparison.example', { sender: senderId, phone: destination }),
          )
          .map((example) => ` · ${example}`)
          .join('')}
      </Typography>
    </Box>
  );
}
