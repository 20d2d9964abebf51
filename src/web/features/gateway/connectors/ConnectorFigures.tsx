import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { carrierErrors } from '../../../../contract/api/carrier-errors.ts';
import { useGet } from '../../../parts/queries.ts';
import { useOpenIncidents } from '../../../parts/monitoring/useOpenIncidents.ts';
import { Dotted } from '../../../ui/figures/Dotted.tsx';
import { FigureRow } from '../../../ui/figures/FigureRow.tsx';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { deliveredOf } from './deliveredOf.ts';
import type { Live } from './StateOf.tsx';

/** The first figures of a connector: what was delivered, beside the usual, and in a line how busy it is. */
export function Figures({ cid, live }: { cid: string; live: Live }) {
  const { t } = useTranslation();
  const { number, pace, rate, duration } = useFormat();
  const { data } = useGet(carrierErrors.list, { cid }, { keep: true });
  const { delivered, usual } = deliveredOf(data?.rates ?? []);
  const [incident, another] = useOpenIncidents({ cids: [cid], most: 2 });
  const figures: [string, ReactNode][] = [
    [
      t('connectors.delivered'),
      <>
        {delivered === null ? DASH : rate(delivered)}
        {usual !== null ? (
          <Usual>{t('carrierErrors.rates.usual', { value: rate(usual) })}</Usual>
        ) : (
          // A connector without whole hours to compare with may have an incident, which has its own.
          incident !== undefined &&
          another === undefined && (
            <Usual>
              {t('connectors.usuallyWithin', {
                share: rate(incident.figures.usual),
                seconds: duration(incident.figures.dueSeconds),
              })}
            </Usual>
          )
        )}
      </>,
    ],
    // The chip beside the name says it, unless the two differ.
    ...((live.wanted === 'STOPPED') === (live.state === null || live.state === 'CLOSED')
      ? []
      : [[t('connectors.wanted'), t(`connectors.wantedWords.${live.wanted}`)] as [string, string]]),
    [
      t('connectors.receipts'),
      live.receiptsOutstanding === null ? DASH : number(live.receiptsOutstanding),
    ],
  ];
  const load = [
    [t('connectors.perSecond'), pace(live.messagesPerSecond), live.messagesPerSecond],
    [
      t('connectors.window'),
      t('connectors.windowText', { used: number(live.windowInUse), size: number(live.window) }),
      live.windowInUse,
    ],
    [t('connectors.queue'), number(live.queueLength), live.queueLength],
  ] as const;
  return (
    <Section>
      <FigureRow figures={figures} />
      <Typography variant="body2" component="div" color="textSecondary" sx={{ mt: 3 }}>
        <Dotted>
          {load.map(([name, words, value]) => (
            <span key={name}>
              {name}{' '}
              <Box
                component="span"
                sx={value > 0 ? { color: 'text.primary', fontWeight: 600 } : {}}
              >
                {words}
              </Box>
            </span>
          ))}
        </Dotted>
      </Typography>
    </Section>
  );
}

function Usual({ children }: { children: string }) {
  return (
    <Typography variant="body2" component="span" color="textSecondary" sx={{ ml: 2 }}>
      {children}
    </Typography>
  );
}
