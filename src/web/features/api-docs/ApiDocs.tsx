import MenuIcon from '@mui/icons-material/MenuOutlined';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import AppBar from '@mui/material/AppBar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenApi } from '../../../contract/openapi/types.ts';
import { messageOf } from '../../api/call.ts';
import { useBrandName } from '../../api/host.ts';
import { LanguageMenu } from '../../ui/theme/LanguageMenu.tsx';
import { Logo } from '../../ui/theme/Logo.tsx';
import { SchemeMenu } from '../../ui/theme/SchemeMenu.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { loadDocument } from './load.ts';
import { Contents } from './Contents.tsx';
import { BAR } from './Part.tsx';
import { useEntries } from './useEntries.ts';
import { ApiDocsBody } from './ApiDocsBody.tsx';
import { Rows } from '../../ui/page/layout.tsx';

// Wide windows show the contents beside the page and never open it.
const ContentsDrawer = lazy(async () => ({
  default: (await import('./ContentsDrawer.tsx')).ContentsDrawer,
}));

/** The API documentation. @param makesKeys true when the reader may make keys here */
export function ApiDocs({ signedIn, makesKeys }: { signedIn: boolean; makesKeys: boolean }) {
  const { t } = useTranslation();
  const brand = useBrandName();
  const title = t('apidocs.title');
  const [document, setDocument] = useState<OpenApi | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [open, setOpen] = useState(false);
  const [hasOpened, setHasOpened] = useState(false);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    window.document.title = `${title} · ${brand}`;
  }, [title, brand]);

  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    loadDocument().then((loaded) => {
      setDocument(loaded);
      // Not everybody has sender IDs to see; the document is whole without.
      if (signedIn)
        import('./personalized.ts')
          .then(({ personalized }) => personalized(loaded))
          .then(setDocument, () => undefined);
    }, setFailure);
  }, [attempt, signedIn]);
  // The part that the address names is there only now.
  const loaded = document !== null;
  useEffect(() => {
    if (loaded && location.hash !== '')
      window.document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }, [loaded]);

  const entries = useEntries(document);
  return (
    <Box sx={{ minHeight: '100dvh' }}>
      <Link
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
        sx={(theme) => ({
          position: 'fixed',
          top: -60,
          left: 16,
          zIndex: theme.zIndex.tooltip,
          px: 4,
          py: 2,
          backgroundColor: theme.vars?.palette.background.paper,
          '&:focus': { top: 10 },
        })}
      >
        {t('common.skip')}
      </Link>
      <AppBar position="sticky">
        <Toolbar
          disableGutters
          sx={{
            height: BAR,
            minHeight: `${BAR}px !important`,
            px: { xs: 2, sm: 4 },
            gap: { xs: 0.5, sm: 2 },
          }}
        >
          <IconButton
            aria-label={t('apidocs.contents')}
            aria-expanded={open}
            onClick={() => {
              setHasOpened(true);
              setOpen(true);
            }}
            sx={{ display: { md: 'none' } }}
          >
            <MenuIcon sx={{ fontSize: 22 }} />
          </IconButton>
          <Link
            href={signedIn ? '/dashboard' : '/'}
            aria-label={signedIn ? t('apidocs.toPortal') : t('apidocs.toSignIn')}
            sx={{ p: 1 }}
          >
            <Logo height={26} />
          </Link>
          <Typography
            variant="subtitle1"
            component="p"
            color="textSecondary"
            noWrap
            sx={{ mr: 'auto', display: { xs: 'none', sm: 'block' } }}
          >
            {title}
          </Typography>
          <Box sx={{ flex: 1, display: { sm: 'none' } }} />
          <Button
            href={signedIn ? '/dashboard' : '/'}
            variant="outlined"
            color="inherit"
            size="small"
          >
            {signedIn ? t('apidocs.toPortal') : t('apidocs.toSignIn')}
          </Button>
          <LanguageMenu />
          <SchemeMenu />
        </Toolbar>
      </AppBar>
      {hasOpened && (
        <Suspense fallback={null}>
          <ContentsDrawer open={open} entries={entries} onClose={() => setOpen(false)} />
        </Suspense>
      )}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '260px minmax(0, 1fr)' },
          maxWidth: 1560,
          mx: 'auto',
        }}
      >
        <Box
          sx={(theme) => ({
            display: { xs: 'none', md: 'block' },
            position: 'sticky',
            top: BAR,
            alignSelf: 'start',
            height: `calc(100dvh - ${BAR}px)`,
            overflowY: 'auto',
            px: 3,
            py: 5,
            borderRight: `1px solid ${theme.vars?.palette.divider}`,
          })}
        >
          <Contents entries={entries} />
        </Box>
        <Box
          component="main"
          id="content"
          ref={main}
          tabIndex={-1}
          sx={{
            minWidth: 0,
            px: { xs: 4, sm: 6, lg: 9 },
            pt: { xs: 6, sm: 8 },
            pb: 20,
            outline: 'none',
          }}
        >
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 4, alignItems: 'flex-start', mb: 4 }}>
            <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
              <Typography variant="h1" sx={{ fontSize: 26, lineHeight: '34px' }}>
                {title}
              </Typography>
              <Typography color="textSecondary" sx={{ mt: 1, maxWidth: 720 }}>
                {t('apidocs.purpose', { brand })}
              </Typography>
            </Box>
            <Button
              href="/v1/openapi.json"
              download="openapi.json"
              variant="outlined"
              color="inherit"
              startIcon={<DownloadIcon />}
            >
              {t('apidocs.openapi')}
            </Button>
          </Box>
          {document !== null ? (
            <ApiDocsBody document={document} makesKeys={makesKeys} />
          ) : failure !== null ? (
            <ErrorState
              title={t('apidocs.failed')}
              text={messageOf(failure)}
              retry={() => {
                setFailure(null);
                setAttempt(attempt + 1);
              }}
            />
          ) : (
            <Rows role="status" aria-label={t('loading')}>
              {[220, 320, 320].map((height, at) => (
                <Skeleton key={at} variant="rounded" height={height} />
              ))}
            </Rows>
          )}
        </Box>
      </Box>
    </Box>
  );
}
