import { useTranslation } from 'react-i18next';
import type { en } from '../../i18n/en.ts';
import { DASH } from '../../ui/figures/figures.tsx';

type Why = keyof typeof en.connectors.why;

const WORDS: readonly [RegExp, Why][] = [
  [/ECONNREFUSED/, 'refused'],
  [/ENOTFOUND|EAI_AGAIN/, 'host'],
  [/EHOSTUNREACH|ENETUNREACH/, 'unreachable'],
  [/ETIMEDOUT|timed? ?out$/i, 'timeout'],
  [/ECONNRESET|EPIPE|socket hang up/, 'reset'],
  [/RINVPASWD/, 'password'],
  [/RINVSYSID/, 'username'],
  [/RALYBND/, 'already'],
  [/RINVSYSTYP/, 'systype'],
  [/RTHROTTLED|RMSGQFUL/, 'throttled'],
  [/^bind refused/, 'bind'],
  [/timer ran out: (bind|sessionInit|init)/i, 'bindTimer'],
  [/timer ran out: (inactivity)/i, 'silence'],
  [/timer ran out: (pdu|read|partial)/i, 'partial'],
  [/timer ran out/, 'linkTimer'],
  [/^what came was not SMPP/, 'notSmpp'],
  [/certificate|CERT_|self.signed|altname/i, 'certificate'],
  [/SSL|TLS|EPROTO/, 'tls'],
  [/carrier unbound/, 'unbound'],
  [/database/, 'database'],
  // The words that may be said of an address: `is loopback`, `is private`, `is this machine`.
  [/private|the address is (?!no address|neither)/i, 'privateAddress'],
  [/HTTP 40[13]|HTTP 407/, 'account'],
  [/HTTP 40[45]/, 'address'],
  [/connection closed/, 'closed'],
];

/** A link's last error as a key under `connectors.why`, with its own text. */
export function explain(said: string): { word: Why; said: string; status: string } {
  return {
    word: WORDS.find(([pattern]) => pattern.test(said))?.[1] ?? 'other',
    said,
    status: /HTTP (\d+)/.exec(said)?.[1] ?? '',
  };
}

/** A last error in plain words, with what to do. */
export function useWhy(): (said: string | null) => string {
  const { t } = useTranslation();
  return (said) => {
    if (said === null) return DASH;
    const { word, ...parts } = explain(said);
    return t(`connectors.why.${word}`, parts);
  };
}

/** A last error in a few words, for the middle of a sentence. */
export function useShortWhy(): (said: string, address?: string) => string {
  const { t } = useTranslation();
  return (said, address = '') => {
    const { word, ...parts } = explain(said);
    return word === 'refused' && address !== ''
      ? t('connectors.shortWhy.refusedAt', { address })
      : t(`connectors.shortWhy.${word}`, parts);
  };
}
