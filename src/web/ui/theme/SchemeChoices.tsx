import DoneIcon from '@mui/icons-material/Done';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useColorScheme } from '@mui/material/styles';
import type { ElementType } from 'react';
import { useTranslation } from 'react-i18next';
import { accentColours } from './palette.ts';
import { chooseTheme, useAccentOf, useThemeName, useThemeNames } from './theme-preference.ts';
import type { Accent, Hex } from './tokens.ts';

/** The schemes with their icons, and the themes with their colours. */
export function SchemeChoices({
  schemes,
  anchor,
  onClose,
}: {
  schemes: readonly (readonly ['light' | 'dark' | 'system', ElementType])[];
  anchor: HTMLElement | null;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const { mode, setMode } = useColorScheme();
  const theme = useThemeName();
  const accentOf = useAccentOf();
  return (
    <Menu
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      {schemes.map(([choice, Icon]) => (
        <MenuItem
          key={choice}
          role="menuitemradio"
          aria-checked={choice === mode}
          selected={choice === mode}
          onClick={() => {
            onClose();
            setMode(choice);
          }}
        >
          <Icon />
          {t(`scheme.${choice}`)}
        </MenuItem>
      ))}
      <Divider component="li" />
      {useThemeNames().map((accent) => (
        <MenuItem
          key={accent}
          role="menuitemradio"
          aria-checked={accent === theme}
          onClick={() => {
            onClose();
            chooseTheme(accent);
          }}
        >
          <Swatch accent={accentOf(accent)} />
          {t(`scheme.themes.${accent}`)}
          {accent === theme && <DoneIcon aria-hidden="true" sx={{ ml: 'auto', fontSize: 18 }} />}
        </MenuItem>
      ))}
    </Menu>
  );
}

function Swatch({ accent }: { accent: Accent | Hex }) {
  const { light, dark } = accentColours(accent);
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
