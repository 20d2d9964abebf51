import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { SANS } from '../../../ui/theme/typefaces.ts';

/** A mail under the brand's name. Mail programs choose their own dark colours, so there is one. */
export function MailPreview({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <Box
      sx={{
        borderRadius: 'var(--corner)',
        overflow: 'hidden',
        color: '#1c2026',
        backgroundColor: '#f4f5f7',
        fontFamily: SANS,
      }}
    >
      <Box sx={{ px: 4, py: 3, backgroundColor: '#FFFFFF', borderBottom: '1px solid #E1E5EA' }}>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Box>
        <Box sx={{ fontSize: 13, lineHeight: '18px', color: '#5b6470' }}>
          {t('settings.brand.mailSubject', { name })}
        </Box>
      </Box>
      <Box sx={{ p: 4 }}>
        <Box
          sx={{ p: 4, backgroundColor: '#FFFFFF', borderRadius: '8px', overflowWrap: 'anywhere' }}
        >
          <p>{t('settings.brand.mailText', { name })}</p>
          <Box component="p" sx={{ fontSize: 24, fontWeight: 600, letterSpacing: '.08em', my: 4 }}>
            {t('settings.brand.mailCode')}
          </Box>
          <Box component="p" sx={{ m: 0, color: '#5b6470' }}>
            {name}
          </Box>
        </Box>
      </Box>
    </Box>
  );
}
