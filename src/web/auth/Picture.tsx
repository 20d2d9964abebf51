import DoneAllIcon from '@mui/icons-material/DoneAll';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useHost } from '../api/host.ts';
import { Logo } from '../ui/theme/Logo.tsx';
import { useStyle } from '../ui/theme/theme-preference.ts';
import { PatternDrawing } from './PatternDrawing.tsx';

/** The other half of a wide screen: the brand's picture or its pattern on the accent, and the product's purpose. */
export function Picture() {
  const { t } = useTranslation();
  const { pattern } = useStyle();
  const picture = useHost()?.clientBrandDetails?.signInPicturePath ?? null;
  return (
    <Box
      component="aside"
      sx={(theme) => ({
        display: { xs: 'none', md: 'flex' },
        flexDirection: 'column',
        justifyContent: 'space-between',
        gap: 8,
        p: 12,
        color: '#F3F8F7',
        overflow: 'hidden',
        position: 'relative',
        '--deep': `color-mix(in oklab, ${theme.vars?.palette.primary.main} 62%, #04100f)`,
        '--deeper': `color-mix(in oklab, ${theme.vars?.palette.primary.main} 30%, #060d12)`,
        ...theme.applyStyles('dark', {
          '--deep': `color-mix(in oklab, ${theme.vars?.palette.primary.main} 26%, #0d151a)`,
          '--deeper': `color-mix(in oklab, ${theme.vars?.palette.primary.main} 10%, #0b1015)`,
        }),
        background:
          picture === null
            ? 'radial-gradient(120% 90% at 85% 10%, var(--deep), var(--deeper) 70%)'
            : // Dark at the top and the foot, where the logo and the words are.
              `linear-gradient(rgb(6 13 18 / 0.72), rgb(6 13 18 / 0.2) 40%, rgb(6 13 18 / 0.84)), url("${picture}") center / cover`,
        '& > *': { position: 'relative' },
      })}
    >
      <Box>
        <Logo height={34} onAccent />
      </Box>
      {picture === null && <PatternDrawing pattern={pattern} />}
      {picture === null && pattern === 'MESSAGES' && <Messages />}
      <Box>
        <Typography
          component="p"
          sx={{
            fontSize: 26,
            lineHeight: '34px',
            fontWeight: 600,
            letterSpacing: '-0.02em',
            maxWidth: 460,
            textWrap: 'balance',
          }}
        >
          {t('product.tagline')}
        </Typography>
        <Typography sx={{ mt: 3, maxWidth: 460, opacity: 0.85 }}>{t('product.promise')}</Typography>
      </Box>
    </Box>
  );
}

/** Messages on their way, and a campaign's progress. */
function Messages() {
  const { t } = useTranslation();
  return (
    <Box
      aria-hidden="true"
      sx={{ display: 'grid', gap: 4, maxWidth: 430, width: '100%', mx: 'auto' }}
    >
      <Bubble text={t('signIn.pictureFirst')} shift={0} />
      <Bubble text={t('signIn.pictureSecond')} shift={28} />
      <Box
        sx={{
          ml: 14,
          mt: 2,
          p: 5,
          borderRadius: '14px',
          bgcolor: 'rgb(255 255 255 / 0.1)',
          border: '1px solid rgb(255 255 255 / 0.16)',
          backdropFilter: 'blur(6px)',
        }}
      >
        <Box sx={{ display: 'flex', justifyContent: 'space-between', mb: 3 }}>
          <Typography variant="subtitle1" component="span">
            {t('signIn.pictureCampaign')}
          </Typography>
          <Typography variant="body2" component="span" sx={{ opacity: 0.85 }}>
            {t('signIn.pictureCount')}
          </Typography>
        </Box>
        <Box
          sx={{
            height: 8,
            borderRadius: '4px',
            bgcolor: 'rgb(255 255 255 / 0.18)',
            overflow: 'hidden',
            display: 'flex',
          }}
        >
          <Box sx={{ width: '71%', bgcolor: '#5EE0B4' }} />
          <Box sx={{ width: '17%', bgcolor: '#8CC2FF' }} />
          <Box sx={{ width: '3%', bgcolor: '#FF9B92' }} />
        </Box>
      </Box>
    </Box>
  );
}

function Bubble({ text, shift }: { text: string; shift: number }) {
  const { t } = useTranslation();
  return (
    <Box
      sx={{
        ml: `${shift}px`,
        p: 4,
        pb: 3,
        borderRadius: '14px 14px 14px 4px',
        bgcolor: 'rgb(255 255 255 / 0.94)',
        color: '#16212A',
        boxShadow: '0 10px 30px rgb(0 0 0 / 0.22)',
      }}
    >
      <Typography component="p">{text}</Typography>
      <Typography
        variant="caption"
        component="p"
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'flex-end',
          gap: 1,
          mt: 1,
          color: '#0B6540',
          fontWeight: 550,
        }}
      >
        <DoneAllIcon sx={{ fontSize: 15 }} />
        {t('signIn.pictureDelivered')}
      </Typography>
    </Box>
  );
}
