import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import GlobalStyles from '@mui/material/GlobalStyles';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../parts/queries.ts';
import { save } from '../../../api/call.ts';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import Dialog from '../../../ui/dialogs/Dialog.tsx';

// Paper gets the codes and their heading, and nothing of the page behind them.
const PRINTED = {
  '@media print': {
    'body > *:not(.recovery-codes)': { display: 'none !important' },
    '.recovery-codes .screen-only': { display: 'none !important' },
  },
} as const;

/** Shows a new set of recovery codes, this once. Closed by its button alone. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  codes: readonly string[];
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const me = useMe();
  const heading = t('security.recovery.file', { name: me.clientName, host: location.host });
  const text = `${heading}\n\n${codes.join('\n')}\n`;
  const download = () => save(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt');
  const copy = () =>
    void navigator.clipboard
      .writeText(text)
      .then(() => toast.success(t('security.recovery.copied')));
  return (
    <Dialog
      open
      aria-labelledby="recovery-title"
      maxWidth="xs"
      fullWidth
      className="recovery-codes"
    >
      <GlobalStyles styles={PRINTED} />
      <DialogTitle id="recovery-title">{t('security.recovery.dialogTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4 }}>
        <Alert severity="warning">{t('security.recovery.shownOnce')}</Alert>
        <Typography variant="body2" color="textSecondary">
          {heading}
        </Typography>
        <Box
          component="ul"
          aria-label={t('security.recovery.list')}
          sx={(theme) => ({
            m: 0,
            p: 4,
            listStyle: 'none',
            display: 'grid',
            gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
            gap: 2,
            borderRadius: 'var(--corner)',
            backgroundColor: theme.vars?.palette.surface.sunken,
            fontFamily: 'ui-monospace, monospace',
            fontSize: 14,
            lineHeight: '22px',
          })}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
        <Box className="screen-only" sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          {navigator.clipboard !== undefined && (
            <Button variant="outlined" color="inherit" startIcon={<CopyIcon />} onClick={copy}>
              {t('security.recovery.copy')}
            </Button>
          )}
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<DownloadIcon />}
            onClick={download}
          >
            {t('security.recovery.download')}
          </Button>
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<PrintIcon />}
            onClick={() => print()}
          >
            {t('security.recovery.print')}
          </Button>
        </Box>
      </DialogContent>
      <DialogActions className="screen-only">
        <Button variant="contained" onClick={onClose}>
          {t('security.recovery.done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
