import { useTranslation } from 'react-i18next';
import type { SmppUser } from '../../../contract/api/gateway-users.ts';
import { type Column } from '../../ui/data-table/column.ts';
import { Time } from '../../ui/figures.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';

/** The columns of the list of gateway users. */
export function useUserColumns(): Column<SmppUser>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'username',
      label: t('gateway.users.username'),
      cell: ({ username }) => username,
      from: 480,
    },
    {
      key: 'client',
      label: t('gateway.users.client'),
      onPhone: true,
      maxWidth: 260,
      cell: ({ clientName }) => clientName,
    },
    {
      key: 'group',
      label: t('gateway.users.group'),
      from: 640,
      onPhone: true,
      cell: ({ gid }) => gid,
    },
    {
      key: 'state',
      label: t('gateway.state'),
      onPhone: true,
      cell: ({ usable, no }) =>
        usable ? (
          <StatusChip status="ACTIVE" />
        ) : (
          <span>
            <StatusChip status="INACTIVE" /> {no && t(`gateway.users.no.${no}`)}
          </span>
        ),
      value: ({ usable }) => (usable ? 'ACTIVE' : 'INACTIVE'),
    },
    {
      key: 'binds',
      label: t('gateway.users.binds'),
      figure: true,
      from: 900,
      cell: ({ binds, smpps_cred: { quota } }) =>
        quota.max_bindings === null
          ? binds.length
          : t('gateway.users.bindsOf', { value: binds.length, most: quota.max_bindings }),
      value: ({ binds }) => String(binds.length),
    },
    {
      key: 'created',
      label: t('gateway.created'),
      figure: true,
      from: 760,
      cell: ({ createTimestamp }) => <Time at={createTimestamp} />,
    },
  ];
}
