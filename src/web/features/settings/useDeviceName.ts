import { useTranslation } from 'react-i18next';
import { deviceOf } from './device.ts';

/** Names a device by its User-Agent header, such as "Firefox on Windows". */
export function useDeviceName(): (userAgent: string) => string {
  const { t } = useTranslation();
  return (userAgent) => {
    const { browser, system } = deviceOf(userAgent);
    if (browser !== undefined && system !== undefined)
      return t('settings.sessions.on', { browser, system });
    return browser ?? system ?? (userAgent.slice(0, 40) || t('settings.sessions.unknownDevice'));
  };
}
