import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatusPage } from '../../../../contract/api/monitoring.ts';
import { DASH, Time, useFormat } from '../../../ui/figures.tsx';
import { Section } from '../../../ui/Page.tsx';

export function StatusFigures({ page }: { page: StatusPage }) {
  const { t } = useTranslation();
  const { number, bytes, duration } = useFormat();
  const outbox = page.outbox.reduce((sum, { waiting }) => sum + waiting, 0);
  const { ledger, backup } = page;
  const figures: readonly (readonly [name: string, value: ReactNode, more?: ReactNode])[] = [
    [t('monitoring.figures.queued'), number(page.queued)],
    [
      t('monitoring.figures.oldest'),
      page.queued === 0 ? DASH : duration(page.oldestQueuedSeconds),
      page.queued === 0 && t('monitoring.noneWaits'),
    ],
    [t('monitoring.figures.inFlight'), number(page.inFlight)],
    [t('monitoring.figures.outbox'), number(outbox)],
    [t('monitoring.figures.payments'), number(page.paymentsWaiting)],
    [
      t('monitoring.figures.ledger'),
      ledger ? t(ledger.ok ? 'monitoring.balanced' : 'monitoring.unbalanced') : DASH,
      ledger ? <Time key="proof" at={ledger.timestamp} /> : t('monitoring.notProven'),
    ],
    [
      t('monitoring.figures.backup'),
      backup ? <Time key="backup" at={backup.timestamp} /> : DASH,
      backup
        ? [
            backup.bytes === null ? '' : bytes(backup.bytes),
            backup.verified ? t('monitoring.verified') : '',
          ]
            .filter(Boolean)
            .join(', ')
        : t('monitoring.noBackup'),
    ],
    [
      t('monitoring.figures.database'),
      page.databaseBytes === null ? DASH : bytes(page.databaseBytes),
    ],
    [
      t('monitoring.figures.disk'),
      page.diskFree === null ? DASH : bytes(page.diskFree),
      page.diskFree !== null &&
        page.diskTotal !== null &&
        t('monitoring.diskOf', {
          free: `${Math.round((page.diskFree / page.diskTotal) * 100)}%`,
          total: bytes(page.diskTotal),
        }),
    ],
    [t('monitoring.figures.version'), page.version],
  ];
  return (
    <Section>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(5, minmax(0, 1fr))' },
        }}
      >
        {figures.map(([name, value, more]) => (
          <Box key={name}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {name}
            </Typography>
            <Box component="dd" sx={{ m: 0 }}>
              <Typography component="div" variant="figure">
                {value}
              </Typography>
              {more && (
                <Typography component="div" variant="caption" color="textSecondary">
                  {more}
                </Typography>
              )}
            </Box>
          </Box>
        ))}
      </Box>
    </Section>
  );
}
