import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contacts } from '../../../contract/api/contacts.ts';
import { download, messageOf } from '../../api/call.ts';
import { useToast } from '../../ui/Toasts.tsx';

/** Saves all contacts, or those of a group, as the file that is chosen. */
export function ExportMenu({ groupId }: { groupId?: string }) {
  const { t } = useTranslation();
  const toast = useToast();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [busy, setBusy] = useState(false);
  async function save(format: 'CSV' | 'XLSX') {
    setAnchor(null);
    setBusy(true);
    await download(
      contacts.download,
      { ...(groupId !== undefined && { groupId }), format },
      `contacts.${format.toLowerCase()}`,
    ).catch((failure: unknown) => toast.error(messageOf(failure)));
    setBusy(false);
  }
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<DownloadIcon />}
        loading={busy}
        loadingPosition="start"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('contacts.export')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {(['XLSX', 'CSV'] as const).map((format) => (
          <MenuItem key={format} onClick={() => void save(format)}>
            {t(`contacts.exportAs.${format}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
