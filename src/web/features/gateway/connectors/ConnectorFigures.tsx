import { useTranslation } from 'react-i18next';
import { carrierErrors } from '../../../../contract/api/carrier-errors.ts';
import { useGet } from '../../../parts/queries.ts';
import { FigureRow } from '../../../ui/FigureRow.tsx';
import { DASH, useFormat } from '../../../ui/figures.tsx';
import { Section } from '../../../ui/Page.tsx';
import type { Live } from './StateOf.tsx';

/** The share of what carriers confirmed in the last hour that was delivered; null without a receipt. */
function useDelivered(cid: string): number | null {
  const { data } = useGet(carrierErrors.list, { cid }, { keep: true });
  const rates = data?.rates ?? [];
  const receipts = rates.reduce((sum, { hour }) => sum + hour.receipts, 0);
  return receipts === 0
    ? null
    : rates.reduce((sum, { hour }) => sum + hour.receipts * hour.share, 0) / receipts;
}

/** The first figures of a connector: what was delivered, and how busy it is. */
export function Figures({ cid, live }: { cid: string; live: Live }) {
  const { t } = useTranslation();
  const { number, pace, rate } = useFormat();
  const delivered = useDelivered(cid);
  const figures = [
    [t('connectors.delivered'), delivered === null ? DASH : rate(delivered)],
    // The chip beside the name says it, unless the two differ.
    ...((live.wanted === 'STOPPED') === (live.state === null || live.state === 'CLOSED')
      ? []
      : [[t('connectors.wanted'), t(`connectors.wantedWords.${live.wanted}`)] as const]),
    [t('connectors.perSecond'), pace(live.messagesPerSecond)],
    [
      t('connectors.window'),
      t('connectors.windowText', { used: number(live.windowInUse), size: number(live.window) }),
    ],
    [t('connectors.queue'), number(live.queueLength)],
    [
      t('connectors.receipts'),
      live.receiptsOutstanding === null ? DASH : number(live.receiptsOutstanding),
    ],
  ] as const;
  return (
    <Section>
      <FigureRow figures={figures} isEven />
    </Section>
  );
}
