import MailIcon from '@mui/icons-material/MailOutlined';
import PhoneIcon from '@mui/icons-material/SmartphoneOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { sandbox } from '../../../contract/api/sandbox.ts';
import { LIVE, queries, useGet } from '../../parts/queries.ts';
import { CallError } from '../../api/request.ts';
import { AuthLink } from '../../auth/AuthLink.tsx';
import { goTo, useSearch } from '../../auth/navigation.ts';
import { useBrandName } from '../../api/host.ts';
import { LanguageMenu } from '../../ui/theme/LanguageMenu.tsx';
import { Logo } from '../../ui/theme/Logo.tsx';
import { SchemeMenu } from '../../ui/theme/SchemeMenu.tsx';
import { Toasts } from '../../ui/dialogs/Toasts.tsx';
import { addEnglish } from '../../i18n/i18n.ts';
import { lists } from '../../i18n/en/lists.ts';
import { sandbox as words } from '../../i18n/en/sandbox.ts';
import { Handset } from './Handset.tsx';
import { Mailbox } from './Mailbox.tsx';

addEnglish({ ...lists, ...words });

/** The mail and the phones of a sandbox: the messages to an address or a number. */
export function Sandbox() {
  return (
    <Toasts>
      <QueryClientProvider client={queries}>
        <SandboxPage />
      </QueryClientProvider>
    </Toasts>
  );
}

const VIEWS = [
  ['mail', MailIcon],
  ['phone', PhoneIcon],
] as const;

function SandboxPage() {
  const { t } = useTranslation();
  const brand = useBrandName();
  const asked = new URLSearchParams(useSearch());
  const latest = useGet(sandbox.latest, {}, { every: () => LIVE });
  const accounts = useGet(sandbox.accounts, {});
  const elsewhere = latest.error instanceof CallError && latest.error.status === 404;
  const title = t('sandbox.title');
  useEffect(() => {
    document.title = `${title} · ${brand}`;
  }, [title, brand]);
  // An installation that is no sandbox has no such page.
  useEffect(() => {
    if (elsewhere) goTo('/', { replace: true });
  }, [elsewhere]);
  if (elsewhere) return null;

  /** New values of the address's parameters; null removes one. */
  function go(change: Readonly<Record<string, string | null>>) {
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(change)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    const text = next.toString();
    goTo(`${location.pathname}${text && `?${text}`}`);
  }

  const view = asked.get('view') === 'phone' ? 'phone' : 'mail';
  const people = accounts.data?.accounts ?? [];
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <Box
        component="header"
        sx={(theme) => ({
          display: 'flex',
          alignItems: 'center',
          gap: { xs: 0.5, sm: 2 },
          minHeight: 70,
          px: { xs: 4, sm: 6 },
          backgroundColor: theme.vars?.palette.background.paper,
          borderBottom: `1px solid ${theme.vars?.palette.divider}`,
        })}
      >
        <Box sx={{ mr: 'auto' }}>
          <Logo height={28} />
        </Box>
        <LanguageMenu />
        <SchemeMenu />
      </Box>
      <Box
        component="main"
        sx={{
          flex: 1,
          width: '100%',
          maxWidth: 1360,
          mx: 'auto',
          px: { xs: 4, sm: 6 },
          pt: { xs: 5, sm: 6 },
          pb: 8,
        }}
      >
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'flex-start', mb: 5 }}>
          <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
            <Typography variant="h1">{title}</Typography>
            <Typography color="textSecondary" sx={{ mt: 1, maxWidth: 720 }}>
              {t('sandbox.text')}
            </Typography>
          </Box>
          <Typography component="p">
            <AuthLink to="/">{t('sandbox.toPortal')}</AuthLink>
          </Typography>
        </Box>
        {latest.isError && (
          <Alert severity="warning" sx={{ mb: 5 }}>
            {t('sandbox.stale')}
          </Alert>
        )}
        <Tabs
          value={view}
          onChange={(_event, next: string) => go({ view: next })}
          aria-label={t('sandbox.view')}
          variant="fullWidth"
          sx={{ display: { md: 'none' }, mb: 5 }}
        >
          {VIEWS.map(([name, Icon]) => (
            <Tab
              key={name}
              value={name}
              id={`tab-${name}`}
              aria-controls={`panel-${name}`}
              label={t(`sandbox.${name}`)}
              icon={<Icon />}
              iconPosition="start"
              sx={{ textTransform: 'none', minHeight: 48 }}
            />
          ))}
        </Tabs>
        <Box
          sx={{
            display: 'grid',
            gap: 6,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 372px' },
            alignItems: 'start',
          }}
        >
          <Box
            id="panel-mail"
            sx={{ minWidth: 0, display: { xs: view === 'mail' ? 'block' : 'none', md: 'block' } }}
          >
            <Mailbox
              address={asked.get('mail') ?? ''}
              read={Number(asked.get('read')) || null}
              boxes={latest.data?.mailboxes ?? []}
              own={latest.data?.mailboxes === null}
              people={people}
              onAddress={(address) => go({ mail: address, read: null })}
              onRead={(mailId) => go({ read: mailId === null ? null : String(mailId) })}
            />
          </Box>
          <Box
            id="panel-phone"
            sx={{ minWidth: 0, display: { xs: view === 'phone' ? 'block' : 'none', md: 'block' } }}
          >
            <Handset
              phone={asked.get('phone') ?? ''}
              recent={latest.data?.handsets ?? []}
              people={people}
              onPhone={(phone) => go({ phone })}
            />
          </Box>
        </Box>
      </Box>
    </Box>
  );
}
