import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Host } from '../../api/browser-storage.ts';
import { PreviewedHost } from '../../api/host.ts';
import { useStyle } from '../theme/theme-preference.ts';
import { makeTheme } from '../theme/theme.ts';

/** A theme that neither follows the one around it nor changes it: all that it sets is in the frame's document. */
const inside = (page: Document) => ({
  disableNestedContext: true,
  colorSchemeNode: page.documentElement,
  documentNode: page,
  storageWindow: null,
});

/** A pixel of a frame is half a pixel here. */
const SCALE = 0.5;

/**
 * A whole screen at half its size as a host would show it, to look at only. It is a document of its own, so that its
 * widths, its scheme and its colours are not those of the page around it.
 */
export function PreviewFrame({
  title,
  host,
  scheme,
  width,
  height,
  children,
}: {
  title: string;
  host: Host;
  scheme: 'light' | 'dark';
  /** Pixels on this page; without it as wide as there is room. */
  width?: number;
  height: number;
  children: ReactNode;
}) {
  const [page, setPage] = useState<Document | null>(null);
  const show = useCallback(
    (frame: HTMLIFrameElement | null) => {
      const its = frame?.contentDocument;
      if (its) setPage(prepared(its, scheme));
    },
    [scheme],
  );
  return (
    <Box
      sx={(theme) => ({
        width: width ?? '100%',
        height,
        overflow: 'hidden',
        borderRadius: 'var(--corner)',
        border: `1px solid ${theme.vars?.palette.divider}`,
      })}
    >
      <Box
        component="iframe"
        title={title}
        tabIndex={-1}
        // Most browsers have the document at once, and some replace it when it has loaded.
        ref={show}
        onLoad={(event) => show(event.currentTarget)}
        sx={{
          display: 'block',
          border: 0,
          width: `${100 / SCALE}%`,
          height: `${100 / SCALE}%`,
          transform: `scale(${SCALE})`,
          transformOrigin: '0 0',
        }}
      />
      {page &&
        createPortal(
          <PreviewedHost value={host}>
            <Styled page={page} scheme={scheme}>
              <div inert>
                <Suspense fallback={<Skeleton variant="rectangular" height="100vh" />}>
                  {children}
                </Suspense>
              </div>
            </Styled>
          </PreviewedHost>,
          page.body,
        )}
    </Box>
  );
}

/** A document with the scheme, the language and the typefaces of this one. */
function prepared(page: Document, scheme: 'light' | 'dark'): Document {
  if (page.documentElement.dataset['scheme'] === undefined)
    for (const link of document.querySelectorAll('link[rel=stylesheet]'))
      page.head.append(link.cloneNode());
  page.documentElement.dataset['scheme'] = scheme;
  page.documentElement.lang = document.documentElement.lang;
  return page;
}

function Styled({
  page,
  scheme,
  children,
}: {
  page: Document;
  scheme: 'light' | 'dark';
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const style = useStyle();
  const open = t('common.open'),
    close = t('common.close'),
    clear = t('common.clear');
  const theme = useMemo(
    () => makeTheme(style, { open, close, clear }),
    [style, open, close, clear],
  );
  const cache = useMemo(() => createCache({ key: 'preview', container: page.head }), [page]);
  return (
    <CacheProvider value={cache}>
      <ThemeProvider
        theme={theme}
        defaultMode={scheme}
        storageManager={null}
        noSsr
        {...inside(page)}
      >
        <CssBaseline />
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}
