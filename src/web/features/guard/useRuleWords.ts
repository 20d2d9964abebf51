import { useTranslation } from 'react-i18next';
import type { GuardRule } from '../../../contract/api/guard.ts';
import { useFormat } from '../../ui/figures/figures.tsx';

/** Returns a rule of the guard in few words, for beside its kind and its numbers. */
export function useBriefWords(): (rule: GuardRule) => string {
  const { t } = useTranslation();
  const { number } = useFormat();
  const hours = useHours();
  const words = useRuleWords();
  return (rule) => {
    const { kind, digits, messages, seconds } = rule;
    // Its numbers stand beside it.
    if (kind === 'RANGE') return t('guard.brief.RANGE');
    if (kind === 'COUNTRIES') return words(rule);
    if (kind === 'SHARE') return t('guard.brief.SHARE', { digits: digits ?? 0 });
    return t(`guard.brief.${kind}`, { messages: number(messages ?? 0), hours: hours(seconds) });
  };
}

function useHours() {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (seconds: number | null) => {
    const count = Math.round((seconds ?? 0) / 360) / 10;
    return t('guard.hours', { count, value: number(count) });
  };
}

/** Returns the sentence for a rule of the guard. */
export function useRuleWords(): (rule: GuardRule) => string {
  const { t } = useTranslation();
  const { number, country, minute } = useFormat();
  const hoursOf = useHours();
  return ({ kind, countries, prefix, digits, codes, share, messages, seconds, untilTimestamp }) => {
    const hours = hoursOf(seconds);
    switch (kind) {
      case 'COUNTRIES':
        return t('guard.says.COUNTRIES', { countries: countries.map(country).join(', ') });
      case 'RANGE':
        return t('guard.says.RANGE', { prefix });
      case 'SHARE':
        return t('guard.says.SHARE', {
          digits: digits ?? 0,
          codes: number(codes ?? 0),
          share: share ?? 0,
        });
      case 'NUMBER':
        return t('guard.says.NUMBER', { messages: number(messages ?? 0), hours });
      case 'NEW_ACCOUNT':
        return untilTimestamp === null
          ? t('guard.says.NEW_ACCOUNTS', { messages: number(messages ?? 0), hours })
          : t('guard.says.NEW_ACCOUNT', {
              messages: number(messages ?? 0),
              hours,
              until: minute(untilTimestamp),
            });
    }
  };
}
