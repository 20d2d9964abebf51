import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** The way to a file of recipients for those who do not drop it. */
export function ChooseFile({ onFiles }: { onFiles(files: readonly File[]): void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Box
        component="span"
        sx={{ fontSize: 13, color: 'text.secondary', display: { xs: 'none', sm: 'inline' } }}
      >
        {t('compose.dropFile')}
      </Box>
      <Button size="small" startIcon={<UploadIcon />} onClick={() => input.current?.click()}>
        {t('fromFile.browse')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx"
        hidden
        aria-label={t('fromFile.browse')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}
