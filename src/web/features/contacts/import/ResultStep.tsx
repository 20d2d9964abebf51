import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  contactImports,
  type ContactImport,
  type ImportCounts,
} from '../../../../contract/api/contact-imports.ts';
import { contactGroups } from '../../../../contract/api/contact-groups.ts';
import { contacts } from '../../../../contract/api/contacts.ts';
import { optOuts } from '../../../../contract/api/opt-outs.ts';
import { tasks } from '../../../../contract/api/tasks.ts';
import { LIVE, useGet, useSend } from '../../../parts/queries.ts';
import { StopTask } from '../../../parts/StopTask.tsx';
import { en } from '../../../i18n/en.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { ProgressBar } from '../../../ui/figures/ProgressBar.tsx';
import { CONTACTS, groupAddress, IMPORT, OPT_OUTS } from '../addresses.ts';
import { DownloadButton } from '../../../ui/figures/DownloadButton.tsx';

type Reason = keyof typeof en.contacts.reasons;
const isReason = (reason: string): reason is Reason => Object.hasOwn(en.contacts.reasons, reason);

/** Steps 3 and 4: the expected result of a file, the import while it runs, and its result. */
export function ResultStep({ row }: { row: ContactImport }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const works = row.status === 'CHECKING' || row.status === 'RUNNING';
  const task = useGet(
    tasks.get,
    { operationId: row.operationId ?? '' },
    {
      when: row.operationId !== null && (works || row.status === 'FAILED'),
      every: () => (works ? LIVE / 2 : false),
    },
  );
  const start = useSend(contactImports.start, {
    changes: [contactImports.get, contacts.list, contactGroups.list, optOuts.list, tasks.list],
  });
  const optOut = row.kind === 'OPT_OUTS';
  const another = (
    <Button
      component={Link}
      to={`${IMPORT}${optOut ? '?kind=opt-outs' : ''}`}
      variant="outlined"
      color="inherit"
    >
      {t('contacts.another')}
    </Button>
  );

  if (works) {
    const checks = row.status === 'CHECKING';
    return (
      <Section>
        <ProgressBar
          label={t(checks ? 'contacts.checking' : 'contacts.running', { name: row.fileName })}
          value={task.data?.status === 'PENDING' ? task.data.progress : null}
          detail={checks ? t('contacts.checkingText') : t('contacts.runningText')}
        />
        {!checks && row.counts && (
          <Box sx={{ mt: 4 }}>
            <Counts counts={row.counts} optOut={optOut} />
          </Box>
        )}
        {row.operationId !== null && (
          <StopTask
            // The check ends before the import begins: the question is asked of one of them.
            key={row.operationId}
            operationId={row.operationId}
            action={t('contacts.stop')}
            title={t('contacts.stopTitle')}
            text={checks ? t('contacts.checkingText') : t('contacts.stopText')}
            changes={[contactImports.get]}
          />
        )}
      </Section>
    );
  }

  if (row.status === 'READY' && row.expected) {
    const taken = row.expected.new + row.expected.updated + row.expected.kept;
    return (
      <Section title={t('contacts.ready')}>
        <Counts counts={row.expected} optOut={optOut} />
        {taken > 0 && taken < row.expected.rows && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 4 }}>
            {t('contacts.leftOut')}
          </Typography>
        )}
        {taken === 0 && (
          <Alert severity="warning" sx={{ mt: 4 }}>
            {t('contacts.nothingToDo')}
          </Alert>
        )}
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', mt: 5 }}>
          {taken > 0 && (
            <Button
              variant="contained"
              loading={start.isPending}
              onClick={() => start.mutate({ importId: row.importId })}
            >
              {t('contacts.start', { count: taken, value: number(taken) })}
            </Button>
          )}
          {another}
        </Box>
      </Section>
    );
  }

  const left =
    row.counts === null
      ? 0
      : row.counts.duplicate + row.counts.invalid + row.counts.incomplete.length;
  const [group] = row.groupIds;
  return (
    <Section>
      {row.status === 'COMPLETED' && (
        <Alert severity="success">
          <AlertTitle>{t('contacts.completed')}</AlertTitle>
          {row.fileName}
        </Alert>
      )}
      {row.status === 'CANCELED' && (
        <Alert severity="info">
          <AlertTitle>{t('contacts.canceled')}</AlertTitle>
          {row.counts === null ? t('contacts.canceledCheckText') : t('contacts.canceledText')}
        </Alert>
      )}
      {row.status === 'FAILED' && (
        <Alert severity="error">
          <AlertTitle>{t('contacts.failed')}</AlertTitle>
          {task.data?.error}{' '}
          {row.counts === null ? t('contacts.canceledCheckText') : t('contacts.failedText')}
        </Alert>
      )}
      {row.counts && (
        <Box sx={{ mt: 4 }}>
          <Counts counts={row.counts} optOut={optOut} />
        </Box>
      )}
      {left > 0 && (
        <Box sx={{ mt: 4, display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
          <DownloadButton
            fallbackName="contacts.csv"
            endpoint={contactImports.refusedRows}
            input={{ importId: row.importId }}
            icon={<DownloadIcon />}
          >
            {t('contacts.downloadRefused')}
          </DownloadButton>
          <Typography variant="body2" color="textSecondary">
            {t('contacts.downloadHelp')}
          </Typography>
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', mt: 5 }}>
        <Button
          variant="contained"
          component={Link}
          to={optOut ? OPT_OUTS : group === undefined ? CONTACTS : groupAddress(group)}
        >
          {optOut
            ? t('contacts.toOptOuts')
            : group === undefined
              ? t('contacts.toContacts')
              : t('contacts.toGroup')}
        </Button>
        {another}
      </Box>
    </Section>
  );
}

function Counts({ counts, optOut }: { counts: ImportCounts; optOut: boolean }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const shown = [
    ['new', counts.new],
    ...(optOut || counts.updated === 0 ? [] : [['updated', counts.updated]]),
    ...(counts.kept === 0 ? [] : [['kept', counts.kept]]),
    ['duplicate', counts.duplicate],
    ['invalid', counts.invalid],
    ...(counts.consents === 0 ? [] : [['consentsRead', counts.consents]]),
  ] as ['new' | 'updated' | 'kept' | 'duplicate' | 'invalid' | 'consentsRead', number][];
  return (
    <>
      <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', gap: { xs: 4, sm: 8 } }}>
        {[['rowsRead', counts.rows] as const, ...shown].map(([name, value]) => (
          <Box key={name}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {t(`contacts.${name}`)}
            </Typography>
            <Typography
              component="dd"
              variant="h2"
              sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}
            >
              {number(value)}
            </Typography>
          </Box>
        ))}
      </Box>
      <Reasons title={t('contacts.reasonsTitle')} reasons={counts.reasons} />
      <Reasons title={t('contacts.incompleteTitle')} reasons={counts.incomplete} />
    </>
  );
}

function Reasons({ title, reasons }: { title: string; reasons: ImportCounts['reasons'] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (reasons.length === 0) return null;
  return (
    <Box sx={{ mt: 4 }}>
      <Typography variant="subtitle2">{title}</Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 5, color: 'text.secondary', fontSize: 13 }}>
        {reasons.map(({ reason, count }) => (
          <li
            key={reason}
          >{`${isReason(reason) ? t(`contacts.reasons.${reason}`) : reason}: ${number(count)}`}</li>
        ))}
      </Box>
    </Box>
  );
}
