/** The columns of lists of clients, and the status as people see it. */
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../../contract/api/client-fields.ts';
import { LOW_DAYS } from '../../../contract/api/dashboard.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { DASH, Time, useFormat } from '../../ui/figures/figures.tsx';
import { StatusChip } from '../../ui/figures/StatusChip.tsx';

export const clientAddress = (clientId: string): string => `/dashboard/clients/view/${clientId}`;

/**
 * The status of a client as people see it: a new password is due of an account that was used, while
 * one that was only created waits for its owner's first sign-in.
 */
export const shownClientStatus = ({
  clientStatus,
  lastSignInTimestamp,
}: Pick<Client, 'clientStatus' | 'lastSignInTimestamp'>):
  | Client['clientStatus']
  | 'NOT_SIGNED_IN' =>
  clientStatus === 'SHOULD_RESET_PASSWORD_LEGACY' && lastSignInTimestamp === null
    ? 'NOT_SIGNED_IN'
    : clientStatus;

/** Left out by a narrow table, which would lose a column for it; a card has a line of its own. */
const ROOMY = {
  '@container (min-width: 560px) and (max-width: 899.95px)': { display: 'none' },
} as const;

/** A balance, with a warning if it lasts only a few days at its pace: the same days that a seller's dashboard says. */
function Balance({
  client,
  transfer,
}: {
  client: Client;
  transfer: ((client: Client) => void) | undefined;
}) {
  const { clientStatus, clientName, smsBalance, daysLeft, unitsPerDay } = client;
  const { t } = useTranslation();
  const { number, units } = useFormat();
  const isInUse = clientStatus === 'ACTIVE' || clientStatus === 'SHOULD_UPDATE_DETAILS';
  if (!isInUse || typeof daysLeft !== 'number' || daysLeft >= LOW_DAYS) return units(smsBalance);
  const warning = (
    <Box
      component="span"
      // As wide in every row, so that the buttons beside it stand below each other.
      sx={{
        display: 'inline-grid',
        justifyItems: 'end',
        '@container (min-width: 900px)': { minWidth: '30ch' },
        '@container (min-width: 560px) and (max-width: 899.95px)': { minWidth: '19ch' },
      }}
    >
      {units(smsBalance)}
      <Box
        component="span"
        sx={(theme) => ({
          display: 'inline-flex',
          alignItems: 'center',
          gap: 1,
          fontSize: 12,
          lineHeight: '16px',
          whiteSpace: { sm: 'nowrap' },
          textAlign: 'end',
          color: theme.vars?.palette.tone.warning.text,
        })}
      >
        <WarningIcon aria-hidden="true" sx={{ fontSize: 14 }} />
        <span>
          {daysLeft === 0
            ? t('clients.leftUnderADay')
            : t('clients.left', { count: daysLeft, value: number(daysLeft) })}{' '}
          <Box component="span" sx={ROOMY}>
            {t('clients.atPace', { pace: number(Math.round(unitsPerDay ?? 0)) })}
          </Box>
        </span>
      </Box>
    </Box>
  );
  if (!transfer) return warning;
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        // A phone has the button below the figures.
        flexDirection: { xs: 'column-reverse', sm: 'row' },
        alignItems: { xs: 'end', sm: 'center' },
        columnGap: 3,
        rowGap: 1,
      }}
    >
      <Button
        size="small"
        aria-label={t('dashboard.watch.transferTo', { name: clientName })}
        onClick={() => transfer(client)}
        // A narrow table has it in the menu of the row.
        sx={{ px: 2, mr: { xs: -2, sm: 0 }, my: -1, minWidth: 0, ...ROOMY }}
      >
        {t('dashboard.watch.transfer')}
      </Button>
      {warning}
    </Box>
  );
}

/**
 * The columns of client lists; narrow lists show fewer, and the level stands where levels differ.
 * @param transfer offered to those whose balance is low
 */
export function useClientColumns(
  rows: readonly Client[] | undefined,
  {
    withParent = true,
    transfer,
  }: { withParent?: boolean; transfer?: ((client: Client) => void) | undefined } = {},
): Column<Client>[] {
  const { t } = useTranslation();
  const isOneLevel = new Set(rows?.map(({ accessLevel }) => accessLevel)).size <= 1;
  const { number } = useFormat();
  return useMemo(
    () => [
      {
        key: 'email',
        label: t('fields.email'),
        from: 960,
        width: 24,
        cell: ({ email }) => email ?? DASH,
      },
      {
        key: 'status',
        label: t('clients.status'),
        cell: (client) => <StatusChip status={shownClientStatus(client)} />,
        onPhone: 'amount',
      },
      {
        key: 'level',
        label: t('clients.level'),
        cell: ({ accessLevel }) => t(`roles.${accessLevel}`),
        ...(isOneLevel ? { from: Infinity } : { onPhone: 'line' as const }),
      },
      {
        key: 'balance',
        label: t('clients.balance'),
        figure: true,
        cell: (client) => <Balance client={client} transfer={transfer} />,
        value: ({ smsBalance }) => smsBalance,
        onPhone: true,
      },
      {
        key: 'sent',
        label: t('clients.sent'),
        figure: true,
        from: 560,
        onPhone: true,
        cell: ({ messagesLast30Days }) => number(messagesLast30Days),
        value: ({ messagesLast30Days }) => messagesLast30Days,
      },
      {
        key: 'lastUse',
        label: t('clients.lastUse'),
        figure: true,
        from: 760,
        cell: ({ lastUseTimestamp }) =>
          lastUseTimestamp === null ? t('list.never') : <Time at={lastUseTimestamp} />,
      },
      { key: 'phone', label: t('fields.phone'), from: 1400, cell: ({ phone }) => phone ?? DASH },
      ...(withParent
        ? [
            {
              key: 'parent',
              label: t('clients.parent'),
              from: 1180,
              width: 17,
              cell: ({ parentName }: Client) => parentName ?? DASH,
            },
          ]
        : []),
      {
        key: 'lastSignIn',
        label: t('clients.lastSignIn'),
        figure: true,
        from: 1300,
        cell: ({ lastSignInTimestamp }) =>
          lastSignInTimestamp === null ? t('list.never') : <Time at={lastSignInTimestamp} />,
      },
    ],
    [t, number, withParent, isOneLevel, transfer],
  );
}
