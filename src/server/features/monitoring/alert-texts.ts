import type { AlertKind } from '../../../contract/api/monitoring.ts';
import { formatShare } from '../../../contract/shared/percentages.ts';
import { fill } from '../../i18n/fill.ts';
import type { Language } from '../../i18n/language.ts';
import { texts } from '../../i18n/texts.ts';

/** The title of an alert, and what to do about it. */
export function sayAlert(
  language: Language,
  kind: AlertKind,
  subject: string,
  facts: Readonly<Record<string, number | string>>,
): { title: string; advice: string } {
  const { alerts, noneStarted, ofNetwork } = texts[language].monitoring;
  const known: Record<AlertKind, { title: string; advice: string }> = alerts;
  const values = {
    ...facts,
    subject,
    ofNetwork: facts['network'] ? ` ${fill(ofNetwork, facts)}` : '',
    ...(typeof facts['percent'] === 'number' && {
      percent: formatShare(facts['percent'] / 100, language),
    }),
  };
  if (kind === 'PROCESS_SILENT' && facts['seconds'] === undefined)
    return { title: fill(noneStarted, values), advice: '' };
  return { title: fill(known[kind].title, values), advice: fill(known[kind].advice, values) };
}
