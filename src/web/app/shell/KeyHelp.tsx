import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslation } from 'react-i18next';
import Dialog from '../../ui/dialogs/Dialog.tsx';

const KEYS = [
  ['palette', ['Ctrl', 'K']],
  ['help', ['?']],
  ['search', ['/']],
  ['compose', ['C']],
  ['dashboard', ['G', 'D']],
  ['campaigns', ['G', 'C']],
  ['messages', ['G', 'M']],
  ['contacts', ['G', 'K']],
  ['settings', ['G', 'S']],
  ['rows', ['J', 'K']],
  ['open', ['Enter']],
  ['tick', ['X']],
  ['menu', ['.']],
] as const;

/** The keys of the portal and of its lists. */
export function KeyHelp({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={onClose} aria-labelledby="keys-title" maxWidth="xs" fullWidth>
      <DialogTitle id="keys-title">{t('keys.title')}</DialogTitle>
      <DialogContent>
        <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2 }}>
          {KEYS.map(([name, keys]) => (
            <Box key={name} sx={{ display: 'flex', justifyContent: 'space-between', gap: 4 }}>
              <Box component="dt">{t(`keys.${name}`)}</Box>
              <Box component="dd" sx={{ m: 0, display: 'flex', gap: 1, flex: 'none' }}>
                {keys.map((key) => (
                  <Box
                    component="kbd"
                    key={key}
                    sx={(theme) => ({
                      px: 1.5,
                      minWidth: 24,
                      textAlign: 'center',
                      fontFamily: 'inherit',
                      fontSize: 12,
                      lineHeight: '22px',
                      borderRadius: 'var(--corner-small)',
                      border: `1px solid ${theme.vars?.palette.surface.control}`,
                      backgroundColor: theme.vars?.palette.surface.sunken,
                    })}
                  >
                    {key}
                  </Box>
                ))}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
