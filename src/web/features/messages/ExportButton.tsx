import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Endpoint, Input } from '../../../contract/endpoint.ts';
import { MOST_EXPORTED } from '../../../contract/api/messages.ts';
import { download, messageOf } from '../../api/call.ts';
import { useFormat } from '../../ui/figures.tsx';
import { useToast } from '../../ui/Toasts.tsx';

/** Saves the filtered rows as a CSV file. */
export function ExportButton<E extends Endpoint>({
  endpoint,
  input,
  count,
}: {
  endpoint: E;
  input: Input<E>;
  count: number | undefined;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  async function save() {
    setBusy(true);
    await download(endpoint, input, 'messages.csv').catch((failure: unknown) =>
      toast.error(messageOf(failure)),
    );
    setBusy(false);
  }
  return (
    <Tooltip describeChild title={t('messages.exportHelp', { most: number(MOST_EXPORTED) })}>
      <span>
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<DownloadIcon />}
          disabled={count === undefined || count === 0}
          loading={busy}
          loadingPosition="start"
          onClick={() => void save()}
        >
          {t('messages.export')}
        </Button>
      </span>
    </Tooltip>
  );
}
