import MenuIcon from '@mui/icons-material/MenuOutlined';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import AppBar from '@mui/material/AppBar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenApi } from '../../../contract/openapi/types.ts';
import { messageOf } from '../../api/call.ts';
import { useBrandName } from '../../api/host.ts';
import { LanguageMenu } from '../../ui/LanguageMenu.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { SchemeMenu } from '../../ui/SchemeMenu.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { CallPart } from './CallPart.tsx';
import { DocsContext, type Docs } from './docs.ts';
import { Authentication } from './guide/Authentication.tsx';
import { Errors } from './guide/Errors.tsx';
import { Gateway } from './guide/Gateway.tsx';
import { Idempotency } from './guide/Idempotency.tsx';
import { Limits } from './guide/Limits.tsx';
import { QuickStart } from './guide/QuickStart.tsx';
import { SandboxNumbers } from './guide/SandboxNumbers.tsx';
import { Webhooks } from './guide/Webhooks.tsx';
import { loadDocument, personalized } from './load.ts';
import { Contents, type Entry } from './Contents.tsx';
import { BAR, Prose } from './Part.tsx';
import { callsByTag } from './reading.ts';
import { useWordOf } from './useWordOf.ts';
import { SAMPLE_LANGUAGES, type SampleLanguage } from '../../parts/samples.ts';

const LANGUAGE = 'tuma.sampleLanguage';
const storedLanguage = (): SampleLanguage =>
  SAMPLE_LANGUAGES.find((one) => one === localStorage.getItem(LANGUAGE)) ?? 'curl';

/** The page for whoever writes software that sends. @param makesKeys whether the reader may make keys here */
export function ApiDocs({ signedIn, makesKeys }: { signedIn: boolean; makesKeys: boolean }) {
  const { t } = useTranslation();
  const brand = useBrandName();
  const title = t('apidocs.title');
  const [document, setDocument] = useState<OpenApi | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [open, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    window.document.title = `${title} · ${brand}`;
  }, [title, brand]);

  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    loadDocument().then((loaded) => {
      setDocument(loaded);
      // Not everybody has sender IDs to see; the document is whole without.
      if (signedIn) personalized(loaded).then(setDocument, () => undefined);
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
            onClick={() => setOpen(true)}
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
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{
          paper: {
            'aria-label': t('apidocs.contents'),
            sx: { width: 300, maxWidth: '86vw', p: 3 },
          },
        }}
      >
        <Contents entries={entries} onChosen={() => setOpen(false)} />
      </Drawer>
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
            <Body document={document} makesKeys={makesKeys} />
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
            <Box role="status" aria-label={t('loading')} sx={{ display: 'grid', gap: 5 }}>
              {[220, 320, 320].map((height, at) => (
                <Skeleton key={at} variant="rounded" height={height} />
              ))}
            </Box>
          )}
        </Box>
      </Box>
    </Box>
  );
}

function Body({ document, makesKeys }: { document: OpenApi; makesKeys: boolean }) {
  const wordOf = useWordOf();
  const [language, setLanguage] = useState(storedLanguage);
  const [apiKey, setApiKey] = useState('');
  const docs = useMemo(
    (): Docs => ({
      document,
      origin: location.origin,
      language,
      apiKey,
      setApiKey,
      makesKeys,
      chooseLanguage(next) {
        setLanguage(next);
        localStorage.setItem(LANGUAGE, next);
      },
    }),
    [document, language, apiKey, makesKeys],
  );
  const groups = useMemo(() => callsByTag(document), [document]);
  return (
    <DocsContext value={docs}>
      <QuickStart
        send={groups
          .flatMap(({ calls }) => calls)
          .find(
            ({ method, operation }) => method === 'POST' && operation.requestBody !== undefined,
          )}
      />
      <Authentication />
      <Idempotency />
      <Limits />
      <SandboxNumbers />
      {groups.map(({ tag, calls }) => (
        <Box
          key={tag.name}
          sx={(theme) => ({ borderTop: `1px solid ${theme.vars?.palette.divider}`, pt: 9 })}
        >
          <Typography
            variant="h1"
            component="h2"
            id={`tag-${tag.name}`}
            sx={{ scrollMarginTop: BAR + 8 }}
          >
            {wordOf('tags', tag.name, tag.name)}
          </Typography>
          <Prose text={tag.description} />
          {calls.map((call) => (
            <CallPart key={call.id} call={call} />
          ))}
        </Box>
      ))}
      <Errors />
      <Webhooks />
      <Gateway />
    </DocsContext>
  );
}

/** What the page has, for its contents: the guide around the calls. */
function useEntries(document: OpenApi | null): Entry[] {
  const { t } = useTranslation();
  const wordOf = useWordOf();
  if (document === null) return [];
  const part = (id: string, label: string): Entry => ({ kind: 'part', id, label });
  return [
    part('quick-start', t('apidocs.quick.title')),
    part('authentication', t('apidocs.auth.title')),
    part('idempotency', t('apidocs.once.title')),
    part('limits', t('apidocs.limits.title')),
    ...(document['x-sandbox-numbers'].length > 0
      ? [part('sandbox', t('apidocs.sandboxPart.title'))]
      : []),
    ...callsByTag(document).flatMap(({ tag, calls }): Entry[] => [
      { kind: 'heading', label: wordOf('tags', tag.name, tag.name) },
      ...calls.map(({ id, method, operation }): Entry => ({
        kind: 'part',
        id,
        label: wordOf('calls', id, operation.summary),
        method,
      })),
    ]),
    { kind: 'heading', label: t('apidocs.further') },
    part('errors', t('apidocs.errorPart.title')),
    ...(Object.keys(document.webhooks).length > 0
      ? [part('webhooks', t('apidocs.webhooks.title'))]
      : []),
    part('smpp', t('apidocs.smpp.title')),
    ...(Object.keys(document['x-gateway'].dialects).length > 0
      ? [part('http-gateway', t('apidocs.http.title'))]
      : []),
  ];
}
