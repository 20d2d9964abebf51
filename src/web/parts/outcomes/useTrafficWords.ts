import { useTranslation } from 'react-i18next';
import type { SoftwareUse } from '../../../contract/api/software-use.ts';
import { en } from '../../i18n/en.ts';
import { useFormat } from '../../ui/figures/figures.tsx';

type Known = keyof typeof en.softwareUse.codes;
const isKnown = (code: string): code is Known => Object.hasOwn(en.softwareUse.codes, code);

/** The traffic of a credential in words. */
export function useTrafficWords() {
  const { t } = useTranslation();
  const { number } = useFormat();
  /** The refusals by code, the most frequent first, such as "NO_UNITS 12, OPTED_OUT 3". */
  const codes = ({ refused }: Pick<SoftwareUse, 'refused'>) =>
    refused.map(({ code, count }) => `${code} ${number(count)}`).join(', ');
  /** The same in words, such as "Not enough units: 12" and "Opted out: 3". */
  const reasons = ({ refused }: Pick<SoftwareUse, 'refused'>) =>
    refused.map(
      ({ code, count }) =>
        `${isKnown(code) ? t(`softwareUse.codes.${code}`) : code}: ${number(count)}`,
    );
  const refusedCount = ({ refused }: Pick<SoftwareUse, 'refused'>) =>
    refused.reduce((sum, { count }) => sum + count, 0);
  return {
    codes,
    reasons,
    refusedCount,
    /** One line: accepted, refused (by code, where there is room), calls a minute. */
    line(use: SoftwareUse, { hasCodes = true } = {}): string {
      const { acceptedCount, callsLastMinute } = use;
      const count = refusedCount(use);
      const refused = t('softwareUse.refusedOf', { value: number(count) });
      return [
        t('softwareUse.acceptedOf', { value: number(acceptedCount) }),
        count > 0 && hasCodes ? `${refused} (${codes(use)})` : refused,
        callsLastMinute > 0 &&
          t('softwareUse.perMinuteOf', { count: callsLastMinute, value: number(callsLastMinute) }),
      ]
        .filter(Boolean)
        .join(', ');
    },
  };
}
