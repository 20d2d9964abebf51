import { useTranslation } from 'react-i18next';
import type { CarrierError, CarrierFailure } from '../../../contract/api/carrier-errors.ts';
import { en } from '../../i18n/en.ts';
import { useAdviceOf } from '../outcomes/useAdvice.ts';

type Known = Extract<keyof typeof en.carrierErrors.words, `ESME_${string}`>;
const isKnown = (code: string): code is Known =>
  code.startsWith('ESME_') && Object.hasOwn(en.carrierErrors.words, code);

/** The reasons for which answers are lost, as the link says them. */
const LOST: readonly [RegExp, 'noAnswer' | 'linkLost' | 'unreadable'][] = [
  [/did not answer/, 'noAnswer'],
  [/link was lost/, 'linkLost'],
  [/cannot be read/, 'unreadable'],
];

/**
 * Names of the errors by which SMPP receipts usually say why a phone was not reached: the decimal codes of
 * 3GPP TS 29.002. Carriers may have codes of their own, so the words begin with "usually".
 */
const NETWORK_ERRORS = {
  1: 'unknownSubscriber',
  5: 'unidentifiedSubscriber',
  6: 'absentForSms',
  9: 'illegalSubscriber',
  11: 'noSmsService',
  12: 'illegalEquipment',
  13: 'callBarred',
  21: 'notSupported',
  27: 'absent',
  31: 'busy',
  32: 'deliveryFailure',
  33: 'listFull',
  34: 'systemFailure',
} as const;
const isNetworkError = (code: number): code is keyof typeof NETWORK_ERRORS =>
  Object.hasOwn(NETWORK_ERRORS, code);

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

  /** The meaning of a receipt: many codes share a state, so what tells them apart is said where it is known. */
  function receiptMeaning(
    outcome: Exclude<CarrierFailure, 'REFUSED' | 'TEMPORARY' | 'LOST'>,
    { kind, errorCode, carrierStatus }: CarrierError,
  ): string {
    const sentence = adviceOf({ status: outcome, errorCode, carrierStatus })?.title ?? '';
    const ofState = adviceOf({ status: outcome, errorCode: null, carrierStatus: null })?.title;
    if (sentence !== ofState || (outcome !== 'UNDELIVERABLE' && outcome !== 'REJECTED'))
      return sentence;
    if (carrierStatus === 'DELETED' && errorCode === '') return t('carrierErrors.words.deleted');
    const code = Number(errorCode);
    if (kind === 'SMPP' && /^\d{1,3}$/.test(errorCode) && isNetworkError(code))
      return t(`carrierErrors.words.network.${NETWORK_ERRORS[code]}`);
    return errorCode === ''
      ? t('carrierErrors.words.noReason', { sentence })
      : t('carrierErrors.words.noReasonFor', { sentence, code: errorCode });
  }

  function meaning(error: CarrierError): string {
    const { outcome, errorCode } = error;
    const status = /^HTTP (\d+)/.exec(errorCode)?.[1];
    if (status !== undefined) return t('carrierErrors.words.http', { status });
    if (outcome === 'LOST') {
      const found = LOST.find(([pattern]) => pattern.test(errorCode))?.[1];
      return t(`carrierErrors.words.${found ?? 'noAnswer'}`);
    }
    if (outcome !== 'REFUSED' && outcome !== 'TEMPORARY') return receiptMeaning(outcome, error);
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
