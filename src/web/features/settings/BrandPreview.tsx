import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/Page.tsx';
import { radioKeys } from '../../ui/radioKeys.ts';
import { type Accent, GROUNDS } from '../../ui/tokens.ts';
import { paletteOf } from '../../ui/palette.ts';

type Props = { name: string; theme: Accent; logo: string | null; contacts: readonly string[] };

/** What a brand will look like, as it is being put together. */
export function BrandPreview(props: Props) {
  const { t } = useTranslation();
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  return (
    <Box sx={{ position: { lg: 'sticky' }, top: { lg: 94 } }}>
      <Section
        title={t('settings.brand.preview')}
        action={
          <Box
            role="radiogroup"
            onKeyDown={radioKeys}
            aria-label={t('settings.appearance.scheme')}
            sx={(theme) => ({
              display: 'inline-flex',
              border: `1px solid ${theme.vars?.palette.surface.control}`,
              borderRadius: '8px',
              overflow: 'hidden',
            })}
          >
            {(['light', 'dark'] as const).map((each) => (
              <ButtonBase
                key={each}
                role="radio"
                aria-checked={scheme === each}
                tabIndex={scheme === each ? 0 : -1}
                onClick={() => setScheme(each)}
                sx={(theme) => ({
                  px: 3,
                  minHeight: 30,
                  fontSize: 13,
                  fontWeight: 550,
                  color:
                    scheme === each
                      ? theme.vars?.palette.primary.main
                      : theme.vars?.palette.text.secondary,
                  backgroundColor:
                    scheme === each ? theme.vars?.palette.surface.accent : 'transparent',
                  '&:focus-visible': {
                    outline: `2px solid ${theme.vars?.palette.primary.main}`,
                    outlineOffset: -2,
                  },
                })}
              >
                {each === 'light'
                  ? t('settings.brand.previewLight')
                  : t('settings.brand.previewDark')}
              </ButtonBase>
            ))}
          </Box>
        }
      >
        <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
          {t('settings.brand.previewText')}
        </Typography>
        <Box sx={{ display: 'grid', gap: 4 }}>
          <SignInPage {...props} scheme={scheme} />
          <Portal {...props} scheme={scheme} />
        </Box>
      </Section>
    </Box>
  );
}

type Drawn = Props & { scheme: 'light' | 'dark' };

function SignInPage({ name, theme, logo, contacts, scheme }: Drawn) {
  const { t } = useTranslation();
  const ground = GROUNDS[scheme],
    { primary } = paletteOf(theme, scheme);
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 0.8fr) minmax(0, 1fr)',
          borderRadius: '8px',
          overflow: 'hidden',
          border: `1px solid ${ground.line}`,
          minHeight: 210,
          color: ground.text,
          fontSize: 12,
          lineHeight: '16px',
        }}
      >
        <Box
          sx={{
            background: `radial-gradient(120% 90% at 85% 10%, color-mix(in oklab, ${paletteOf(theme, 'light').primary.main} 62%, #04100f), color-mix(in oklab, ${paletteOf(theme, 'light').primary.main} 30%, #060d12) 70%)`,
            p: 3,
          }}
        >
          <Mark name={name} logo={logo} colour="#F3F8F7" onAccent />
        </Box>
        <Box
          sx={{
            backgroundColor: ground.paper,
            p: 4,
            display: 'grid',
            alignContent: 'center',
            gap: 2,
          }}
        >
          <Box sx={{ fontSize: 15, lineHeight: '20px', fontWeight: 600, overflowWrap: 'anywhere' }}>
            {t('signIn.heading', { name })}
          </Box>
          <Box sx={{ color: ground.quiet }}>{t('settings.brand.previewField')}</Box>
          <Box sx={{ height: 26, borderRadius: '6px', border: `1px solid ${ground.control}` }} />
          <Box
            sx={{
              height: 28,
              borderRadius: '6px',
              backgroundColor: primary.main,
              color: primary.contrastText,
              display: 'grid',
              placeItems: 'center',
              fontWeight: 550,
            }}
          >
            {t('signIn.submit')}
          </Box>
          {contacts.length > 0 && (
            <Box
              sx={{ color: ground.quiet, overflowWrap: 'anywhere' }}
            >{`${t('entrance.help')} ${contacts.join(' · ')}`}</Box>
          )}
        </Box>
      </Box>
      <Typography
        component="figcaption"
        variant="caption"
        color="textSecondary"
        sx={{ mt: 1, display: 'block' }}
      >
        {t('settings.brand.previewSignIn')}
      </Typography>
    </Box>
  );
}

