import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { healing, type Incident } from '../../../../contract/api/healing.ts';
import { useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';

const CHANGES = [healing.list, healing.get];

/** The decisions that a person may make about an open incident. */
export function IncidentActions({ incident }: { incident: Incident }) {
  const { t } = useTranslation();
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const { incidentId, status, isKept, acknowledgedBy } = incident;
  const take = useSend(healing.acknowledge, {
    changes: CHANGES,
    done: () => toast.success(t('incidents.acknowledged')),
  });
  const keep = useSend(healing.keep, {
    changes: CHANGES,
    done: () => toast.success(t(isKept ? 'incidents.letGoDone' : 'incidents.keepDone')),
  });
  const moveBack = useSend(healing.moveBack, {
    changes: CHANGES,
    done: () => {
      setAsking(false);
      toast.success(t('incidents.moveBackDone'));
    },
  });
  if (status === 'ENDED') return null;
  const isNoticed = status === 'NOTICED';
  return (
    <>
      {!isNoticed && (
        <Button
          variant="outlined"
          color="inherit"
          loading={keep.isPending}
          onClick={() => keep.mutate({ incidentId, isKept: !isKept })}
        >
          {t(isKept ? 'incidents.letGo' : 'incidents.keep')}
        </Button>
      )}
      {/* Moving back undoes the cure: it is no first choice before somebody looks after the incident. */}
      <Button
        {...(acknowledgedBy === null
          ? { variant: 'outlined', color: 'inherit' }
          : { variant: 'contained' })}
        onClick={() => setAsking(true)}
      >
        {t(isNoticed ? 'incidents.close' : 'incidents.moveBack')}
      </Button>
      {acknowledgedBy === null && (
        <Button
          variant="contained"
          loading={take.isPending}
          onClick={() => take.mutate({ incidentId })}
        >
          {t('incidents.acknowledge')}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title={t(isNoticed ? 'incidents.closeTitle' : 'incidents.moveBackTitle')}
        action={t(isNoticed ? 'incidents.close' : 'incidents.moveBack')}
        busy={moveBack.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => moveBack.mutate({ incidentId })}
      >
        {t(isNoticed ? 'incidents.closeText' : 'incidents.moveBackText')}
      </ConfirmDialog>
    </>
  );
}
