import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatusPage } from '../../../../contract/api/monitoring.ts';
import { currentLanguage } from '../../../i18n/i18n.ts';
import { Time, useFormat } from '../../../ui/figures/figures.tsx';
import { Processes } from './Processes.tsx';

/** Everything that is usually fine, as one grey line; a part that is not turns red. */
export function FootLine({ page }: { page: StatusPage }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [showsProcesses, setShowsProcesses] = useState(false);
  const silent = page.processes.filter(({ alive }) => !alive).length;
  return (
    <>
      <Box
        component="footer"
        aria-label={t('monitoring.figures.label')}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 4,
          rowGap: 1,
          color: 'text.secondary',
          fontSize: 12,
          lineHeight: '16px',
        }}
      >
        <Link
          component="button"
          type="button"
          aria-expanded={showsProcesses}
          color={silent > 0 ? 'error' : 'inherit'}
          sx={{ fontSize: 12, lineHeight: '16px', textDecoration: 'underline' }}
          onClick={() => setShowsProcesses(!showsProcesses)}
        >
          {t('monitoring.figures.processes', {
            alive: number(page.processes.length - silent),
            all: number(page.processes.length),
          })}
        </Link>
        <Figures page={page} />
      </Box>
      {showsProcesses && <Processes page={page} />}
    </>
  );
}

function Figures({ page }: { page: StatusPage }) {
  const { t } = useTranslation();
  const { number, bytes, percent } = useFormat();
  const { ledger, backup, problems, diskFree, diskTotal } = page;
  const has = (...kinds: readonly string[]) => problems.some(({ kind }) => kinds.includes(kind));
  return (
    <>
      <Part isWrong={has('LEDGER_UNBALANCED')}>
        {t('monitoring.figures.ledger')}:{' '}
        {ledger === null ? (
          t('monitoring.notProven')
        ) : (
          <>
            {t(ledger.ok ? 'monitoring.balanced' : 'monitoring.unbalanced')},{' '}
            <Time at={ledger.timestamp} />
          </>
        )}
      </Part>
      <Part isWrong={has('BACKUP_OLD')} isMissing={backup === null}>
        {backup === null ? (
          <Link
            href={`/manual/${currentLanguage()}/platform#status-page`}
            target="_blank"
            color="inherit"
            sx={{ textDecoration: 'underline' }}
          >
            {t('monitoring.noBackup')}
          </Link>
        ) : (
          <>
            {t('monitoring.figures.backup')}: <Time at={backup.timestamp} />
            {[
              '',
              backup.bytes === null ? '' : bytes(backup.bytes),
              backup.verified ? t('monitoring.verified') : '',
            ]
              .filter((part, at) => at === 0 || part !== '')
              .join(', ')}
          </>
        )}
      </Part>
      {page.databaseBytes !== null && (
        <Part>
          {t('monitoring.figures.database')}: {bytes(page.databaseBytes)}
        </Part>
      )}
      {diskFree !== null && diskTotal !== null && (
        <Part isWrong={has('DISK_LOW')}>
          {t('monitoring.figures.disk')}:{' '}
          {t('monitoring.diskOf', { free: percent(diskFree / diskTotal), total: bytes(diskTotal) })}
        </Part>
      )}
      <Part isWrong={has('OUTBOX_STUCK')}>
        {t('monitoring.figures.outbox')}:{' '}
        {number(page.outbox.reduce((sum, { waiting }) => sum + waiting, 0))}
      </Part>
      {page.paymentsWaiting > 0 && (
        <Part isWrong={has('PAYMENTS_SILENT')}>
          {t('monitoring.figures.payments')}: {number(page.paymentsWaiting)}
        </Part>
      )}
      <Part>
        {t('monitoring.figures.inFlight')}: {number(page.inFlight)}
      </Part>
    </>
  );
}

function Part({
  isWrong = false,
  isMissing = false,
  children,
}: {
  isWrong?: boolean;
  /** Not there yet, which is no fault of the moment. */
  isMissing?: boolean;
  children: ReactNode;
}) {
  return (
    <Box
      component="span"
      sx={({ vars }) =>
        isWrong || isMissing
          ? { color: vars?.palette.tone[isWrong ? 'error' : 'warning'].text, fontWeight: 600 }
          : {}
      }
    >
      {children}
    </Box>
  );
}
