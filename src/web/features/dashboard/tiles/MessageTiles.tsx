import { useTranslation } from 'react-i18next';
import {
  SPARK_DAYS,
  type Figures,
  type Stock,
  type Tally,
} from '../../../../contract/api/dashboard.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { useMe } from '../../../parts/queries.ts';
import { Sparkline } from '../../../ui/charts/Sparkline.tsx';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import { SENT } from '../links.ts';
import { Delta, ShareDelta } from './Delta.tsx';
import { Remark, Tile, TileRow } from './Tile.tsx';
import { UnitsTile } from './UnitsTile.tsx';
import { useComparison } from './useComparison.ts';

const shareOf = ({ delivered, ended }: Pick<Tally, 'delivered' | 'ended'>) =>
  ended === 0 ? null : delivered / ended;

const sparkDays = ({ days }: Figures) => days.slice(-SPARK_DAYS);

/** Messages of today beside the same weekday last week. */
export function MessagesTile({ figures }: { figures: Figures | undefined }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { clientAccessLevel: role } = useMe();
  const compare = useComparison();
  const comparison = figures && compare(figures);
  return (
    <Tile
      name={t('dashboard.figures.messages')}
      to={reachOf(role, 'messaging.read') === undefined ? undefined : `${SENT}?days=today`}
      value={figures && number(figures.today.messages)}
      spark={
        figures && (
          <Sparkline isLastOpen values={sparkDays(figures).map(({ messages }) => messages)} />
        )
      }
    >
      {figures &&
        (comparison ? (
          <Delta
            now={figures.throughHours.today.messages}
            before={figures.throughHours.lastWeek.messages}
            comparison={comparison}
          />
        ) : (
          <Yesterday value={figures.yesterday.messages} />
        ))}
    </Tile>
  );
}

/** The tiles of an account that sends, of an administrator and of an approver. */
export function MessageTiles({
  figures,
  stock,
}: {
  figures: Figures | undefined;
  stock: Stock | null | undefined;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { clientAccessLevel: role } = useMe();
  return (
    <TileRow label={t('dashboard.figures.title')}>
      <MessagesTile figures={figures} />
      <RateTile figures={figures} />
      {role !== 'EBU_APPROVER' && <SpentTile figures={figures} />}
      {role === 'ADMINISTRATOR' && (
        <Tile
          name={t('dashboard.figures.clients')}
          to="/dashboard/clients"
          value={figures && number(figures.clientsSending ?? 0)}
        >
          <Remark>
            {t('dashboard.figures.ofEveryone', {
              count: figures?.clients ?? 0,
              value: number(figures?.clients ?? 0),
            })}
          </Remark>
        </Tile>
      )}
      {role !== 'EBU_APPROVER' && role !== 'ADMINISTRATOR' && (
        <UnitsTile stock={stock ?? undefined} />
      )}
    </TileRow>
  );
}

function RateTile({ figures }: { figures: Figures | undefined }) {
  const { t } = useTranslation();
  const { rate, number } = useFormat();
  const { clientAccessLevel: role } = useMe();
  const compare = useComparison();
  const comparison = figures && compare(figures);
  const share = figures && shareOf(figures.today);
  const now = figures && shareOf(figures.throughHours.today);
  const before = figures && shareOf(figures.throughHours.lastWeek);
  const isCompared = typeof now === 'number' && typeof before === 'number';
  return (
    <Tile
      name={t('dashboard.figures.rate')}
      to={
        reachOf(role, 'messaging.read') === undefined
          ? undefined
          : `${SENT}?days=today&status=DELIVERED`
      }
      value={figures && (typeof share === 'number' ? rate(share) : DASH)}
      spark={
        figures && (
          <Sparkline
            isShare
            isLastOpen
            values={sparkDays(figures).map(({ delivered, notDelivered }) =>
              shareOf({ delivered, ended: delivered + notDelivered }),
            )}
          />
        )
      }
    >
      {figures &&
        (isCompared && comparison ? (
          <ShareDelta now={now} before={before} comparison={comparison} />
        ) : (
          <Remark>
            {figures.today.ended === 0
              ? t('dashboard.figures.noneEnded')
              : t('dashboard.figures.ofEnded', {
                  count: figures.today.ended,
                  value: number(figures.today.ended),
                })}
          </Remark>
        ))}
    </Tile>
  );
}

function SpentTile({ figures }: { figures: Figures | undefined }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const compare = useComparison();
  const comparison = figures && compare(figures);
  return (
    <Tile
      name={t('dashboard.figures.spent')}
      value={figures && number(figures.today.units ?? 0)}
      spark={
        figures && (
          <Sparkline isLastOpen values={sparkDays(figures).map(({ units }) => units ?? 0)} />
        )
      }
    >
      {figures &&
        (comparison ? (
          <Delta
            now={figures.throughHours.today.units ?? 0}
            before={figures.throughHours.lastWeek.units ?? 0}
            comparison={comparison}
          />
        ) : (
          <Yesterday value={figures.yesterday.units ?? 0} />
        ))}
    </Tile>
  );
}

/** The whole day before, while no hour of today can be compared. */
function Yesterday({ value }: { value: number }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return <Remark>{t('dashboard.figures.yesterday', { value: number(value) })}</Remark>;
}
