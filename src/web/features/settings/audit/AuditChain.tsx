import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { audit, type AuditChain as Chain } from '../../../../contract/api/audit.ts';
import { tasks } from '../../../../contract/api/tasks.ts';
import { useGet, useSend } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { CopyButton } from '../../../ui/figures/CopyButton.tsx';
import { DownloadButton } from '../../../ui/figures/DownloadButton.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Facts, Section } from '../../../ui/page/Page.tsx';
import { ProgressBar } from '../../../ui/figures/ProgressBar.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { Rows } from '../../../ui/page/layout.tsx';

const EVERY = 30_000;
const WHILE_RUNNING = 1_000;

/** The hash chain over the audit log: its last verification in a line, its head and the export behind a button. */
export function AuditChain() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const query = useGet(
    audit.chain,
    {},
    {
      every: (latest) => (latest?.running ? WHILE_RUNNING : EVERY),
    },
  );
  const { mutate, isPending } = useSend(audit.check, { changes: [audit.chain, tasks.list] });
  /** The check of the question: a later one is not asked about. */
  const [stopping, setStopping] = useState<string | null>(null);
  const stop = useSend(tasks.cancel, {
    changes: [audit.chain, tasks.list],
    done: () => setStopping(null),
  });
  const running = query.data?.running;
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const check = query.data?.check;
  return (
    <Section>
      <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
          <Typography variant="subtitle1" component="h2">
            {t('settings.chain.title')}
          </Typography>
          {query.isPending && <Skeleton width={140} />}
          {query.data && <State chain={query.data} />}
        </Box>
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
          <Button
            color="inherit"
            endIcon={<ExpandIcon sx={{ transform: isOpen ? 'rotate(180deg)' : 'none' }} />}
            aria-expanded={isOpen}
            aria-controls={isOpen ? details : undefined}
            disabled={query.data === undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {t('settings.chain.details')}
          </Button>
        </Box>
      </Box>
      {query.error && (
        <ErrorState
          title={t('settings.chain.failed')}
          text={messageOf(query.error)}
          retry={() => void query.refetch()}
        />
      )}
      {running && (
        <Box sx={{ display: 'flex', gap: 4, alignItems: 'end', mt: 4 }}>
          <Box sx={{ flexGrow: 1, minWidth: 0 }}>
            <ProgressBar label={t('settings.chain.verifying')} value={running.progress} />
          </Box>
          <Button color="inherit" onClick={() => setStopping(running.operationId)}>
            {t('tasks.stop')}
          </Button>
        </Box>
      )}
      <ConfirmDialog
        open={stopping !== null && stopping === running?.operationId}
        title={t('tasks.stopTitle')}
        action={t('tasks.stop')}
        keep={t('common.keep')}
        danger
        busy={stop.isPending}
        onClose={() => setStopping(null)}
        onConfirm={() => {
          if (stopping !== null) stop.mutate({ operationId: stopping });
        }}
      >
        {t('tasks.stopText', { name: t('settings.chain.verifying') })}
      </ConfirmDialog>
      {check && !check.ok && (
        <Alert severity="error" sx={{ mt: 4 }}>
          {t('settings.chain.broken', {
            seq: number(Number(check.firstBroken?.seq ?? 0)),
            reason: t(`settings.chain.reasons.${check.firstBroken?.reason ?? 'CHANGED_ENTRY'}`),
          })}
        </Alert>
      )}
      {isOpen && query.data && (
        <Box id={details} sx={{ mt: 4 }}>
          <Details chain={query.data} />
        </Box>
      )}
    </Section>
  );
}

/** Up to which entry the log is known to be intact, and since when. */
function State({ chain: { check } }: { chain: Chain }) {
  const { t } = useTranslation();
  const { exact, number } = useFormat();
  // The first verification may have found no entry yet.
  const isUnverified = check === null || (check.ok && check.seq === 0);
  return (
    <Typography
      variant="body2"
      color="textSecondary"
      sx={(theme) => (isUnverified ? { color: theme.vars?.palette.tone.warning.text } : {})}
    >
      {isUnverified
        ? t('settings.chain.unchecked')
        : check.ok
          ? t('settings.chain.intact', { seq: number(check.seq), when: exact(check.timestamp) })
          : t('settings.chain.notIntact', { when: exact(check.timestamp) })}
    </Typography>
  );
}

/** The head of the chain, to keep elsewhere, and the whole log for others to verify. */
function Details({ chain: { head, pending } }: { chain: Chain }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <Rows gap={4}>
      <Facts
        rows={[
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
      <Box>
        <DownloadButton
          endpoint={audit.export}
          input={{}}
          fallbackName="audit-log.ndjson"
          icon={<DownloadIcon />}
        >
          {t('settings.chain.export')}
        </DownloadButton>
      </Box>
    </Rows>
  );
}
