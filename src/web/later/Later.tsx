import LaterIcon from '@mui/icons-material/ConstructionOutlined';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/states.tsx';
import { Page, Section } from '../ui/Page.tsx';
import type { en } from '../words/en.ts';

/** Stands for every screen that this version does not have, by the name that the menu gives it. */
export function Later({ label }: { label: keyof typeof en.menu }) {
  const { t } = useTranslation();
  const name = t(`menu.${label}`);
  return <Page title={name}><Section><EmptyState icon={<LaterIcon />} title={t('later.title', { name })} text={t('later.text')} /></Section></Page>;
}
