import { useTranslation } from 'react-i18next';
import type { CampaignWindow } from '../../contract/api/campaign-progress.ts';
import { useFormat } from '../ui/figures/figures.tsx';

/** The effect of the countries' sending hours on a campaign now; undefined if there is none. */
export function useOpening(
  window: CampaignWindow | null,
): { closed: boolean; text: string } | undefined {
  const { t } = useTranslation();
  const { country, minute } = useFormat();
  if (window === null) return undefined;
  const countries = window.countries.map(country).join(', ');
  if (window.open)
    return window.closesTimestamp === null
      ? undefined
      : { closed: false, text: t('opening.closes', { time: minute(window.closesTimestamp) }) };
  return {
    closed: true,
    text:
      window.opensTimestamp === null
        ? t('opening.never', { countries })
        : t('opening.closed', { countries, time: minute(window.opensTimestamp) }),
  };
}
