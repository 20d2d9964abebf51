import SystemIcon from '@mui/icons-material/DesktopWindowsOutlined';
import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import IconButton from '@mui/material/IconButton';
import { useColorScheme } from '@mui/material/styles';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

// A menu is code that the sign-in page does without until it is opened.
const SchemeChoices = lazy(async () => ({
  default: (await import('./SchemeChoices.tsx')).SchemeChoices,
}));

const SCHEMES = [
  ['light', LightIcon],
  ['dark', DarkIcon],
  ['system', SystemIcon],
] as const;

/** Light, dark, or as the device has it; and in which of the themes. */
export function SchemeMenu() {
  const { t } = useTranslation();
  const { mode } = useColorScheme();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [hasOpened, setOpened] = useState(false);
  const Chosen = SCHEMES.find(([choice]) => choice === mode)?.[1] ?? SystemIcon;
  return (
    <>
      <IconButton
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('scheme.choose')}
        onClick={(event) => {
          setOpened(true);
          setAnchor(event.currentTarget);
        }}
      >
        <Chosen />
      </IconButton>
      {hasOpened && (
        <Suspense fallback={null}>
          <SchemeChoices schemes={SCHEMES} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}
