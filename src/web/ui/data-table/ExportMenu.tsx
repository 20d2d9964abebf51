import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import IconButton from '@mui/material/IconButton';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/call.ts';
import { useToast } from '../dialogs/Toasts.tsx';
import type { WholeExport } from './props.ts';

/** The one export of a list: the rows on the screen and, where the server can, all that match. */
export function ExportMenu({
  exportRows,
  wholeExports,
  disabled,
}: {
  exportRows(): void;
  wholeExports: readonly WholeExport[];
  disabled: boolean;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [busy, setBusy] = useState(false);
  async function exportAll(whole: WholeExport) {
    setAnchor(null);
    setBusy(true);
    await whole.run().catch((failure: unknown) => toast.error(messageOf(failure)));
    setBusy(false);
  }
  const isMenu = wholeExports.length > 0;
  const label = isMenu ? t('list.export') : t('list.exportRows');
  return (
    <>
      <Tooltip title={label}>
        <span>
          <IconButton
            size="small"
            aria-label={label}
            aria-haspopup={isMenu ? 'menu' : undefined}
            aria-expanded={isMenu ? anchor !== null : undefined}
            loading={busy}
            disabled={disabled}
            onClick={(event) => (isMenu ? setAnchor(event.currentTarget) : exportRows())}
          >
            <DownloadIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </span>
      </Tooltip>
      {isMenu && (
        <Menu
          anchorEl={anchor}
          open={anchor !== null}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          slotProps={{ list: { 'aria-label': label } }}
        >
          {wholeExports.map((whole) => (
            <MenuItem key={whole.label} onClick={() => void exportAll(whole)}>
              <ListItemText primary={whole.label} secondary={whole.help} />
            </MenuItem>
          ))}
          <MenuItem
            onClick={() => {
              setAnchor(null);
              exportRows();
            }}
          >
            {t('list.exportRows')}
          </MenuItem>
        </Menu>
      )}
    </>
  );
}
