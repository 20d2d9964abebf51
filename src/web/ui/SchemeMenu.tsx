import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import DoneIcon from '@mui/icons-material/Done';
import SystemIcon from '@mui/icons-material/DesktopWindowsOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useColorScheme } from '@mui/material/styles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseTheme, useThemeName } from './theme-preference.ts';
import { type Accent, ACCENT_COLOURS, ACCENTS } from './tokens.ts';

const CHOICES = [
  ['light', LightIcon],
  ['dark', DarkIcon],
  ['system', SystemIcon],
] as const;

/** Light, dark, or as the device has it; and in which of the themes. */
export function SchemeMenu() {
  const { t } = useTranslation();
  const { mode, setMode } = useColorScheme();
  const theme = useThemeName();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const Chosen = CHOICES.find(([choice]) => choice === mode)?.[1] ?? SystemIcon;
  return (
    <>
      <IconButton
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('scheme.choose')}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Chosen />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        {CHOICES.map(([choice, Icon]) => (
          <MenuItem
            key={choice}
            role="menuitemradio"
            aria-checked={choice === mode}
            selected={choice === mode}
            onClick={() => {
              close();
              setMode(choice);
            }}
          >
            <Icon />
            {t(`scheme.${choice}`)}
          </MenuItem>
        ))}
        <Divider component="li" />
        {ACCENTS.map((accent) => (
          <MenuItem
            key={accent}
            role="menuitemradio"
            aria-checked={accent === theme}
            onClick={() => {
              close();
              chooseTheme(accent);
            }}
          >
            <Swatch accent={accent} />
            {t(`scheme.themes.${accent}`)}
            {accent === theme && <DoneIcon aria-hidden="true" sx={{ ml: 'auto', fontSize: 18 }} />}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

function Swatch({ accent }: { accent: Accent }) {
  const { light, dark } = ACCENT_COLOURS[accent];
  return (
    <Box
      component="span"
      aria-hidden="true"
      sx={(theme) => ({
        width: 16,
        height: 16,
        mx: '2px',
        borderRadius: '50%',
        flex: 'none',
        backgroundColor: light,
        ...theme.applyStyles('dark', { backgroundColor: dark }),
      })}
    />
  );
}
