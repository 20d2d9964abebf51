import { useTranslation } from 'react-i18next';
import type { Message } from '../../../contract/api/messages.ts';
import { en } from '../../i18n/en.ts';

type Case = keyof typeof en.messages.advice;
const isCase = (name: string): name is Case => Object.hasOwn(en.messages.advice, name);

type Failure = Pick<Message, 'status' | 'errorCode' | 'carrierStatus'>;
type Advice = { severity: 'error' | 'warning' | 'info'; title: string; text: string };

/** The best explanation of a failure: our own reason, else a carrier status that says more than the state, else the state. */
export const useAdvice = (failure: Failure): Advice | undefined => useAdviceOf()(failure);

/** The explanation of each of several failures. */
export function useAdviceOf(): (failure: Failure) => Advice | undefined {
  const { t } = useTranslation();
  return ({ status, errorCode, carrierStatus }) => {
    const found = [errorCode, carrierStatus?.replaceAll(' ', ''), status].find(
      (name): name is Case => typeof name === 'string' && isCase(name),
    );
    if (found === undefined || status === 'DELIVERED') return undefined;
    const severity =
      status === 'AMBIGUOUS' || status === 'EXPIRED' || status === 'UNKNOWN'
        ? 'warning'
        : status === 'CANCELLED'
          ? 'info'
          : 'error';
    return {
      severity,
      title: t(`messages.advice.${found}.title`),
      text: t(`messages.advice.${found}.text`),
    };
  };
}
