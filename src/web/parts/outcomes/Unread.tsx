import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/call.ts';

/** A part of a page that could not be read: its reason, and the way to try again. */
export function Unread({ title, error, again }: { title: string; error: Error; again(): void }) {
  const { t } = useTranslation();
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" size="small" onClick={again}>
          {t('common.tryAgain')}
        </Button>
      }
    >
      <AlertTitle>{title}</AlertTitle>
      {messageOf(error)}
    </Alert>
  );
}