function Portal({ name, theme, logo, scheme }: Drawn) {
  const { t } = useTranslation();
  const ground = GROUNDS[scheme],
    { primary, surface } = paletteOf(theme, scheme);
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <Box
        sx={{
          borderRadius: '8px',
          overflow: 'hidden',
          border: `1px solid ${ground.line}`,
          color: ground.text,
          fontSize: 12,
          lineHeight: '16px',
        }}
      >
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            gap: 2,
            px: 3,
            height: 40,
            backgroundColor: ground.paper,
            borderBottom: `1px solid ${ground.line}`,
          }}
        >
          <Mark name={name} logo={logo} colour={ground.text} inverted={scheme === 'dark'} />
          <Box
            sx={{ width: 22, height: 22, borderRadius: '50%', backgroundColor: surface.accent }}
          />
        </Box>
        <Box sx={{ display: 'grid', gridTemplateColumns: '0.7fr 1fr', minHeight: 120 }}>
          <Box
            sx={{
              backgroundColor: ground.paper,
              borderRight: `1px solid ${ground.line}`,
              p: 2,
              display: 'grid',
              gap: 1,
              alignContent: 'start',
            }}
          >
            <Box
              sx={{
                px: 2,
                py: 1.5,
                borderRadius: '6px',
                backgroundColor: surface.accent,
                color: primary.main,
                fontWeight: 550,
              }}
            >
              {t('menu.dashboard')}
            </Box>
            <Box sx={{ px: 2, py: 1.5, color: ground.quiet }}>{t('menu.campaigns')}</Box>
          </Box>
          <Box
            sx={{
              backgroundColor: ground.page,
              p: 3,
              display: 'grid',
              gap: 2,
              alignContent: 'start',
            }}
          >
            <Box
              sx={{
                backgroundColor: ground.paper,
                border: `1px solid ${ground.line}`,
                borderRadius: '6px',
                p: 2,
              }}
            >
              <Box sx={{ color: ground.quiet }}>{t('settings.brand.previewBalance')}</Box>
              <Box
                sx={{
                  width: '60%',
                  height: 10,
                  borderRadius: '3px',
                  backgroundColor: ground.sunken,
                  mt: 1,
                }}
              />
            </Box>
            <Box
              sx={{
                justifySelf: 'start',
                px: 3,
                py: 1.5,
                borderRadius: '6px',
                backgroundColor: primary.main,
                color: primary.contrastText,
                fontWeight: 550,
              }}
            >
              {t('campaigns.new')}
            </Box>
          </Box>
        </Box>
      </Box>
      <Typography
        component="figcaption"
        variant="caption"
        color="textSecondary"
        sx={{ mt: 1, display: 'block' }}
      >
        {t('settings.brand.previewPortal')}
      </Typography>
    </Box>
  );
}

function Mark({
  name,
  logo,
  colour,
  inverted = false,
  onAccent = false,
}: {
  name: string;
  logo: string | null;
  colour: string;
  inverted?: boolean;
  onAccent?: boolean;
}) {
  return logo === null ? (
    <Box
      sx={{
        color: colour,
        fontWeight: 600,
        fontSize: 14,
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        minWidth: 0,
      }}
    >
      {name}
    </Box>
  ) : (
    <Box
      component="img"
      src={logo}
      alt={name}
      sx={{
        height: 20,
        maxWidth: '80%',
        objectFit: 'contain',
        ...(onAccent
          ? { p: 1, boxSizing: 'content-box', borderRadius: '5px', backgroundColor: '#FFFFFF' }
          : inverted && { filter: 'invert(1) hue-rotate(180deg)' }),
      }}
    />
  );
}
