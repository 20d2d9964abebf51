import { useTranslation } from 'react-i18next';
import type { GuardRule } from '../../../contract/api/guard.ts';
import { useFormat } from '../../ui/figures.tsx';

/** Returns the sentence for a rule of the guard. */
export function useRuleWords(): (rule: GuardRule) => string {
  const { t } = useTranslation();
  const { number, country, exact } = useFormat();
  return ({ kind, countries, prefix, digits, codes, share, messages, seconds, untilTimestamp }) => {
    const count = Math.round((seconds ?? 0) / 360) / 10;
    const hours = t('guard.hours', { count, value: number(count) });
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
              until: exact(untilTimestamp),
            });
    }
  };
}
