import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SCREEN_LANGUAGES, screenLanguage } from '../../i18n/i18n.ts';
import { Flag } from '../figures/Flag.tsx';

// A menu is code that the sign-in page does without until it is opened.
const LanguageChoices = lazy(async () => ({
  default: (await import('./LanguageChoices.tsx')).LanguageChoices,
}));

/** Shows the present language with its flag, and offers the others by their own names. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [hasOpened, setOpened] = useState(false);
  const language = screenLanguage();
  const name = SCREEN_LANGUAGES.find(({ code }) => code === language)?.name ?? '';
  return (
    <>
      <Button
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`${t('language.choose')}: ${name} (${language.toUpperCase()})`}
        onClick={(event) => {
          setOpened(true);
          setAnchor(event.currentTarget);
        }}
        startIcon={<Flag language={language} />}
        sx={{ minWidth: 0, '& .MuiButton-startIcon': { mr: { xs: 0, sm: 1.5 } } }}
      >
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {language.toUpperCase()}
        </Box>
      </Button>
      {hasOpened && (
        <Suspense fallback={null}>
          <LanguageChoices anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}
