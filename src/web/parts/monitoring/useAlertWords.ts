import { useTranslation } from 'react-i18next';
import type { Alert as OpenAlert, Problem } from '../../../contract/api/monitoring.ts';
import { useShortWhy } from './linkError.ts';
import { useFormat } from '../../ui/figures/figures.tsx';

const SAID = [
  'minutes',
  'hours',
  'seconds',
  'percent',
  'taken',
  'receipts',
  'refused',
  'answers',
  'code',
  'delivered',
  'usual',
  'throttled',
  'moved',
  'unmatched',
  'queued',
  'waiting',
  'payments',
  'prices',
  'clients',
] as const;

/** Facts that say for how long. */
const LENGTHS = ['seconds', 'minutes', 'hours'] as const;
/** Seconds within which a time of day alone is no other day's. */
const HALF_A_DAY = 43_200;

type Occurrence = Pick<OpenAlert, 'kind' | 'subject' | 'facts'>;

/** An alert in words, with the figures that it was raised by. */
export function useAlertWords() {
  const { t } = useTranslation();
  const { number, age, clock, moment } = useFormat();
  const shortWhy = useShortWhy();

  const factsOf = ({ facts }: Occurrence, said: readonly (typeof SAID)[number][] = SAID) =>
    [
      ...(typeof facts['network'] === 'string' ? [facts['network']] : []),
      ...said.flatMap((name) => {
        const fact = facts[name];
        if (fact === undefined || fact === '') return [];
        // An incident without another connector on its route moves nothing.
        if (name === 'moved' && fact === 0) return [];
        const value = typeof fact === 'number' ? number(fact) : fact;
        // An incident counts those that arrived in time, of the parts whose time was over.
        const isIncident = facts['moved'] !== undefined;
        if (isIncident && name === 'receipts') return [t('monitoring.facts.due', { value })];
        if (isIncident && name === 'delivered') return [t('monitoring.facts.onTime', { value })];
        return [t(`monitoring.facts.${name}`, { value })];
      }),
    ].join(', ');

  /** Why a connector is down, and how often it was tried. */
  function causeOf({ facts: { tries, error, address } }: Occurrence): string {
    return [
      typeof tries === 'number' &&
        t('monitoring.verdict.tries', { count: tries, value: number(tries) }),
      typeof error === 'string' && shortWhy(error, typeof address === 'string' ? address : ''),
    ]
      .filter(Boolean)
      .join(', ');
  }

  return {
    title: ({ kind, subject }: Occurrence) => t(`monitoring.kinds.${kind}`, { subject }),
    /** When it began, by the clock or with its day; '' where nobody knows or `facts` give its length. */
    since({ sinceTimestamp, facts }: Problem, now: number): string {
      const isGiven = LENGTHS.some((name) => facts[name] !== undefined && facts[name] !== 0);
      if (sinceTimestamp === null || isGiven) return '';
      const time = (now - sinceTimestamp < HALF_A_DAY ? clock : moment)(sinceTimestamp);
      return t('monitoring.verdict.since', { time });
    },
    advice: ({ kind }: Occurrence) => t(`monitoring.advice.${kind}`),
    /** The figures, or the cause of a connector that is down. */
    facts: (at: Occurrence) => (at.kind === 'CONNECTOR_DOWN' ? causeOf(at) : factsOf(at)),
    /** The figures that matter most, for a narrow place. */
    brief: (at: Occurrence) =>
      factsOf(at, at.kind === 'DELIVERY_LOW' ? ['delivered', 'usual'] : SAID),
    /** The whole problem in one line. */
    sentence(at: Occurrence): string {
      const { kind, subject, facts } = at;
      const { moved, delivered, usual, network } = facts;
      // An incident counts those that arrived in time.
      if (
        kind === 'DELIVERY_LOW' &&
        moved !== undefined &&
        typeof delivered === 'number' &&
        typeof usual === 'number' &&
        typeof network === 'string' &&
        network !== ''
      )
        return [
          t('monitoring.verdict.onTime', {
            subject,
            network,
            value: number(delivered),
            sent: number(Number(facts['receipts'] ?? 0)),
            usual: number(usual),
            time: age(Math.max(1, Number(facts['spanMinutes'] ?? 1)) * 60),
          }),
          factsOf(at, ['moved']).slice(`${network}, `.length),
        ]
          .filter(Boolean)
          .join(', ');
      const seconds = Number(facts['minutes'] ?? 0) * 60;
      const down =
        // Whole minutes are counted.
        seconds === 0
          ? t('monitoring.verdict.justDown', { subject })
          : t('monitoring.verdict.down', { subject, time: age(seconds) });
      const lead = kind === 'CONNECTOR_DOWN' ? down : t(`monitoring.kinds.${kind}`, { subject });
      const rest = kind === 'CONNECTOR_DOWN' ? causeOf(at) : factsOf(at);
      return [lead, rest].filter(Boolean).join(', ');
    },
  };
}
