import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import type { Stock } from '../../../../contract/api/dashboard.ts';
import { useMe } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Remark, Tile } from './Tile.tsx';

const DAYS_OF_YEAR = 365;

/** The balance, and how long it lasts. */
export function UnitsTile({ stock }: { stock: Stock | undefined }) {
  const { t } = useTranslation();
  const { number, units } = useFormat();
  const { smsBalance: balance } = useMe();
  const { daysLeft, pace } = stock ?? {};
  const lasts = () => {
    if (balance <= 0) return t('dashboard.figures.none');
    if (typeof daysLeft !== 'number') return t('dashboard.figures.noPace');
    const days = number(pace?.days ?? 0);
    if (daysLeft > DAYS_OF_YEAR) return t('dashboard.figures.yearLeft', { days });
    return daysLeft === 0
      ? t('dashboard.figures.underADay', { days })
      : t('dashboard.figures.daysLeft', { count: daysLeft, value: number(daysLeft), days });
  };
  return (
    <Tile name={t('dashboard.figures.left')} to="/dashboard/purchases" value={number(balance)}>
      {stock && (
        <Tooltip
          describeChild
          title={
            pace
              ? t('dashboard.figures.pace', {
                  count: pace.days,
                  value: number(pace.days),
                  units: units(
                    pace.unitsPerDay < 10 ? pace.unitsPerDay : Math.round(pace.unitsPerDay),
                  ),
                })
              : ''
          }
        >
          <span>
            <Remark>{lasts()}</Remark>
          </span>
        </Tooltip>
      )}
    </Tile>
  );
}
