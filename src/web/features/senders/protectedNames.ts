// Shared by the list of protected names and its dialogs.
import { useTranslation } from 'react-i18next';
import { INITIAL_SOURCE, type ProtectedName } from '../../../contract/api/sender-rules.ts';
import { senders } from '../../../contract/api/senders.ts';
import { COUNTRIES } from '../../../contract/shared/countries.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
export const CHANGES = [senders.protectedNames, senders.check, senders.get];
export const HOME = COUNTRIES.filter(({ suggested }) => suggested).map(({ code }) => code);
export const EVERYWHERE = '*';
export function useCountry(): (code: string) => string {
  const { t } = useTranslation();
  const { country } = useFormat();
  return (code) => (code === EVERYWHERE ? t('senders.protected.everywhere') : country(code));
}

/** The reasons with which the first names came, in words of the reader's language. */
const FIRST_REASONS = {
  'operators, banks and public bodies of the country': 'national',
  'known over the whole world': 'worldwide',
} as const;
const isFirst = (reason: string): reason is keyof typeof FIRST_REASONS =>
  Object.hasOwn(FIRST_REASONS, reason);

/** Returns why a name is protected. */
export function useReason(): (row: Pick<ProtectedName, 'kind' | 'reason'>) => string {
  const { t } = useTranslation();
  return ({ kind, reason }) => {
    if (reason === INITIAL_SOURCE)
      return kind === 'WORD' ? t('senders.protected.reasons.generic') : t('platform.initialSource');
    if (isFirst(reason)) return t(`senders.protected.reasons.${FIRST_REASONS[reason]}`);
    return reason.slice(0, 1).toLocaleUpperCase() + reason.slice(1);
  };
}
