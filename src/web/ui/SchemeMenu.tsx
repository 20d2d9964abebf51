import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import SystemIcon from '@mui/icons-material/DesktopWindowsOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useColorScheme } from '@mui/material/styles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const CHOICES = [['light', LightIcon], ['dark', DarkIcon], ['system', SystemIcon]] as const;

/** Light, dark, or as the device has it. */
export function SchemeMenu() {
  const { t } = useTranslation();
  const { mode, setMode } = useColorScheme();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const Chosen = CHOICES.find(([choice]) => choice === mode)?.[1] ?? SystemIcon;
  return (
    <>
      <IconButton aria-haspopup="menu" aria-expanded={anchor !== null} aria-label={t('scheme.choose')} onClick={(event) => setAnchor(event.currentTarget)}><Chosen /></IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }} transformOrigin={{ vertical: 'top', horizontal: 'right' }}>
        {CHOICES.map(([choice, Icon]) => (
          <MenuItem key={choice} selected={choice === mode} onClick={() => { setAnchor(null); setMode(choice); }}><Icon />{t(`scheme.${choice}`)}</MenuItem>
        ))}
      </Menu>
    </>
  );
}
