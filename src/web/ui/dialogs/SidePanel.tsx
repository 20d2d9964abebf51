import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The width of a side panel; the page beside it may leave it this room. */
export const SIDE_PANEL = 520;

/**
 * A panel at the right of the screen, over the page that it belongs to and which stays readable beside it; the whole screen
 * on a phone. It keeps the focus, and Escape closes it. Its content is laid out as a page's, so that an `ActionBar` fits.
 */
export function SidePanel({
  open,
  title,
  onClose,
  children,
}: {
  open: boolean;
  title: string;
  onClose(): void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const heading = useId();
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
      // Above the top bar, which is above the menu's drawer.
      sx={{ zIndex: 'modal' }}
      slotProps={{
        // The text beside the panel is to be read, so it is hardly dimmed.
        backdrop: { sx: { backgroundColor: 'rgb(0 0 0 / 12%)' } },
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': heading,
          sx: (theme) => ({
            width: { xs: '100%', sm: SIDE_PANEL },
            maxWidth: '100%',
            backgroundColor: theme.vars?.palette.background.default,
          }),
        },
      }}
    >
      <Box
        sx={(theme) => ({
          position: 'sticky',
          top: 0,
          zIndex: 3,
          display: 'flex',
          alignItems: 'center',
          gap: 3,
          px: { xs: 4, sm: 6 },
          minHeight: 56,
          flex: 'none',
          backgroundColor: theme.vars?.palette.background.paper,
          borderBottom: `1px solid ${theme.vars?.palette.divider}`,
        })}
      >
        <Typography variant="h2" id={heading} sx={{ flex: 1, minWidth: 0 }} noWrap>
          {title}
        </Typography>
        <IconButton size="small" edge="end" aria-label={t('common.close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Box>
      <Box
        sx={{
          flex: '1 0 auto',
          display: 'flex',
          flexDirection: 'column',
          px: { xs: 4, sm: 6 },
          pt: 5,
          pb: 12,
        }}
      >
        {children}
      </Box>
    </Drawer>
  );
}
