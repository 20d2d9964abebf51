import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { chooseLanguage, LANGUAGES, screenLanguage } from '../../i18n/i18n.ts';
import { Flag } from '../figures/Flag.tsx';

/** The languages of the screens by their own names. */
export function LanguageChoices({
  anchor,
  onClose,
}: {
  anchor: HTMLElement | null;
  onClose(): void;
}) {
  const language = screenLanguage();
  return (
    <Menu
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      {LANGUAGES.map((offered) => (
        <MenuItem
          key={offered.code}
          lang={offered.code}
          selected={offered.code === language}
          onClick={() => {
            onClose();
            void chooseLanguage(offered.code);
          }}
        >
          <Flag language={offered.code} />
          {offered.name}
        </MenuItem>
      ))}
    </Menu>
  );
}
