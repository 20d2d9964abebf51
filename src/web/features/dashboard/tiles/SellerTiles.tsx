import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import type { Figures, Sales, Stock } from '../../../../contract/api/dashboard.ts';
import { Sparkline } from '../../../ui/charts/Sparkline.tsx';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import { Delta } from './Delta.tsx';
import { MessagesTile } from './MessageTiles.tsx';
import { Remark, Tile, TileRow } from './Tile.tsx';
import { UnitsTile } from './UnitsTile.tsx';
import { useComparison } from './useComparison.ts';

/** Money as it fits a tile. */
const roundMoney = (value: number) =>
  Math.abs(value) < 1000 ? Math.round(value * 100) / 100 : Math.round(value);

/** The tiles of a reseller: what it sold, what it earned, what its clients send, and what is in stock. */
export function SellerTiles({
  figures,
  sales,
  stock,
}: {
  figures: Figures | undefined;
  sales: Sales | undefined;
  stock: Stock | null | undefined;
}) {
  const { t } = useTranslation();
  return (
    <TileRow label={t('dashboard.figures.title')}>
      <SoldTile figures={figures} sales={sales} />
      <MarginTile sales={sales} />
      <MessagesTile figures={figures} />
      <UnitsTile stock={stock ?? undefined} />
    </TileRow>
  );
}

function SoldTile({ figures, sales }: { figures: Figures | undefined; sales: Sales | undefined }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const compare = useComparison();
  const today = sales?.days.at(-1);
  const weekday = figures && compare(figures);
  return (
    <Tile
      name={t('dashboard.figures.sold')}
      to="/dashboard/purchases"
      value={today && number(today.units)}
      spark={sales && <Sparkline isLastOpen values={sales.days.map(({ units }) => units)} />}
    >
      {today &&
        sales &&
        // A figure of units beside one of money adds up only with the units that nobody paid for.
        (weekday && sales.lastWeekUnits > 0 && today.transferredUnits === 0 ? (
          <Delta
            now={today.units}
            before={sales.lastWeekUnits}
            comparison={{ ...weekday, tip: t('dashboard.figures.soldText') }}
          />
        ) : (
          <Tooltip describeChild title={t('dashboard.figures.soldText')}>
            <span>
              <Remark>
                {today.units === 0
                  ? t('dashboard.figures.soldNone')
                  : t('dashboard.figures.soldOf', {
                      paid: number(today.units - today.transferredUnits),
                      transferred: number(today.transferredUnits),
                    })}
              </Remark>
            </span>
          </Tooltip>
        ))}
    </Tile>
  );
}

function MarginTile({ sales }: { sales: Sales | undefined }) {
  const { t } = useTranslation();
  const { money, number } = useFormat();
  const today = sales?.days.at(-1);
  const currency = sales?.currency ?? null;
  const hasSales = sales?.days.some(({ amount }) => Number(amount) > 0) ?? false;
  return (
    <Tile
      name={
        currency === null
          ? t('dashboard.figures.margin')
          : t('dashboard.figures.marginIn', { currency })
      }
      value={
        today &&
        // Cents matter in small sums alone.
        (currency === null || !hasSales ? DASH : number(roundMoney(Number(today.margin))))
      }
      spark={
        hasSales &&
        sales && <Sparkline isLastOpen values={sales.days.map(({ margin }) => Number(margin))} />
      }
    >
      {today && (
        <Tooltip
          describeChild
          title={
            currency !== null && sales && sales.costPrice !== null
              ? t('dashboard.figures.marginText', { price: money(sales.costPrice, currency) })
              : ''
          }
        >
          <span>
            <Remark>
              {currency === null || !hasSales
                ? t('dashboard.figures.noSales')
                : t('dashboard.figures.marginOf', {
                    amount: number(roundMoney(Number(today.amount))),
                    cost: number(roundMoney(Number(today.amount) - Number(today.margin))),
                  })}
            </Remark>
          </span>
        </Tooltip>
      )}
    </Tile>
  );
}
