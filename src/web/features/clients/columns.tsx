import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../../contract/api/client-fields.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { DASH, Time, useFormat } from '../../ui/figures.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';

export const clientAddress = (clientId: string): string => `/dashboard/clients/view/${clientId}`;

/** The columns of client lists; narrow lists show fewer. */
export function useClientColumns({ withParent = true } = {}): Column<Client>[] {
  const { t } = useTranslation();
  const { number } = useFormat();
  return useMemo(
    () => [
      {
        key: 'status',
        label: t('clients.status'),
        cell: ({ clientStatus }) => <StatusChip status={clientStatus} />,
        onPhone: true,
      },
      {
        key: 'level',
        label: t('clients.level'),
        cell: ({ accessLevel }) => t(`roles.${accessLevel}`),
        onPhone: true,
      },
      {
        key: 'balance',
        label: t('clients.balance'),
        figure: true,
        cell: ({ smsBalance }) => number(smsBalance),
        value: ({ smsBalance }) => smsBalance,
        onPhone: true,
      },
      {
        key: 'email',
        label: t('fields.email'),
        from: 800,
        maxWidth: 220,
        cell: ({ email }) => email ?? DASH,
      },
      { key: 'phone', label: t('fields.phone'), from: 1240, cell: ({ phone }) => phone ?? DASH },
      ...(withParent
        ? [
            {
              key: 'parent',
              label: t('clients.parent'),
              from: 1040,
              maxWidth: 160,
              cell: ({ parentName }: Client) => parentName ?? DASH,
            },
          ]
        : []),
      {
        key: 'lastSignIn',
        label: t('clients.lastSignIn'),
        figure: true,
        from: 700,
        cell: ({ lastSignInTimestamp }) =>
          lastSignInTimestamp === null ? t('clients.never') : <Time at={lastSignInTimestamp} />,
      },
    ],
    [t, number, withParent],
  );
}
