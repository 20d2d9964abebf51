import Button from '@mui/material/Button';
import { useState } from 'react';
import { tasks } from '../../contract/api/tasks.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { useSend } from './queries.ts';

/** The button below the progress of a task that stops it, with its question; a task that ends takes both away. */
export function StopTask({
  operationId,
  action,
  title,
  text,
  changes,
}: {
  operationId: string;
  /** A verb that names the effect. */
  action: string;
  title: string;
  text: string;
  /** Readings of the work that the stop makes stale. */
  changes: readonly Endpoint[];
}) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const stop = useSend(tasks.cancel, {
    changes: [...changes, tasks.list],
    done: () => setAsking(false),
  });
  return (
    <>
      <Button variant="outlined" color="inherit" sx={{ mt: 4 }} onClick={() => setAsking(true)}>
        {action}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={title}
        action={action}
        keep={t('common.keep')}
        danger
        busy={stop.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => stop.mutate({ operationId })}
      >
        {text}
      </ConfirmDialog>
    </>
  );
}
