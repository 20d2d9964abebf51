/** The notice that a list could not be read again. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/call.ts';
import { useFormat } from '../figures/figures.tsx';
import type { Paged } from './props.ts';

export function StaleNotice({ query }: { query: UseQueryResult<Paged, Error> }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  return (
    <Alert
      severity="warning"
      sx={{ mb: 3 }}
      action={
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          onClick={() => void query.refetch()}
        >
          {t('common.tryAgain')}
        </Button>
      }
    >
      {t('list.failedKept', {
        time: exact(query.dataUpdatedAt / 1000),
        message: messageOf(query.error),
      })}
    </Alert>
  );
}
