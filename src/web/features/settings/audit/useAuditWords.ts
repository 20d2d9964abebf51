import { useTranslation } from 'react-i18next';
import { ROLES } from '../../../../contract/shared/roles.ts';
import { en } from '../../../i18n/en.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { useStatusWord } from '../../../ui/figures/StatusChip.tsx';
import type { AuditWords } from './changes.ts';

const knows =
  <Words extends object>(words: Words) =>
  (key: string): key is Extract<keyof Words, string> =>
    Object.hasOwn(words, key);
const isField = knows(en.settings.audit.fields);
const isRegistration = knows(en.senders.operators.states);
const isSetting = knows(en.connectors.fields);
const isValue = knows(en.settings.audit.values);
const isEvent = knows(en.webhooks.events);
const isDocument = knows(en.senders.documentKinds);
const isRoute = knows(en.gateway.routes.types);
const isFilter = knows(en.gateway.filters.names);

/** Fields that hold one of several codes; other texts are what people wrote. */
const CODED = new Set([
  'applies',
  'asks',
  'accountType',
  'by',
  'change',
  'document',
  'documents',
  'entity',
  'events',
  'kind',
  'language',
  'mode',
  'otpChannel',
  'picture',
  'scopes',
  'type',
  'way',
]);
/** Lists of one code and one name each, as the gateway records them: `CHANGED MT_ROUTE 10`. */
const SENTENCES = new Set(['changes', 'actions']);

/** Labels of the fields and values in audit entries, in the language of the screen. */
export function useAuditWords(): AuditWords {
  const { t } = useTranslation();
  const { country, exact, number } = useFormat();
  const statusWord = useStatusWord();
  const codeWord = (code: string): string => {
    if (isValue(code)) return t(`settings.audit.values.${code}`);
    if (isEvent(code)) return t(`webhooks.events.${code}`);
    if (isDocument(code)) return t(`senders.documentKinds.${code}`);
    if (isRoute(code)) return t(`gateway.routes.types.${code}`);
    if (isFilter(code)) return t(`gateway.filters.names.${code}`);
    return code;
  };
  return {
    field: (name) => {
      if (isField(name)) return t(`settings.audit.fields.${name}`);
      if (isSetting(name)) return t(`connectors.fields.${name}.label`);
      return t(
        /[a-z]Id$/.test(name) ? 'settings.audit.fields.reference' : 'settings.audit.fields.other',
      );
    },
    value(name, value) {
      if (typeof value === 'boolean') return value ? t('clients.yes') : t('clients.no');
      if (typeof value === 'number' && name.endsWith('Timestamp')) return exact(value);
      if (name === 'seconds' && typeof value === 'number')
        return value > 0 && value % 3600 === 0
          ? t('guard.hours', { count: value / 3600, value: number(value / 3600) })
          : t('time.seconds', { value: number(value) });
      if (name === 'share' && typeof value === 'number') return `${number(value)}%`;
      if (typeof value !== 'string') return undefined;
      const role = ROLES.find((each) => each === value);
      if (name === 'accessLevel' && role) return t(`roles.${role}`);
      if (name === 'clientStatus' || name === 'status') return statusWord(value);
      if (name === 'registrationStatus' && isRegistration(value))
        return t(`senders.operators.states.${value}`);
      if (name === 'country' && /^[A-Z]{2}$/.test(value)) return country(value);
      if (CODED.has(name)) return codeWord(value);
      if (SENTENCES.has(name)) return value.split(' ').map(codeWord).join(' ').trim();
      return undefined;
    },
  };
}
