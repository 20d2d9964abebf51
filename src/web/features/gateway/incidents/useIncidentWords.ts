import { useTranslation } from 'react-i18next';
import type { HealingFigures, Incident } from '../../../../contract/api/healing.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';

/** Incidents and their figures in words. */
export function useIncidentWords() {
  const { t } = useTranslation();
  const { number, rate, duration, country: countryName } = useFormat();
  const place = ({ cid, network, country }: Incident) => ({
    connector: cid || t('incidents.deleted'),
    network:
      [network, country && countryName(country)].filter(Boolean).join(', ') ||
      t('carrierErrors.unknownNetwork'),
  });
  return {
    title: (incident: Incident) => t('incidents.title', place(incident)),
    /** The title where no list of incidents says what they are. */
    headline: (incident: Incident) => {
      const { medianSeconds, dueSeconds } = incident.figures;
      // Parts that are missing may be late or lost; they are called late where most of those delivered were.
      const isLate = medianSeconds !== null && medianSeconds > dueSeconds;
      const isEnded = incident.status === 'ENDED';
      return isLate
        ? t(isEnded ? 'incidents.headlineLateEnded' : 'incidents.headlineLate', place(incident))
        : t(isEnded ? 'incidents.headlineEnded' : 'incidents.headline', place(incident));
    },
    route: ({ routeOrder }: Incident) =>
      routeOrder === null
        ? t('carrierErrors.rates.noRoute')
        : t('carrierErrors.rates.route', { order: routeOrder }),
    figures: ({ sent, onTime, dueSeconds, usual, floor }: HealingFigures) =>
      t('incidents.figures', {
        count: sent,
        value: number(sent),
        share: rate(sent === 0 ? 0 : onTime / sent),
        seconds: duration(dueSeconds),
        usual: rate(usual),
        floor: rate(floor),
      }),
  };
}
