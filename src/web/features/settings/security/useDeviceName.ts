import { useTranslation } from 'react-i18next';
import { deviceOf } from './device.ts';

/** Names a device by its User-Agent header, such as "Firefox on Windows". */
export function useDeviceName(): (userAgent: string) => string {
  const { t } = useTranslation();
  return (userAgent) => {
    const { browser, system } = deviceOf(userAgent);
    if (browser !== undefined && system !== undefined)
      return t('settings.sessions.on', { browser, system });
    if (browser !== undefined || system !== undefined) return browser ?? system!;
    return userAgent === ''
      ? t('settings.sessions.unknownDevice')
      : t('settings.sessions.software', { name: userAgent.slice(0, 40) });
  };
}
