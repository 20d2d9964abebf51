import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import type { Figures, Sales, Stock } from '../../../../contract/api/dashboard.ts';
import { Sparkline } from '../../../ui/charts/Sparkline.tsx';
import { DASH, useFormat } from '../../../ui/figures.tsx';
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
    <TileRow label={t('dashboard.figures.title')} hasLongRemarks>
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
      spark={sales && <Sparkline values={sales.days.map(({ units }) => units)} />}
    >
      {today &&
        sales &&
        (weekday && sales.lastWeekUnits > 0 ? (
          <Delta
            now={today.units}
            before={sales.lastWeekUnits}
            comparison={{ ...weekday, tip: t('dashboard.figures.soldText') }}
          />
        ) : (
          <Tooltip describeChild title={t('dashboard.figures.soldText')}>
            <span>
              <Remark>{t('dashboard.figures.soldUnits')}</Remark>
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
        hasSales && sales && <Sparkline values={sales.days.map(({ margin }) => Number(margin))} />
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
                : t(
                    Number(today.amount) > 0 && Number(today.margin) === 0
                      ? 'dashboard.figures.marginNone'
                      : 'dashboard.figures.marginOf',
                    { amount: money(today.amount, currency) },
                  )}
            </Remark>
          </span>
        </Tooltip>
      )}
    </Tile>
  );
}
