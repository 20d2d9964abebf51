import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { StrictMode, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { makeTheme } from '../theme/theme.ts';
import { useStyle } from '../theme/theme-preference.ts';
import { useTabIcon } from './useTabIcon.ts';

/** The root of both pages: the theme, with its scheme stored under the key that `scheme.js` reads before the first paint. */
export function Root({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const style = useStyle();
  useTabIcon(style.accent);
  const open = t('common.open'),
    close = t('common.close'),
    clear = t('common.clear');
  const theme = useMemo(
    () => makeTheme(style, { open, close, clear }),
    [style, open, close, clear],
  );
  return (
    <StrictMode>
      <ThemeProvider
        theme={theme}
        defaultMode="system"
        modeStorageKey="tuma.mode"
        noSsr
        disableTransitionOnChange
      >
        <CssBaseline />
        {children}
      </ThemeProvider>
    </StrictMode>
  );
}
