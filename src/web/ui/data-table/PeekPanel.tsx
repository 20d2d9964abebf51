import CloseIcon from '@mui/icons-material/Close';
import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Portal from '@mui/material/Portal';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { keyframes } from '@mui/material/styles';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import Dialog from '../dialogs/Dialog.tsx';
import { STICKY_TOP } from '../page/stickyTop.ts';

type Props = {
  /** The kind of thing that it shows, above its name. */
  label: string;
  name: string;
  /** The page of the same thing. */
  page: string | undefined;
  /** Covers the screen, as on a phone. */
  isFull: boolean;
  /** Undefined at that end of the list. */
  before: (() => void) | undefined;
  after: (() => void) | undefined;
  onClose(): void;
  children: ReactNode;
};

const arrive = keyframes({ from: { transform: 'translateX(100%)' }, to: { transform: 'none' } });

const WIDTH = 480;

/**
 * One row beside its list. The list stays in use: a click opens another row, the arrow keys walk through them, Enter opens the
 * page, Escape closes.
 */
export default function PeekPanel(props: Props) {
  const { isFull, onClose } = props;
  const title = useId();
  if (isFull)
    return (
      <Dialog fullScreen open onClose={onClose} aria-labelledby={title}>
        <Contents {...props} title={title} />
      </Dialog>
    );
  return (
    <Portal>
      <Beside {...props} title={title} />
    </Portal>
  );
}

function Beside(props: Props & { title: string }) {
  const { before, after, page, onClose, title } = props;
  const navigate = useNavigate();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const { target } = event;
    // An open menu or dialog of the panel is a child of it for React alone.
    if (!(target instanceof Element) || !panel.current?.contains(target)) return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
      return;
    }
    if (target.closest('input, textarea, select') !== null) return;
    if (event.key === 'ArrowDown' || event.key === 'j') {
      event.preventDefault();
      after?.();
    } else if (event.key === 'ArrowUp' || event.key === 'k') {
      event.preventDefault();
      before?.();
    } else if (event.key === 'Enter' && target === panel.current && page !== undefined) {
      void navigate(page);
    }
  }

  return (
    <Box
      ref={panel}
      role="dialog"
      aria-labelledby={title}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      sx={(theme) => ({
        position: 'fixed',
        top: STICKY_TOP,
        right: 0,
        bottom: 0,
        width: `min(${WIDTH}px, calc(100vw - 64px))`,
        zIndex: theme.zIndex.appBar - 1,
        display: 'flex',
        flexDirection: 'column',
        backgroundColor: theme.vars?.palette.background.paper,
        borderLeft: `1px solid ${theme.vars?.palette.divider}`,
        boxShadow: '-12px 0 32px rgb(0 0 0 / 0.12)',
        animation: `${arrive} 225ms cubic-bezier(0, 0, 0.2, 1)`,
        '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
        '&:focus': { outline: 'none' },
      })}
    >
      <Contents {...props} />
    </Box>
  );
}

function Contents({
  label,
  name,
  page,
  isFull,
  before,
  after,
  onClose,
  title,
  children,
}: Props & { title: string }) {
  const { t } = useTranslation();
  return (
    <>
      <Box
        sx={(theme) => ({
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          pl: { xs: 4, sm: 5 },
          pr: 3,
          py: 3,
          borderBottom: `1px solid ${theme.vars?.palette.divider}`,
        })}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="caption" component="p" color="textSecondary">
            {label}
          </Typography>
          <Typography id={title} variant="h2" aria-live="polite" sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
        </Box>
        <StepButton label={t('list.peekBefore')} go={before} icon={<UpIcon />} />
        <StepButton label={t('list.peekAfter')} go={after} icon={<DownIcon />} />
        <Tooltip title={t('common.close')}>
          <IconButton aria-label={t('common.close')} onClick={onClose}>
            <CloseIcon sx={{ fontSize: 20 }} />
          </IconButton>
        </Tooltip>
      </Box>
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          overflowY: 'auto',
          px: { xs: 4, sm: 5 },
          py: 5,
          display: 'grid',
          gap: 5,
          alignContent: 'start',
          gridTemplateColumns: 'minmax(0, 1fr)',
        }}
      >
        {children}
      </Box>
      {(page !== undefined || !isFull) && (
        <Box
          sx={(theme) => ({
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            gap: 3,
            px: { xs: 4, sm: 5 },
            py: 2.5,
            minHeight: 53,
            borderTop: `1px solid ${theme.vars?.palette.divider}`,
          })}
        >
          <Typography variant="caption" component="p" color="textSecondary" aria-hidden="true">
            {isFull ? '' : t(page === undefined ? 'list.peekKeys' : 'list.peekKeysPage')}
          </Typography>
          {page !== undefined && (
            <Button
              component={Link}
              to={page}
              variant="outlined"
              color="inherit"
              size="small"
              sx={{ flexShrink: 0 }}
            >
              {t('list.peekPage')}
            </Button>
          )}
        </Box>
      )}
    </>
  );
}

function StepButton({
  label,
  go,
  icon,
}: {
  label: string;
  go: (() => void) | undefined;
  icon: ReactNode;
}) {
  return (
    <Tooltip title={label}>
      <span>
        <IconButton aria-label={label} disabled={go === undefined} onClick={() => go?.()}>
          {icon}
        </IconButton>
      </span>
    </Tooltip>
  );
}
