import { useTranslation } from 'react-i18next';
import type { CampaignWindow } from '../../contract/api/campaign-progress.ts';
import { COUNTRIES } from '../../contract/shared/countries.ts';
import { useFormat } from '../ui/figures.tsx';

/** What the hours of its countries mean for a campaign now; undefined where they are no matter. */
export function useOpening(
  window: CampaignWindow | null,
): { closed: boolean; text: string } | undefined {
  const { t } = useTranslation();
  const { minute } = useFormat();
  if (window === null) return undefined;
  const countries = window.countries
    .map((code) => COUNTRIES.find((country) => country.code === code)?.label ?? code)
    .join(', ');
  if (window.open)
    return window.closesTimestamp === null
      ? undefined
      : { closed: false, text: t('course.closes', { time: minute(window.closesTimestamp) }) };
  return {
    closed: true,
    text:
      window.opensTimestamp === null
        ? t('course.never', { countries })
        : t('course.closed', { countries, time: minute(window.opensTimestamp) }),
  };
}
