/** Short messages at the foot of the window. */
import CloseIcon from '@mui/icons-material/Close';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import i18next from 'i18next';
import {
  closeSnackbar,
  enqueueSnackbar,
  MaterialDesignContent,
  SnackbarProvider,
  useSnackbar,
} from 'notistack';
import { useMemo, type ReactNode } from 'react';

const Content = styled(MaterialDesignContent)(({ theme }) => ({
  fontFamily: theme.typography.fontFamily,
  fontSize: 14,
  lineHeight: '20px',
  borderRadius: 'var(--corner)',
  padding: '8px 14px',
  flexWrap: 'nowrap',
  maxWidth: 480,
  boxShadow: '0 8px 24px rgb(10 20 30 / 0.2)',
  '&.notistack-MuiContent-success, &.notistack-MuiContent-default, &.notistack-MuiContent-info': {
    backgroundColor: '#1D2731',
    color: '#F2F5F8',
    ...theme.applyStyles('dark', { backgroundColor: '#33404D' }),
  },
  '&.notistack-MuiContent-success svg': { color: '#5CD49A' },
  '&.notistack-MuiContent-error': { backgroundColor: '#A61B17', color: '#FFFFFF' },
  '&.notistack-MuiContent-warning': { backgroundColor: '#7C4505', color: '#FFFFFF' },
}));

export function Toasts({ children }: { children: ReactNode }) {
  return (
    <SnackbarProvider
      maxSnack={3}
      autoHideDuration={5000}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      transitionDuration={{ enter: 225, exit: 195 }}
      Components={{
        default: Content,
        success: Content,
        error: Content,
        warning: Content,
        info: Content,
      }}
    >
      {children}
    </SnackbarProvider>
  );
}

/** A short message at the bottom left that disappears. A message that must not be missed belongs in the page. */
export function useToast(): {
  success(text: string): void;
  info(text: string): void;
  error(text: string): void;
} {
  const { enqueueSnackbar } = useSnackbar();
  return useMemo(
    () => ({
      success: (text: string) => {
        enqueueSnackbar(text, { variant: 'success' });
      },
      info: (text: string) => {
        enqueueSnackbar(text, { variant: 'info' });
      },
      error: (text: string) => {
        enqueueSnackbar(text, { variant: 'error' });
      },
    }),
    [enqueueSnackbar],
  );
}

/** Shows a failure outside of any screen. It stays until it is closed, and the same message is not shown twice. */
export function fatalError(message: string): void {
  enqueueSnackbar(message, {
    variant: 'error',
    persist: true,
    preventDuplicate: true,
    action: (key) => (
      <IconButton
        size="small"
        color="inherit"
        aria-label={i18next.t('common.close')}
        onClick={() => closeSnackbar(key)}
        sx={{ color: 'inherit' }}
      >
        <CloseIcon sx={{ fontSize: 18 }} />
      </IconButton>
    ),
  });
}
