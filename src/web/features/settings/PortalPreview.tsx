import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { GROUNDS } from '../../ui/tokens.ts';
import { paletteOf } from '../../ui/palette.ts';
import { type Drawn, Mark } from './SignInPreview.tsx';

export function PortalPreview({ name, theme, logo, scheme }: Drawn) {
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
