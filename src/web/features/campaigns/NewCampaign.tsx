import ExpandIcon from '@mui/icons-material/ExpandMore';
import FileIcon from '@mui/icons-material/UploadFileOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** Begins a campaign by hand at one click, or either way from the menu beside it. */
export function NewCampaign() {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <ButtonGroup variant="contained" disableElevation>
        <Button component={Link} to="/dashboard/campaigns/send-sms">
          {t('campaigns.new')}
        </Button>
        <Button
          aria-label={t('campaigns.newWays')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ px: 1 }}
        >
          <ExpandIcon />
        </Button>
      </ButtonGroup>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        <MenuItem component={Link} to="/dashboard/campaigns/send-sms">
          <SendIcon />
          {t('campaigns.newByHand')}
        </MenuItem>
        <MenuItem component={Link} to="/dashboard/campaigns/from-file">
          <FileIcon />
          {t('campaigns.newFromFile')}
        </MenuItem>
      </Menu>
    </>
  );
}
