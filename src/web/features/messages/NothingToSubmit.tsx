import ToSubmitIcon from '@mui/icons-material/ScheduleSendOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/page/states.tsx';

/** An empty list of messages or campaigns to submit, which leads to the campaigns. */
export function NothingToSubmit() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<ToSubmitIcon />}
      title={t('messages.toSubmitEmpty')}
      text={t('messages.toSubmitEmptyText')}
      action={
        <Button variant="outlined" color="inherit" component={Link} to="/dashboard/campaigns">
          {t('messages.seeCampaigns')}
        </Button>
      }
    />
  );
}
