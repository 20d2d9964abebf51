import { useTranslation } from 'react-i18next';
import { en } from '../../i18n/en.ts';

type Known = keyof typeof en.reason;
const isKnown = (reason: string): reason is Known => Object.hasOwn(en.reason, reason);

type KnownRefusal = keyof typeof en.refused;
const isKnownRefusal = (reason: string): reason is KnownRefusal =>
  Object.hasOwn(en.refused, reason);

/** Words for why a row of a file gives no recipient. */
export function useRefusal(): (reason: string) => string {
  const { t } = useTranslation();
  return (reason) => {
    // A reason may name its subject after a colon.
    const [code = '', name = ''] = reason.split(':', 2);
    return isKnownRefusal(code) ? t(`refused.${code}`, { name }) : reason;
  };
}

/** Words for a reason: ours by their code, a person's as they wrote them. */
export function useReason(): (reason: string) => string {
  const { t } = useTranslation();
  return (reason) => (isKnown(reason) ? t(`reason.${reason}`) : reason);
}
