import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  playsmsImports,
  type PlaysmsCounts,
  type PlaysmsImport,
} from '../../../contract/api/playsms-imports.ts';
import { tasks } from '../../../contract/api/tasks.ts';
import { LIVE, useGet } from '../../parts/queries.ts';
import { StopTask } from '../../parts/StopTask.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { ProgressBar } from '../../ui/figures/ProgressBar.tsx';
import { PLAYSMS } from './addresses.ts';

/** An import while it runs, and what it has come to. */
export function PlaysmsResult({ row }: { row: PlaysmsImport }) {
  const { t } = useTranslation();
  const isRunning = row.status === 'RUNNING';
  const task = useGet(
    tasks.get,
    { operationId: row.operationId ?? '' },
    {
      when: row.operationId !== null && (isRunning || row.status === 'FAILED'),
      every: () => (isRunning ? LIVE / 2 : false),
    },
  );
  return (
    <Section>
      {isRunning && (
        <Running row={row} progress={task.data?.status === 'PENDING' ? task.data.progress : null} />
      )}
      {row.status === 'COMPLETED' && (
        <Alert severity="success">
          <AlertTitle>{t('playsms.completed')}</AlertTitle>
          {row.fileName}
        </Alert>
      )}
      {row.status === 'CANCELED' && (
        <Alert severity="info">
          <AlertTitle>{t('playsms.canceled')}</AlertTitle>
          {t('playsms.keptText')}
        </Alert>
      )}
      {row.status === 'FAILED' && (
        <Alert severity="error">
          <AlertTitle>{t('playsms.failed')}</AlertTitle>
          {task.data?.error} {t('playsms.keptText')}
        </Alert>
      )}
      {row.counts && <Counts counts={row.counts} />}
      {!isRunning && (
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', mt: 5 }}>
          <Button variant="contained" component={Link} to="/dashboard/clients">
            {t('playsms.toClients')}
          </Button>
          {row.preview.losses.some(({ loss }) => loss === 'CREDITS') && (
            <Button
              variant="outlined"
              color="inherit"
              component={Link}
              to="/dashboard/clients/opening-balances"
            >
              {t('playsms.toBalances')}
            </Button>
          )}
          <Button variant="outlined" color="inherit" component={Link} to={PLAYSMS}>
            {t('playsms.another')}
          </Button>
        </Box>
      )}
    </Section>
  );
}

function Running({ row, progress }: { row: PlaysmsImport; progress: number | null }) {
  const { t } = useTranslation();
  return (
    <>
      <ProgressBar
        label={t('playsms.running', { name: row.fileName })}
        value={progress}
        detail={t('playsms.runningText')}
      />
      {row.operationId && (
        <StopTask
          operationId={row.operationId}
          action={t('playsms.stop')}
          title={t('playsms.stopTitle')}
          text={t('playsms.stopText')}
          changes={[playsmsImports.get]}
        />
      )}
    </>
  );
}

/** Shown though nothing of it happened: what an import is made for. */
const ALWAYS: readonly (keyof PlaysmsCounts)[] = ['clients', 'contacts', 'groups', 'templates'];

function Counts({ counts }: { counts: PlaysmsCounts }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const shown = (Object.entries(counts) as [keyof PlaysmsCounts, number][]).filter(
    ([name, value]) => value > 0 || ALWAYS.includes(name),
  );
  return (
    <Box
      component="dl"
      sx={{ m: 0, mt: 4, display: 'flex', flexWrap: 'wrap', gap: { xs: 4, sm: 8 } }}
    >
      {shown.map(([name, value]) => (
        <Box key={name}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {t(`playsms.counts.${name}`)}
          </Typography>
          <Typography component="dd" variant="h2" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
            {number(value)}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
