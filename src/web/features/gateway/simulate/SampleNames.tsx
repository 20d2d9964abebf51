import { useTranslation } from 'react-i18next';
import { gatewayGroups } from '../../../../contract/api/gateway-groups.ts';
import { gatewayUsers } from '../../../../contract/api/gateway-users.ts';
import { senders } from '../../../../contract/api/senders.ts';
import { useGet } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { NameField, useNameList } from './NameField.tsx';
import { useCarriers } from '../useCarrierConnectors.ts';

type Props = { id: string; label: string; value: string; onChange(name: string): void };

/** Entries that fit into a list that is scrolled; more are found by typing. */
const SHOWN = 50;

/** The sender of a sample message: a sender ID, or any other text. */
export function SenderName(props: Props) {
  const list = useNameList();
  const found = useGet(
    senders.search,
    { query: list.query, distinct: true },
    { when: list.isOpen, keep: true },
  );
  return (
    <NameField
      {...props}
      list={list}
      maxLength={40}
      options={(found.data?.senderIds ?? []).map(({ senderId, clientName }) => ({
        name: senderId,
        text: clientName ?? '',
      }))}
      isLoading={found.isFetching}
    />
  );
}

/** A gateway user. @param onGroup called with the group of a user that there is */
export function UserName({ onGroup, ...props }: Props & { onGroup(gid: string): void }) {
  const list = useNameList();
  const found = useGet(
    gatewayUsers.list,
    { pageSize: SHOWN, 'filter.query': list.query },
    { when: list.isOpen, keep: true },
  );
  const users = found.data?.smppUsers ?? [];
  return (
    <NameField
      {...props}
      onChange={(name) => {
        props.onChange(name);
        const user = users.find(({ uid }) => uid === name);
        if (user) onGroup(user.gid);
      }}
      list={list}
      maxLength={16}
      options={users.map(({ uid, clientName }) => ({ name: uid, text: clientName }))}
      isLoading={found.isFetching}
    />
  );
}

/** A group of gateway users. */
export function GroupName(props: Props) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const list = useNameList();
  const found = useGet(
    gatewayGroups.list,
    { pageSize: SHOWN, 'filter.query': list.query },
    { when: list.isOpen, keep: true },
  );
  return (
    <NameField
      {...props}
      list={list}
      maxLength={16}
      options={(found.data?.jasminGroups ?? []).map(({ gid, userCount }) => ({
        name: gid,
        text: t('gateway.sample.users', { count: userCount, value: number(userCount) }),
      }))}
      isLoading={found.isFetching}
    />
  );
}

/** The connector that a message from a phone came over. */
export function ConnectorName(props: Props) {
  const list = useNameList();
  const { carriers, isLoading } = useCarriers(list.isOpen);
  return (
    <NameField
      {...props}
      list={list}
      maxLength={25}
      options={carriers.filter(({ name }) => name.toLowerCase().includes(list.query.toLowerCase()))}
      isLoading={isLoading}
    />
  );
}
