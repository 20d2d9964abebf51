import SearchIcon from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslation } from 'react-i18next';

/** Opens the palette: a field to look at where there is room, else an icon. */
export function SearchButton({ onClick }: { onClick(): void }) {
  const { t } = useTranslation();
  return (
    <ButtonBase
      onClick={onClick}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      aria-label={t('palette.title')}
      sx={(theme) => ({
        width: { xs: 38, md: 360 },
        maxWidth: '100%',
        height: 38,
        gap: 2,
        px: { xs: 0, md: 3 },
        ml: { xs: 'auto', md: 0 },
        justifyContent: { xs: 'center', md: 'flex-start' },
        borderRadius: 'var(--corner)',
        fontSize: 13,
        color: 'text.secondary',
        border: { md: `1px solid ${theme.vars?.palette.surface.control}` },
        '&:hover': { color: 'text.primary', borderColor: theme.vars?.palette.text.secondary },
        '&:focus-visible': {
          outline: `2px solid ${theme.vars?.palette.primary.main}`,
          outlineOffset: 1,
        },
      })}
    >
      <SearchIcon sx={{ fontSize: { xs: 22, md: 18 } }} aria-hidden="true" />
      <Box
        component="span"
        sx={{ display: { xs: 'none', md: 'block' }, flex: 1, textAlign: 'left' }}
      >
        {t('palette.button')}
      </Box>
      <Box
        component="kbd"
        aria-hidden="true"
        sx={{ display: { xs: 'none', md: 'block' }, fontFamily: 'inherit', fontSize: 12 }}
      >
        {t('palette.shortcut')}
      </Box>
    </ButtonBase>
  );
}
