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
    [t('standing.figures.queued'), number(page.queued)],
    [
      t('standing.figures.oldest'),
      page.queued === 0 ? DASH : duration(page.oldestQueuedSeconds),
      page.queued === 0 && t('standing.noneWaits'),
    ],
    [t('standing.figures.inFlight'), number(page.inFlight)],
    [t('standing.figures.outbox'), number(outbox)],
    [t('standing.figures.payments'), number(page.paymentsWaiting)],
    [
      t('standing.figures.ledger'),
      ledger ? t(ledger.ok ? 'standing.balanced' : 'standing.unbalanced') : DASH,
      ledger ? <Time key="proof" at={ledger.timestamp} /> : t('standing.notProven'),
    ],
    [
      t('standing.figures.backup'),
      backup ? <Time key="backup" at={backup.timestamp} /> : DASH,
      backup
        ? [
            backup.bytes === null ? '' : bytes(backup.bytes),
            backup.verified ? t('standing.verified') : '',
          ]
            .filter(Boolean)
            .join(', ')
        : t('standing.noBackup'),
    ],
    [
      t('standing.figures.database'),
      page.databaseBytes === null ? DASH : bytes(page.databaseBytes),
    ],
    [
      t('standing.figures.disk'),
      page.diskFree === null ? DASH : bytes(page.diskFree),
      page.diskFree !== null &&
        page.diskTotal !== null &&
        t('standing.diskOf', {
          free: `${Math.round((page.diskFree / page.diskTotal) * 100)}%`,
          total: bytes(page.diskTotal),
        }),
    ],
    [t('standing.figures.version'), page.version],
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
