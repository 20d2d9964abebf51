import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import ProtectIcon from '@mui/icons-material/ShieldOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PROTECTED_KINDS, type ProtectedName } from '../../../contract/api/sender-rules.ts';
import { senders } from '../../../contract/api/senders.ts';
import { useGet } from '../../parts/queries.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { ChoiceFilter } from '../../ui/lists/FilterPill.tsx';
import { RowMenu } from '../../ui/lists/RowMenu.tsx';
import { SearchField } from '../../ui/lists/SearchField.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { RulesFrame } from './RulesFrame.tsx';
import { ProtectNameDialog } from './ProtectNameDialog.tsx';
import { EVERYWHERE, HOME, useCountry, useReason } from './protectedNames.ts';
import { UnprotectNameDialog } from './UnprotectNameDialog.tsx';

/** Names that no sender ID may look like, as an administrator keeps them. */
export function ProtectedNames() {
  const { t } = useTranslation();
  const nameOf = useCountry();
  const reasonOf = useReason();
  const list = useListAddress();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<ProtectedName | null>(null);
  const countries = [EVERYWHERE, ...HOME].filter((code) => list.values('country').includes(code));
  const kinds = PROTECTED_KINDS.filter((kind) => list.values('kind').includes(kind));
  const query = useGet(
    senders.protectedNames,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.query': list.value('q') || undefined,
      'filter.countries': countries,
      'filter.kinds': kinds,
    },
    { keep: true },
  );
  const add = (
    <Button variant="contained" startIcon={<ProtectIcon />} onClick={() => setAdding(true)}>
      {t('senders.protected.add')}
    </Button>
  );
  return (
    <RulesFrame tab="protected" purpose={t('senders.protected.purpose')} actions={add}>
      <DataTable
        label={t('senders.protected.title')}
        query={query}
        rowsOf={(page) => page.protectedNames}
        keyOf={({ country, name }) => `${country} ${name}`}
        list={list}
        filters={['q', 'country', 'kind']}
        nameLabel={t('senders.protected.name')}
        nameWidth={20}
        name={({ name }) => ({ text: name })}
        columns={[
          {
            key: 'country',
            label: t('senders.country'),
            onPhone: 'line',
            cell: ({ country }) => nameOf(country),
            value: ({ country }) => country,
          },
          {
            key: 'kind',
            label: t('senders.kind'),
            // Nearly every reason says it; a filter has it, and whoever wants it chooses the column.
            from: Infinity,
            cell: ({ kind }) => t(`senders.protected.kinds.${kind}`),
          },
          {
            key: 'reason',
            label: t('senders.protected.reason'),
            from: 560,
            grows: true,
            onPhone: 'line',
            cell: (row) => reasonOf(row),
          },
        ]}
        rowMenu={(row) => (
          <RowMenu
            name={row.name}
            actions={[
              {
                key: 'remove',
                label: t('senders.protected.remove'),
                icon: <RemoveIcon />,
                danger: true,
                act: () => setRemoving(row),
              },
            ]}
          />
        )}
        toolbar={
          <>
            <SearchField
              label={t('senders.protected.search')}
              hint={t('senders.protected.search')}
              value={list.value('q')}
              onChange={(text) => list.filter({ q: text === '' ? [] : [text] })}
            />
            <ChoiceFilter
              name={t('senders.country')}
              choices={[EVERYWHERE, ...HOME].map((code) => ({ value: code, label: nameOf(code) }))}
              chosen={list.values('country')}
              onChange={(country) => list.filter({ country })}
            />
            <ChoiceFilter
              name={t('senders.kind')}
              choices={PROTECTED_KINDS.map((kind) => ({
                value: kind,
                label: t(`senders.protected.kinds.${kind}`),
              }))}
              chosen={list.values('kind')}
              onChange={(kind) => list.filter({ kind })}
            />
          </>
        }
        empty={
          <EmptyState
            icon={<ProtectIcon />}
            title={t('senders.protected.empty')}
            text={t('senders.protected.emptyText')}
            action={add}
          />
        }
      />
      {adding && <ProtectNameDialog onClose={() => setAdding(false)} />}
      {removing && <UnprotectNameDialog row={removing} onClose={() => setRemoving(null)} />}
    </RulesFrame>
  );
}
