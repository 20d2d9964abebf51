import InfoIcon from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The source of a rule, behind an icon: who needs it opens it, and it takes no room in the table. */
export function SourceButton({
  of,
  source,
  date,
}: {
  of: string;
  source: string;
  date?: string | null;
}) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        size="small"
        aria-label={`${t('senders.source')}: ${of}`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <InfoIcon sx={{ fontSize: 18 }} />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': `${t('senders.source')}: ${of}` },
        }}
      >
        <Box sx={{ p: 4, maxWidth: 360 }}>
          <Typography variant="subtitle2" component="p">
            {t('senders.source')}
          </Typography>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {source}
          </Typography>
          {date && (
            <Typography variant="caption" color="textSecondary">
              {date}
            </Typography>
          )}
        </Box>
      </Popover>
    </>
  );
}
