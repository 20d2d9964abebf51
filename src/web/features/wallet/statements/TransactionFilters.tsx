import { useTranslation } from 'react-i18next';
import { PAYMENT_STATUSES } from '../../../../contract/api/payments.ts';
import { TRANSACTION_TYPES } from '../../../../contract/api/purchases.ts';
import { ClientFilter } from '../../../parts/clients/ClientFilter.tsx';
import { DateFilter } from '../../../ui/lists/DateFilter.tsx';
import { ChoiceFilter } from '../../../ui/lists/FilterPill.tsx';
import { useStatusWord } from '../../../ui/figures/StatusChip.tsx';
import type { ListAddress } from '../../../ui/lists/useListAddress.ts';

/** The filters of a list of movements: kind, status, client and days. */
export function TransactionFilters({
  list,
  seesOthers,
  clientId,
}: {
  list: ListAddress;
  seesOthers: boolean;
  clientId: string;
}) {
  const { t } = useTranslation();
  const statusWord = useStatusWord();
  return (
    <>
      <ChoiceFilter
        name={t('wallet.type')}
        choices={TRANSACTION_TYPES.map((type) => ({
          value: type,
          label: t(`wallet.types.${type}`),
        }))}
        chosen={list.values('type')}
        onChange={(type) => list.filter({ type })}
      />
      <ChoiceFilter
        name={t('wallet.status')}
        choices={PAYMENT_STATUSES.map((status) => ({
          value: status,
          label: statusWord(status),
        }))}
        chosen={list.values('status')}
        onChange={(status) => list.filter({ status })}
      />
      {seesOthers && (
        <ClientFilter
          name={t('wallet.client')}
          clientId={clientId}
          onChange={(id) => list.filter({ client: id === '' ? [] : [id] })}
        />
      )}
      <DateFilter name={t('wallet.when')} list={list} />
    </>
  );
}
