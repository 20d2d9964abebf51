import { useTranslation } from 'react-i18next';
import { useMe } from '../api.ts';
import { BrandEditor } from './BrandEditor.tsx';
import { SettingsFrame } from './SettingsFrame.tsx';

/** One's own brand. */
export function Screen() {
  const { t } = useTranslation();
  return <SettingsFrame tab="branding" purpose={t('settings.brand.purpose')}><BrandEditor client={useMe()} /></SettingsFrame>;
}
