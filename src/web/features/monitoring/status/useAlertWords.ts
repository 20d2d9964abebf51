import { useTranslation } from 'react-i18next';
import type { Alert as OpenAlert } from '../../../../contract/api/monitoring.ts';
import { useFormat } from '../../../ui/figures.tsx';

/** An alert in words, with the figures that it was raised by. */
export function useAlertWords() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const said = [
    'minutes',
    'hours',
    'seconds',
    'percent',
    'taken',
    'receipts',
    'queued',
    'waiting',
    'payments',
    'prices',
    'clients',
  ] as const;
  return ({ kind, subject, facts }: OpenAlert) => ({
    title: t(`monitoring.kinds.${kind}`, { subject }),
    advice: t(`monitoring.advice.${kind}`),
    facts: said
      .flatMap((name) =>
        typeof facts[name] === 'number'
          ? [t(`monitoring.facts.${name}`, { value: number(facts[name]) })]
          : [],
      )
      .join(', '),
  });
}
