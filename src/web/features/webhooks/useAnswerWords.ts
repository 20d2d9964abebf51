import { useTranslation } from 'react-i18next';
import type { en } from '../../i18n/en.ts';
import { explain } from '../../parts/monitoring/linkError.ts';
import { DASH } from '../../ui/figures/figures.tsx';

type Failure = keyof typeof en.webhooks.failures;

const FAILURES: Readonly<Partial<Record<ReturnType<typeof explain>['word'], Failure>>> = {
  refused: 'refused',
  host: 'host',
  unreachable: 'unreachable',
  timeout: 'timeout',
  reset: 'cut',
  closed: 'cut',
  certificate: 'certificate',
  tls: 'tls',
  privateAddress: 'private',
};

/** An attempt's outcome in words: the HTTP status that came, or why none did. */
export function useAnswerWords(): (error: string | null, status: number | null) => string {
  const { t } = useTranslation();
  return (error, status) => {
    if (error === null) return status === null ? DASH : `HTTP ${status}`;
    const failure = FAILURES[explain(error).word];
    return failure === undefined ? error : t(`webhooks.failures.${failure}`);
  };
}
