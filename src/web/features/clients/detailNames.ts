import { useTranslation } from 'react-i18next';
import type { en } from '../../i18n/en.ts';

const NAMES = [
  'firstName',
  'lastName',
  'companyName',
  'email',
  'phone',
  'country',
  'timezone',
] as const satisfies readonly (keyof typeof en.fields)[];

/** Labels of account details by the server's names. */
export function useDetailNames(): (detail: string) => string {
  const { t } = useTranslation();
  return (detail) => {
    const known = NAMES.find((name) => name === detail);
    return known === undefined ? detail : t(`fields.${known}`).toLocaleLowerCase();
  };
}
