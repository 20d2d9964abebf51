import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNTRIES } from '../../../../contract/shared/countries.ts';
import { MESSAGE_STATUSES } from '../../../../contract/api/messages.ts';
import { NETWORKS } from '../../../../contract/shared/networks.ts';
import { REPORT_FILTERS, type ReportFilters } from '../../../../contract/api/report-columns.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { PAYMENT_STATUSES } from '../../../../contract/api/payments.ts';
import { TRANSACTION_TYPES } from '../../../../contract/api/purchases.ts';
import { useMe } from '../../../parts/queries.ts';
import { ClientFilter } from '../../../parts/clients/ClientFilter.tsx';
import { SenderFilter } from '../../../parts/SenderFilter.tsx';
import { ChoiceFilter, TextFilter } from '../../../ui/lists/FilterPill.tsx';
import { useStatusWord } from '../../../ui/figures/StatusChip.tsx';
import type { DraftFieldProps } from './draft.ts';

const HOME = COUNTRIES.filter(({ suggested }) => suggested);

const OPERATORS = [
  ...new Set([...NETWORKS.values()].map(({ network }) => network).filter(Boolean)),
].toSorted();

export function FilterFields({
  draft,
  change,
  error,
}: DraftFieldProps & { error: string | undefined }) {
  const { t } = useTranslation();
  const statusWord = useStatusWord();
  const me = useMe();
  const known: readonly string[] = REPORT_FILTERS[draft.kind];
  const { filters } = draft;
  const set = (next: ReportFilters) => change({ filters: { ...filters, ...next } });
  const one = (value: string) => (value === '' ? [] : [value]);
  const choices = <T extends string>(values: readonly T[], word: (value: T) => string) =>
    values.map((value) => ({ value, label: word(value) }));
  const seesOthers = reachOf(me.clientAccessLevel, 'reports') !== 'own';
  const id = useId();
  // The campaign has a field of its own above.
  const isOwn = draft.kind !== 'CAMPAIGN_MESSAGES';
  return (
    <Box
      role="group"
      aria-labelledby={id}
      {...(isOwn && { id: 'filters', tabIndex: -1 })}
      sx={{ outline: 'none' }}
    >
      <Typography id={id} variant="body2" sx={{ fontWeight: 550, mb: 2 }}>
        {t('reports.form.narrow')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {known.includes('messageStatuses') && (
          <ChoiceFilter
            name={t('reports.form.messageStatus')}
            chosen={filters.messageStatuses ?? []}
            choices={choices(MESSAGE_STATUSES, statusWord)}
            onChange={(values) =>
              set({ messageStatuses: MESSAGE_STATUSES.filter((each) => values.includes(each)) })
            }
          />
        )}
        {known.includes('senderIds') && (
          <SenderFilter
            name={t('reports.form.sender')}
            chosen={filters.senderIds ?? []}
            when={reachOf(me.clientAccessLevel, 'senders.read') !== undefined}
            onChange={(senderIds) => set({ senderIds })}
          />
        )}
        {known.includes('destinations') && (
          <TextFilter
            name={t('reports.form.number')}
            value={filters.destinations?.[0] ?? ''}
            onChange={(value) => set({ destinations: one(value) })}
          />
        )}
        {known.includes('countries') && (
          <ChoiceFilter
            name={t('reports.form.country')}
            chosen={filters.countries ?? []}
            choices={HOME.map(({ code, label }) => ({ value: code, label }))}
            onChange={(countries) => set({ countries })}
          />
        )}
        {known.includes('networks') && (
          <ChoiceFilter
            name={t('reports.form.network')}
            chosen={filters.networks ?? []}
            choices={choices(OPERATORS, (name) => name)}
            onChange={(networks) => set({ networks })}
          />
        )}
        {known.includes('carrierStatuses') && (
          <TextFilter
            name={t('reports.form.carrier')}
            value={filters.carrierStatuses?.[0] ?? ''}
            onChange={(value) => set({ carrierStatuses: one(value) })}
          />
        )}
        {known.includes('types') && (
          <ChoiceFilter
            name={t('reports.form.type')}
            chosen={filters.types ?? []}
            choices={choices(TRANSACTION_TYPES, (type) => t(`wallet.types.${type}`))}
            onChange={(values) =>
              set({ types: TRANSACTION_TYPES.filter((each) => values.includes(each)) })
            }
          />
        )}
        {known.includes('paymentStatuses') && (
          <ChoiceFilter
            name={t('reports.form.payment')}
            chosen={filters.paymentStatuses ?? []}
            choices={choices(PAYMENT_STATUSES, statusWord)}
            onChange={(values) =>
              set({ paymentStatuses: PAYMENT_STATUSES.filter((each) => values.includes(each)) })
            }
          />
        )}
        {known.includes('clientIds') && seesOthers && (
          <ClientFilter
            name={t('reports.form.client')}
            clientId={filters.clientIds?.[0] ?? ''}
            onChange={(clientId) => set({ clientIds: one(clientId) })}
          />
        )}
      </Box>
      {isOwn && error !== undefined && (
        <FormHelperText error role="alert">
          {error}
        </FormHelperText>
      )}
    </Box>
  );
}
