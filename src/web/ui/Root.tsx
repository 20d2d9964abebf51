import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { StrictMode, type ReactNode } from 'react';
import { makeTheme } from './theme.ts';

const theme = makeTheme('default');

/** What both pages stand in: the theme, its scheme remembered under the name that `scheme.js` reads before the first paint. */
export function Root({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <ThemeProvider theme={theme} defaultMode="system" modeStorageKey="tuma.mode" noSsr disableTransitionOnChange>
        <CssBaseline />
        {children}
      </ThemeProvider>
    </StrictMode>
  );
}
