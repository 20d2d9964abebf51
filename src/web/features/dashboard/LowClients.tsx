import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientWatch } from '../../../contract/api/dashboard.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useMe } from '../../parts/queries.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { ClientRow, type Named } from './ClientRow.tsx';
import { RestNote } from './RestNote.tsx';

const TransferDialog = lazy(async () => ({
  default: (await import('../../parts/wallet/TransferDialog.tsx')).TransferDialog,
}));

/** The clients below that run out of units, each with the transfer that helps it. */
export function LowClients({ low: { count, clients } }: { low: ClientWatch['low'] }) {
  const { t } = useTranslation();
  const { number, units } = useFormat();
  const me = useMe();
  const [transferTo, setTransferTo] = useState<Named | null>(null);
  const transfers =
    !me.impersonated && reachOf(me.clientAccessLevel, 'purchases.transfer') !== undefined;
  const rest = count - clients.length;
  return (
    <>
      <Box
        component="ul"
        aria-label={t('dashboard.watch.low')}
        sx={{ m: 0, p: 0, listStyle: 'none' }}
      >
        {clients.map((client) => (
          <ClientRow
            key={client.clientId}
            client={client}
            about={t('dashboard.watch.left', {
              units: units(client.smsBalance),
              time:
                client.daysLeft === 0
                  ? t('dashboard.watch.underADay')
                  : t('dashboard.watch.days', {
                      count: client.daysLeft,
                      value: number(client.daysLeft),
                    }),
            })}
          >
            {transfers && (
              <Button
                size="small"
                variant="outlined"
                color="inherit"
                aria-label={t('dashboard.watch.transferTo', { name: client.clientName })}
                onClick={() => setTransferTo(client)}
              >
                {t('dashboard.watch.transfer')}
              </Button>
            )}
          </ClientRow>
        ))}
      </Box>
      <RestNote count={rest} />
      {transferTo && (
        <Suspense fallback={null}>
          <TransferDialog
            to={{ ...transferTo, accessLevel: 'CLIENT', email: null }}
            onClose={() => setTransferTo(null)}
          />
        </Suspense>
      )}
    </>
  );
}
