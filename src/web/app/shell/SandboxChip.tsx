import SandboxIcon from '@mui/icons-material/ScienceOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Link from '@mui/material/Link';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Says on every screen of a sandbox that nothing is real, and leads to its mails and phones. */
export function SandboxChip() {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <ButtonBase
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={t('shell.sandbox')}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={(theme) => ({
          flex: 'none',
          '@media (max-width: 359.95px)': { display: 'none' },
          height: 28,
          px: { xs: 1.5, sm: 2.5 },
          gap: 1.5,
          borderRadius: '14px',
          fontSize: 13,
          fontWeight: 550,
          color: theme.vars?.palette.tone.warning.text,
          backgroundColor: theme.vars?.palette.tone.warning.ground,
          '&:focus-visible': {
            outline: `2px solid ${theme.vars?.palette.primary.main}`,
            outlineOffset: 2,
          },
        })}
      >
        <SandboxIcon sx={{ fontSize: 16 }} aria-hidden="true" />
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {t('shell.sandbox')}
        </Box>
      </ButtonBase>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            'aria-label': t('shell.sandbox'),
            role: 'dialog',
            sx: { mt: 1.5, p: 4, maxWidth: 320, display: 'grid', gap: 2 },
          },
        }}
      >
        <Typography variant="body2">{t('shell.sandboxText')}</Typography>
        <Link href="/sandbox" target="_blank" rel="noopener" variant="body2">
          {t('signIn.sandboxOpen')}
        </Link>
      </Popover>
    </>
  );
}
