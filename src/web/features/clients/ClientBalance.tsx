import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../../contract/api/client-fields.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { clients } from '../../../contract/api/clients.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { DASH, useFormat } from '../../ui/figures/figures.tsx';
import { Facts, Section } from '../../ui/page/Page.tsx';
import { AdjustDialog } from '../../parts/wallet/AdjustDialog.tsx';
import { TransferDialog } from '../../parts/wallet/TransferDialog.tsx';

const DAYS_OF_YEAR = 365;

/** The units of a client, how long they last, and who is told when they are few. */
export function ClientBalance({ client }: { client: Client }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const low = client.lowUnitsNotifyLevel > 0 && client.smsBalance < client.lowUnitsNotifyLevel;
  const alerts = [...client.emailAlerts, ...client.smsAlerts];
  const me = useMe();
  const [open, setOpen] = useState<'transfer' | 'adjust' | null>(null);
  const may = (permission: 'purchases.transfer' | 'platform.edit') =>
    !me.impersonated && reachOf(me.clientAccessLevel, permission) !== undefined;
  const { data: activity } = useGet(
    clients.activity,
    { clientId: client.clientId },
    { when: reachOf(me.clientAccessLevel, 'clients.read') !== undefined, every: () => 60_000 },
  );
  const lasts = lastsOf(activity?.daysLeft ?? null);
  function lastsOf(days: number | null): string | undefined {
    if (days === null) return undefined;
    if (days === 0) return t('clients.underADay');
    return days > DAYS_OF_YEAR
      ? t('clients.yearLeft')
      : t('clients.days', { count: days, value: number(days) });
  }
  return (
    <Section title={t('clients.balance')}>
      <Typography
        variant="figure"
        component="p"
        sx={{ mb: 3, color: low ? 'warning.main' : undefined }}
      >
        {number(client.smsBalance)}
        <Typography
          component="span"
          color="textSecondary"
          sx={{ letterSpacing: 0 }}
        >{` ${t('shell.units', { count: client.smsBalance })}`}</Typography>
      </Typography>
      <Facts
        rows={[
          activity?.pace
            ? [
                t('clients.unitsPerDay'),
                number(
                  activity.pace.unitsPerDay < 10
                    ? activity.pace.unitsPerDay
                    : Math.round(activity.pace.unitsPerDay),
                ),
              ]
            : null,
          lasts === undefined ? null : [t('clients.lasts'), lasts],
          [
            t('clients.lowLevel'),
            client.lowUnitsNotifyLevel === 0 ? t('list.never') : number(client.lowUnitsNotifyLevel),
          ],
          client.lowUnitsNotifyLevel === 0 && alerts.length === 0
            ? null
            : [t('clients.alerts'), alerts.length === 0 ? DASH : alerts.join(', ')],
        ]}
      />
      <Box
        sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', mt: 4, '&:empty': { display: 'none' } }}
      >
        {may('purchases.transfer') && client.clientId !== me.clientId && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            onClick={() => setOpen('transfer')}
          >
            {t('wallet.transfer.title')}
          </Button>
        )}
        {may('platform.edit') && (
          <Button size="small" variant="outlined" color="inherit" onClick={() => setOpen('adjust')}>
            {t('wallet.adjust.button')}
          </Button>
        )}
      </Box>
      {open === 'transfer' && <TransferDialog to={client} onClose={() => setOpen(null)} />}
      {open === 'adjust' && (
        <AdjustDialog
          clientId={client.clientId}
          clientName={client.clientName}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  );
}
