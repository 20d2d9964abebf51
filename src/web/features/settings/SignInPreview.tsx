import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { GROUNDS, type Accent } from '../../ui/tokens.ts';
import { paletteOf } from '../../ui/palette.ts';

export type Brand = {
  name: string;
  theme: Accent;
  logo: string | null;
  contacts: readonly string[];
};
export type Drawn = Brand & { scheme: 'light' | 'dark' };

export function SignInPreview({ name, theme, logo, contacts, scheme }: Drawn) {
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
            >{`${t('auth.help')} ${contacts.join(' · ')}`}</Box>
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

export function Mark({
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
