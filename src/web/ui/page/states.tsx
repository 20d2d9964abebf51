import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** An empty list: its purpose and the first step. */
export function EmptyState({
  icon,
  title,
  text,
  action,
}: {
  icon: ReactNode;
  title: string;
  text: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Box
      sx={{ py: 14, px: 4, display: 'grid', justifyItems: 'center', textAlign: 'center', gap: 1 }}
    >
      <Box
        aria-hidden="true"
        sx={(theme) => ({
          width: 44,
          height: 44,
          borderRadius: 'var(--corner-dialog)',
          display: 'grid',
          placeItems: 'center',
          mb: 2,
          color: theme.vars?.palette.primary.main,
          backgroundColor: theme.vars?.palette.surface.accent,
        })}
      >
        {icon}
      </Box>
      <Typography variant="subtitle1" component="p">
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ maxWidth: 400, textWrap: 'balance' }}>
        {text}
      </Typography>
      {action && <Box sx={{ mt: 4 }}>{action}</Box>}
    </Box>
  );
}

/** A failure: its cause and the next step, which leads home where there is no other. */
export function ErrorState({
  title,
  text,
  retry,
  action,
}: {
  title: string;
  text: string;
  retry?: () => void;
  action?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Box
      role="alert"
      sx={{ py: 14, px: 4, display: 'grid', justifyItems: 'center', textAlign: 'center', gap: 1 }}
    >
      <Box
        aria-hidden="true"
        sx={(theme) => ({
          width: 44,
          height: 44,
          borderRadius: 'var(--corner-dialog)',
          display: 'grid',
          placeItems: 'center',
          mb: 2,
          color: theme.vars?.palette.tone.error.text,
          backgroundColor: theme.vars?.palette.tone.error.ground,
        })}
      >
        <ErrorIcon />
      </Box>
      <Typography variant="subtitle1" component="p">
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ maxWidth: 440, textWrap: 'balance' }}>
        {text}
      </Typography>
      <Box sx={{ mt: 4, display: 'flex', gap: 2 }}>
        {retry && (
          <Button variant="outlined" color="inherit" onClick={retry}>
            {t('common.tryAgain')}
          </Button>
        )}
        {action}
        {!retry && !action && (
          // A link of the router would weigh on pages that have none.
          <Button variant="outlined" color="inherit" href="/dashboard">
            {t('keys.dashboard')}
          </Button>
        )}
      </Box>
    </Box>
  );
}
