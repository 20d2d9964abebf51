// Shared by the list of protected names and its dialogs.
import { useTranslation } from 'react-i18next';
import { senders } from '../../../contract/api/senders.ts';
import { COUNTRIES } from '../../../contract/shared/countries.ts';
import { useFormat } from '../../ui/figures.tsx';
export const CHANGES = [senders.protectedNames, senders.check, senders.get];
export const HOME = COUNTRIES.filter(({ suggested }) => suggested).map(({ code }) => code);
export const EVERYWHERE = '*';
export function useCountry(): (code: string) => string {
  const { t } = useTranslation();
  const { country } = useFormat();
  return (code) => (code === EVERYWHERE ? t('senders.protected.everywhere') : country(code));
}
