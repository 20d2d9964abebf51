import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sms } from '../../../../contract/api/campaign-sending.ts';
import { download, messageOf } from '../../../api/call.ts';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';

/** Saves the rows that give no recipient, each with its reason. */
export function RefusedRows({ campaignId }: { campaignId: string }) {
  const { t } = useTranslation();
  const toast = useToast();
  const [fetching, setFetching] = useState(false);

  async function save() {
    setFetching(true);
    await download(sms.refusedRows, { campaignId }, 'refused-rows.csv').catch((failure: unknown) =>
      toast.error(messageOf(failure)),
    );
    setFetching(false);
  }

  return (
    <Button
      variant="outlined"
      color="inherit"
      size="small"
      startIcon={<DownloadIcon />}
      loading={fetching}
      loadingPosition="start"
      onClick={() => void save()}
    >
      {t('fromFile.downloadRefused')}
    </Button>
  );
}
