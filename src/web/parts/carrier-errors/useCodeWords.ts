import { useTranslation } from 'react-i18next';
import type { CarrierError } from '../../../contract/api/carrier-errors.ts';
import { en } from '../../i18n/en.ts';
import { useAdviceOf } from '../useAdvice.ts';

type Known = Extract<keyof typeof en.carrierErrors.words, `ESME_${string}`>;
const isKnown = (code: string): code is Known =>
  code.startsWith('ESME_') && Object.hasOwn(en.carrierErrors.words, code);

/** The reasons for which answers are lost, as the link says them. */
const LOST: readonly [RegExp, 'noAnswer' | 'linkLost' | 'unreadable'][] = [
  [/did not answer/, 'noAnswer'],
  [/link was lost/, 'linkLost'],
  [/cannot be read/, 'unreadable'],
];

/** The meaning of a code that a carrier answered. */
export function useCodeMeaning(): (code: string) => string {
  const { t } = useTranslation();
  return (code) => {
    if (isKnown(code)) return t(`carrierErrors.words.${code}`);
    if (code.startsWith('ESME_')) return t('carrierErrors.words.standardCode');
    return t(`carrierErrors.words.${code.startsWith('0x') ? 'ownCode' : 'provider'}`);
  };
}

/** An error of a carrier in words: what its code means, and what kind of answer it was. */
export function useCodeWords() {
  const { t } = useTranslation();
  const adviceOf = useAdviceOf();
  const meaningOf = useCodeMeaning();

  function meaning({ outcome, errorCode, carrierStatus }: CarrierError): string {
    const status = /^HTTP (\d+)/.exec(errorCode)?.[1];
    if (status !== undefined) return t('carrierErrors.words.http', { status });
    if (outcome === 'LOST') {
      const found = LOST.find(([pattern]) => pattern.test(errorCode))?.[1];
      return t(`carrierErrors.words.${found ?? 'noAnswer'}`);
    }
    if (outcome !== 'REFUSED' && outcome !== 'TEMPORARY')
      return adviceOf({ status: outcome, errorCode, carrierStatus })?.title ?? '';
    return meaningOf(errorCode);
  }

  return {
    meaning,
    /** The code itself, as the carrier writes it. */
    code: ({ outcome, carrierStatus, errorCode }: CarrierError): string =>
      (outcome === 'LOST' && !errorCode.startsWith('HTTP')
        ? t('carrierErrors.kinds.LOST')
        : [carrierStatus, errorCode].filter(Boolean).join(' ')) || t('carrierErrors.noCode'),
    kind: ({ outcome }: CarrierError): string =>
      outcome === 'REFUSED' || outcome === 'TEMPORARY' || outcome === 'LOST'
        ? t(`carrierErrors.kinds.${outcome}`)
        : t('carrierErrors.kinds.receipt', { status: t(`status.${outcome}`) }),
  };
}
