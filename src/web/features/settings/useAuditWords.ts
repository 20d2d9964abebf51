import { useTranslation } from 'react-i18next';
import { ROLES } from '../../../contract/shared/roles.ts';
import { COUNTRIES } from '../../../contract/shared/countries.ts';
import { useStatusWord } from '../../ui/StatusChip.tsx';
import { en } from '../../i18n/en.ts';
import { wordsOf } from './changes.ts';

type Known = keyof typeof en.settings.audit.fields;
const isKnown = (field: string): field is Known => Object.hasOwn(en.settings.audit.fields, field);

/** Labels of the fields and values in audit entries. */
export function useAuditWords(): {
  field(name: string): string;
  value(name: string, value: unknown): string | undefined;
} {
  const { t } = useTranslation();
  const statusWord = useStatusWord();
  return {
    field: (name) => (isKnown(name) ? t(`settings.audit.fields.${name}`) : wordsOf(name)),
    value(name, value) {
      if (typeof value === 'boolean') return value ? t('clients.yes') : t('clients.no');
      const role = ROLES.find((each) => each === value);
      if (name === 'accessLevel' && role) return t(`roles.${role}`);
      if (name === 'clientStatus' || name === 'status') return statusWord(String(value));
      if (name === 'country') return COUNTRIES.find(({ code }) => code === value)?.label;
      return undefined;
    },
  };
}
