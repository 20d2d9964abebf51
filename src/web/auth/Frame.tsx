import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBrandName, useDocumentTitle, useHost } from '../api/host.ts';
import { Picture } from './Picture.tsx';
import { LanguageMenu } from '../ui/theme/LanguageMenu.tsx';
import { Logo } from '../ui/theme/Logo.tsx';
import { SchemeMenu } from '../ui/theme/SchemeMenu.tsx';
import { AuthLink } from './AuthLink.tsx';

type Props = {
  title: string;
  heading?: string;
  text?: ReactNode;
  /** Shows a link back; sign-in itself has none. */ back?: boolean;
  /** True when the page's first field takes the focus itself. */ focused?: boolean;
  children: ReactNode;
};

/** The frame of every page before sign-in. A new page is announced by its heading. */
export function Frame({
  title,
  heading = title,
  text,
  back = true,
  focused = false,
  children,
}: Props) {
  const { t } = useTranslation();
  const brand = useBrandName();
  const top = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(`${title} · ${brand}`);
  useEffect(() => {
    if (!focused) top.current?.focus({ preventScroll: true });
  }, [focused, title]);
  return (
    <Box
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 1fr) minmax(0, 1.1fr)' },
      }}
    >
      <Picture />
      <Box
        sx={{ display: 'flex', flexDirection: 'column', minWidth: 0, bgcolor: 'background.paper' }}
      >
        <Box
          component="header"
          sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 1, p: 4 }}
        >
          <Box sx={{ mr: 'auto', display: { md: 'none' } }}>
            <Logo height={28} />
          </Box>
          <LanguageMenu />
          <SchemeMenu />
        </Box>
        <Box
          component="main"
          sx={{
            flex: 1,
            display: 'grid',
            alignContent: { xs: 'start', md: 'safe center' },
            justifyContent: 'center',
            px: 4,
            pb: { xs: 8, md: 18 },
            pt: { xs: 6, md: 0 },
          }}
        >
          <Box
            sx={{
              width: 400,
              maxWidth: 'calc(100vw - 32px)',
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr)',
              gap: 6,
            }}
          >
            <Box>
              <Typography
                variant="h1"
                ref={top}
                tabIndex={-1}
                sx={{ fontSize: 26, lineHeight: '34px', outline: 'none', overflowWrap: 'anywhere' }}
              >
                {heading}
              </Typography>
              {text !== undefined && (
                <Typography color="textSecondary" component="div" sx={{ mt: 2 }}>
                  {text}
                </Typography>
              )}
            </Box>
            {children}
            {back && (
              <Typography component="p">
                <AuthLink to="/">{t('auth.toSignIn')}</AuthLink>
              </Typography>
            )}
            <Support />
          </Box>
        </Box>
      </Box>
    </Box>
  );
}

/** Support contacts, if the host's brand has any. */
function Support() {
  const { t } = useTranslation();
  const brand = useHost()?.clientBrandDetails;
  if (!brand || (brand.supportEmail === null && brand.supportPhone === null)) return null;
  return (
    <Typography
      variant="body2"
      color="textSecondary"
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1 }}
    >
      {t('auth.help')}
      {brand.supportEmail !== null && (
        <Link href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</Link>
      )}
      {brand.supportPhone !== null && (
        <Link href={`tel:${brand.supportPhone}`}>{brand.supportPhone}</Link>
      )}
    </Typography>
  );
}
