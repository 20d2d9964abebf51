import { useTranslation } from 'react-i18next';
import type { SmppUser } from '../../../../contract/api/gateway-users.ts';
import { type Column } from '../../../ui/data-table/column.ts';
import { Time, useFormat } from '../../../ui/figures/figures.tsx';
import { GatewayState } from './GatewayState.tsx';
import { BoundNow } from './BoundNow.tsx';

/** The addresses of the connections, each once. */
const addressesOf = (binds: SmppUser['binds']) => [...new Set(binds.map(({ address }) => address))];

/** The columns of the list of gateway users. */
export function useUserColumns(): Column<SmppUser>[] {
  const { t } = useTranslation();
  const { number } = useFormat();
  /** Accepted and refused messages of all interfaces; '' before the first call. */
  const dayOf = ({ use }: SmppUser): string => {
    if (use.length === 0) return '';
    const accepted = use.reduce((sum, each) => sum + each.acceptedCount, 0);
    const refused = use.flatMap((each) => each.refused).reduce((sum, { count }) => sum + count, 0);
    return [
      t('softwareUse.acceptedOf', { value: number(accepted) }),
      refused > 0 && t('softwareUse.refusedOf', { value: number(refused) }),
    ]
      .filter(Boolean)
      .join(', ');
  };
  return [
    {
      key: 'client',
      label: t('gateway.users.client'),
      onPhone: true,
      width: 30,
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
      cell: ({ usable, no }) => <GatewayState isUsable={usable} reason={no} />,
      value: ({ usable }) => (usable ? 'ACTIVE' : 'INACTIVE'),
    },
    {
      key: 'binds',
      label: t('routing.users.bound'),
      from: 560,
      onPhone: true,
      width: 34,
      cell: ({ binds }) => <BoundNow count={binds.length} from={addressesOf(binds)} />,
      value: ({ binds }) => addressesOf(binds).join(', '),
    },
    {
      key: 'day',
      label: t('softwareUse.callsOfDay'),
      figure: true,
      from: 700,
      onPhone: true,
      cell: (user) => dayOf(user) || number(0),
      value: dayOf,
    },
    {
      key: 'created',
      label: t('gateway.created'),
      figure: true,
      from: 860,
      cell: ({ createTimestamp }) => <Time at={createTimestamp} />,
    },
  ];
}
