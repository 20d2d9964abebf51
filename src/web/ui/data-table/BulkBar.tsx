import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../figures/figures.tsx';

/** Actions on the selected rows, visible while there are any. */
export function BulkBar({
  count,
  clear,
  children,
}: {
  count: number;
  clear(): void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const text = t('list.selected', { count, value: number(count) });
  return (
    <Box
      role="group"
      aria-label={text}
      sx={(theme) => ({
        position: 'sticky',
        bottom: 0,
        zIndex: 2,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        px: { xs: 4, sm: 5 },
        py: 2,
        backgroundColor: theme.vars?.palette.surface.accent,
        borderTop: `1px solid ${theme.vars?.palette.divider}`,
      })}
    >
      <Typography variant="subtitle2" component="span" role="status" sx={{ mr: 2 }}>
        {text}
      </Typography>
      {children}
      <Button size="small" color="inherit" onClick={clear} sx={{ ml: 'auto' }}>
        {t('list.clearSelection')}
      </Button>
    </Box>
  );
}
