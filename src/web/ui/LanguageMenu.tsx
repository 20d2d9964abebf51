import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, currentLanguage, LANGUAGES, type Language } from '../i18n/i18n.ts';

/** Shows the present language with its flag, and offers the others by their own names. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const language = currentLanguage();
  const name = LANGUAGES.find(({ code }) => code === language)?.name ?? '';
  return (
    <>
      <Button
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`${t('language.choose')}: ${name} (${language.toUpperCase()})`}
        onClick={(event) => setAnchor(event.currentTarget)}
        startIcon={<Flag language={language} />}
        sx={{ minWidth: 0 }}
      >
        {language.toUpperCase()}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        {LANGUAGES.map((offered) => (
          <MenuItem
            key={offered.code}
            lang={offered.code}
            selected={offered.code === language}
            onClick={() => {
              setAnchor(null);
              void chooseLanguage(offered.code);
            }}
          >
            <Flag language={offered.code} />
            {offered.name}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** Drawn, because some systems have no flags among their characters. */
function Flag({ language }: { language: Language }) {
  return (
    <svg
      viewBox="0 0 24 16"
      width="21"
      height="14"
      aria-hidden="true"
      style={{ borderRadius: 2.5, flex: 'none' }}
    >
      {language === 'en' ? (
        <>
          <path fill="#012169" d="M0 0h24v16H0z" />
          <path stroke="#fff" strokeWidth="3" d="m0 0 24 16M24 0 0 16" />
          <path stroke="#C8102E" strokeWidth="1.2" d="m0 0 24 16M24 0 0 16" />
          <path stroke="#fff" strokeWidth="5" d="M12 0v16M0 8h24" />
          <path stroke="#C8102E" strokeWidth="3" d="M12 0v16M0 8h24" />
        </>
      ) : (
        <>
          <path fill="#DA291C" d="M0 0h24v16H0z" />
          <path fill="#046A38" d="M0 0h9.6v16H0z" />
          <circle cx="9.6" cy="8" r="3.2" fill="#FFE900" />
          <circle cx="9.6" cy="8" r="1.6" fill="#DA291C" />
        </>
      )}
    </svg>
  );
}
