import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { audit, type AuditChain as Chain } from '../../../contract/api/audit.ts';
import { tasks } from '../../../contract/api/tasks.ts';
import { useGet, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { useFormat } from '../../ui/figures.tsx';
import { Facts, Section } from '../../ui/Page.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Rows } from '../../ui/layout.tsx';

const EVERY = 30_000;
const WHILE_RUNNING = 1_000;

/** The hash chain over the audit log: its head, its last verification, and the export for others to verify. */
export function AuditChain() {
  const { t } = useTranslation();
  const query = useGet(
    audit.chain,
    {},
    {
      every: (latest) => (latest?.running ? WHILE_RUNNING : EVERY),
    },
  );
  const { mutate, isPending } = useSend(audit.check, { changes: [audit.chain, tasks.list] });
  const stop = useSend(tasks.cancel, { changes: [audit.chain, tasks.list] });
  const running = query.data?.running;
  return (
    <Section
      title={t('settings.chain.title')}
      action={
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          <Button
            variant="outlined"
            color="inherit"
            loading={isPending}
            disabled={Boolean(running)}
            onClick={() => mutate({})}
          >
            {t('settings.chain.check')}
          </Button>
          <DownloadButton
            endpoint={audit.export}
            input={{}}
            fallbackName="audit-log.ndjson"
            icon={<DownloadIcon />}
          >
            {t('settings.chain.export')}
          </DownloadButton>
        </Box>
      }
    >
      {query.isPending && <Skeleton variant="rounded" height={88} />}
      {query.error && (
        <ErrorState
          title={t('settings.chain.failed')}
          text={messageOf(query.error)}
          retry={() => void query.refetch()}
        />
      )}
      {running && (
        <Box sx={{ display: 'flex', gap: 4, alignItems: 'end', mb: 4 }}>
          <Box sx={{ flexGrow: 1, minWidth: 0 }}>
            <ProgressBar label={t('settings.chain.verifying')} value={running.progress} />
          </Box>
          <Button
            color="inherit"
            loading={stop.isPending}
            onClick={() => stop.mutate({ operationId: running.operationId })}
          >
            {t('tasks.stop')}
          </Button>
        </Box>
      )}
      {query.data && <State chain={query.data} />}
    </Section>
  );
}

function State({ chain: { head, pending, check } }: { chain: Chain }) {
  const { t } = useTranslation();
  const { exact, number } = useFormat();
  // The first verification may have found no entry yet.
  const isUnverified = check === null || (check.ok && check.seq === 0);
  return (
    <Rows gap={4}>
      {check && !check.ok && (
        <Alert severity="error">
          {t('settings.chain.broken', {
            seq: number(Number(check.firstBroken?.seq ?? 0)),
            reason: t(`settings.chain.reasons.${check.firstBroken?.reason ?? 'CHANGED_ENTRY'}`),
          })}
        </Alert>
      )}
      <Facts
        rows={[
          [
            t('settings.chain.state'),
            isUnverified ? (
              <Box
                key="unverified"
                component="span"
                sx={(theme) => ({ color: theme.vars?.palette.tone.warning.text })}
              >
                {t('settings.chain.unchecked')}
              </Box>
            ) : check.ok ? (
              t('settings.chain.intact', {
                seq: number(check.seq),
                when: exact(check.timestamp),
              })
            ) : (
              t('settings.chain.notIntact', { when: exact(check.timestamp) })
            ),
          ],
          head === null
            ? null
            : [
                t('settings.chain.head'),
                <Box key="head" component="span">
                  <Box
                    component="code"
                    sx={{ fontSize: 12, mr: 1 }}
                  >{`${head.seq}:${head.hash}`}</Box>
                  <CopyButton value={`${head.seq}:${head.hash}`} name={t('settings.chain.head')} />
                </Box>,
              ],
          pending === 0 ? null : [t('settings.chain.pending'), number(pending)],
        ]}
      />
      <Typography variant="caption" color="textSecondary">
        {t('settings.chain.help')}
      </Typography>
    </Rows>
  );
}
