import DoneIcon from '@mui/icons-material/Done';
import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Copies a value; not there where the browser lends no clipboard (plain http). */
export function CopyButton({ value, name }: { value: string; name: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  if (navigator.clipboard === undefined) return null;
  return (
    <Tooltip title={copied ? t('common.copied') : t('common.copy')}>
      <IconButton
        size="small"
        aria-label={`${t('common.copy')}: ${name}`}
        onClick={() => {
          void navigator.clipboard.writeText(value).then(() => setCopied(true));
        }}
        sx={{ my: -1 }}
      >
        {copied ? <DoneIcon sx={{ fontSize: 16 }} /> : <CopyIcon sx={{ fontSize: 16 }} />}
      </IconButton>
    </Tooltip>
  );
}
