import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/figures/figures.tsx';
import { ProgressBar } from '../../ui/figures/ProgressBar.tsx';
import type { Uploading } from './useListUpload.ts';

/** How much of a file has been uploaded, and the way to stop it. */
export function UploadProgress({ uploading: { file, sent, stop } }: { uploading: Uploading }) {
  const { t } = useTranslation();
  const { bytes } = useFormat();
  const whole = sent >= file.size;
  return (
    <>
      <ProgressBar
        label={whole ? t('fromFile.reading') : t('fromFile.uploading', { name: file.name })}
        value={whole ? null : sent / file.size}
        detail={t('fromFile.uploaded', {
          done: bytes(Math.min(sent, file.size)),
          total: bytes(file.size),
        })}
      />
      <Button variant="outlined" color="inherit" sx={{ mt: 4 }} onClick={() => stop.abort()}>
        {t('fromFile.cancelUpload')}
      </Button>
    </>
  );
}
