import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ClientRate } from '../../../../contract/api/rates.ts';
import { marginOf } from '../../../parts/wallet/margin.ts';
import { RatePrice } from '../../../parts/wallet/RatePrice.tsx';
import { CountryFlag } from '../../../ui/figures/CountryFlag.tsx';
import { type Column } from '../../../ui/data-table/column.ts';
import { DASH, Time, useFormat } from '../../../ui/figures/figures.tsx';
import { countryOf, networksOf } from './rateRows.ts';

/** The columns of a list of prices. */
export function useRateColumns({
  margins,
  changes,
  sources,
  all,
}: {
  margins: boolean;
  /** A price has a next one. */
  changes: boolean;
  /** Not every price is the account's own, or every one inherited. */
  sources: boolean;
  /** The prefixes of every price. */
  all: readonly (readonly string[])[];
}): Column<ClientRate>[] {
  const { t } = useTranslation();
  const { money, percent } = useFormat();
  return [
    {
      key: 'prefixes',
      label: t('clients.prefixes'),
      from: 640,
      width: 20,
      onPhone: 'line',
      cell: ({ regionFilters }) => (
        <>
          <CountryFlag code={countryOf(regionFilters) ?? ''} />
          {regionFilters.map((prefix) => `+${prefix}`).join(', ')}
        </>
      ),
      value: ({ regionFilters }) => regionFilters.map((prefix) => `+${prefix}`).join(', '),
    },
    {
      key: 'price',
      label: t('clients.price'),
      figure: true,
      onPhone: 'amount',
      cell: (rate) => <RatePrice rate={rate} />,
      value: ({ chargedCostPrice, costPrice }) => chargedCostPrice ?? costPrice,
    },
    ...(margins
      ? [
          {
            key: 'own',
            label: t('wallet.rates.ownPrice'),
            figure: true,
            from: 760,
            cell: ({ ownCostPrice, currency }: ClientRate) =>
              ownCostPrice === null ? DASH : money(ownCostPrice, currency),
            value: ({ ownCostPrice }: ClientRate) => ownCostPrice,
          },
          {
            key: 'margin',
            label: t('wallet.rates.margin'),
            figure: true,
            from: 760,
            cell: (rate: ClientRate) => {
              const margin = marginOf(rate);
              return margin === null ? DASH : percent(margin);
            },
            value: marginOf,
          },
        ]
      : []),
    {
      key: 'networks',
      label: t('wallet.rates.networks'),
      from: 560,
      grows: true,
      onPhone: 'line',
      cell: ({ regionFilters }) => networksOf(regionFilters, all).join(', ') || DASH,
      value: ({ regionFilters }) => networksOf(regionFilters, all).join(', '),
    },
    {
      key: 'source',
      label: t('clients.source'),
      // The column stays to be chosen.
      ...(sources ? { onPhone: 'line' as const } : { from: Infinity }),
      cell: ({ inherited }) => (inherited ? t('clients.inherited') : t('clients.own')),
    },
    {
      key: 'from',
      label: t('wallet.rates.since'),
      figure: true,
      from: 900,
      cell: ({ fromTimestamp }) => <Time at={fromTimestamp} />,
    },
    ...(changes
      ? [
          {
            key: 'next',
            label: t('wallet.rates.next'),
            figure: true,
            from: 900,
            onPhone: true,
            cell: ({ next }: ClientRate) =>
              next === null ? (
                DASH
              ) : (
                <Typography component="span" variant="body2">
                  {money(next.costPrice, next.currency)} <Time at={next.fromTimestamp} />
                </Typography>
              ),
            value: ({ next }: ClientRate) => next?.costPrice ?? null,
          },
        ]
      : []),
  ];
}
