import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { clients } from '../../../contract/api/clients.ts';
import { useGet } from '../queries.ts';
import { ClientPicker } from './ClientPicker.tsx';
import { FilterPill } from '../../ui/lists/FilterPill.tsx';

/** One client as a filter: the address holds `clientId`, the pill shows the name. Only for accounts that may search clients. */
export function ClientFilter({
  name,
  clientId,
  onChange,
}: {
  name: string;
  clientId: string;
  onChange(clientId: string): void;
}) {
  const { t } = useTranslation();
  const found = useGet(clients.get, { clientId }, { when: clientId !== '' });
  return (
    <FilterPill
      name={name}
      value={clientId === '' ? null : (found.data?.clientName ?? t('list.chosenClient'))}
      onClear={() => onChange('')}
    >
      {(close) => (
        <Box sx={{ p: 4, width: 320, maxWidth: '100%' }}>
          <ClientPicker
            id="filter-client"
            label={name}
            value={clientId === '' ? null : (found.data ?? null)}
            onChange={(client) => {
              close();
              onChange(client?.clientId ?? '');
            }}
          />
        </Box>
      )}
    </FilterPill>
  );
}
