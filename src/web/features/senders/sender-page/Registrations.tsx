import AddIcon from '@mui/icons-material/Add';
import EditIcon from '@mui/icons-material/EditOutlined';
import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  senderRegistrations,
  type SenderRegistration,
} from '../../../../contract/api/sender-registrations.ts';
import type { SenderDetail } from '../../../../contract/api/senders.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { useMe, useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { PlainList, Rows } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { StatusChip } from '../../../ui/figures/StatusChip.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { SENDER_CHANGES } from '../useSenderActions.tsx';
import { RegistrationDialog } from './RegistrationDialog.tsx';
import { StandInChoice } from './StandInChoice.tsx';

/** The operators that decide about a sender ID, and the one that stands in where they have not approved it. */
export function Registrations({ sender, owns }: { sender: SenderDetail; owns: boolean }) {
  const { t } = useTranslation();
  const { clientAccessLevel } = useMe();
  const toast = useToast();
  const [editing, setEditing] = useState<SenderRegistration | 'new' | null>(null);
  const [removing, setRemoving] = useState<SenderRegistration | null>(null);
  const { senderIdId, registrations } = sender;
  const records = reachOf(clientAccessLevel, 'senders.approve') !== undefined;
  const remove = useSend(senderRegistrations.remove, {
    changes: SENDER_CHANGES,
    done: () => {
      setRemoving(null);
      toast.success(t('senders.operators.removed', { operator: removing?.operator ?? '' }));
    },
  });
  return (
    <Section
      title={t('senders.operators.title')}
      action={
        records && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            startIcon={<AddIcon />}
            onClick={() => setEditing('new')}
          >
            {t('senders.operators.record')}
          </Button>
        )
      }
    >
      <Rows gap={4}>
        <OperatorsText sender={sender} />
        {registrations.length > 0 && (
          <PlainList>
            {registrations.map((registration) => (
              <RegistrationRow
                key={registration.network}
                registration={registration}
                isStandIn={registration.sentAs !== sender.senderId}
                {...(records && {
                  onEdit: () => setEditing(registration),
                  onRemove: () => setRemoving(registration),
                })}
              />
            ))}
          </PlainList>
        )}
        {(owns || sender.standIn !== null) && <StandInChoice sender={sender} owns={owns} />}
      </Rows>
      {editing !== null && (
        <RegistrationDialog
          sender={sender}
          registration={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        title={t('senders.operators.removeTitle', { operator: removing?.operator ?? '' })}
        action={t('senders.operators.remove')}
        danger
        busy={remove.isPending}
        onClose={() => setRemoving(null)}
        onConfirm={() => removing && remove.mutate({ senderIdId, network: removing.network })}
      >
        {t('senders.operators.removeText')}
      </ConfirmDialog>
    </Section>
  );
}

/** The operators that are not listed: before a sender ID is in use, none has said anything about it. */
function OperatorsText({
  sender: { status, registrations, notApprovedBy },
}: {
  sender: SenderDetail;
}) {
  const { t } = useTranslation();
  const isInUse = status === 'READY_FOR_SENDING' || status === 'INACTIVE';
  const text =
    registrations.length > 0
      ? isInUse && t('senders.operators.text')
      : notApprovedBy.length > 0
        ? `${t('senders.operators.column')}: ${notApprovedBy.join(', ')}`
        : t(isInUse ? 'senders.operators.none' : 'senders.operators.undecided');
  return (
    text && (
      <Typography variant="body2" color="textSecondary">
        {text}
      </Typography>
    )
  );
}

function RegistrationRow({
  registration,
  isStandIn,
  onEdit,
  onRemove,
}: {
  registration: SenderRegistration;
  isStandIn: boolean;
  onEdit?: () => void;
  onRemove?: () => void;
}) {
  const { t } = useTranslation();
  const { operator, status, submittedOn, decidedOn, reference, note } = registration;
  const details = [
    submittedOn && t('senders.operators.submitted', { day: submittedOn }),
    decidedOn && t('senders.operators.decided', { day: decidedOn }),
    reference && t('senders.operators.referenceOf', { reference }),
  ].filter(Boolean);
  return (
    <Box
      component="li"
      aria-label={operator}
      sx={{ display: 'flex', gap: 3, alignItems: 'start', flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
    >
      {/* On a phone the menu stands at its right, and the button below it. */}
      <Box
        sx={{
          flex: { xs: onEdit ? '1 1 calc(100% - 60px)' : '1 1 100%', sm: 1 },
          minWidth: 0,
          overflowWrap: 'anywhere',
        }}
      >
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography variant="subtitle2" component="div">
            {operator}
          </Typography>
          {registration.isLate ? (
            <StatusChip status="EXPIRED" word={t('senders.operators.late')} />
          ) : (
            <StatusChip status={status} word={t(`senders.operators.states.${status}`)} />
          )}
        </Box>
        {details.length > 0 && (
          <Typography
            variant="body2"
            color="textSecondary"
            sx={{ '&::first-letter': { textTransform: 'uppercase' } }}
          >
            {details.join(' · ')}
          </Typography>
        )}
        {note !== '' && <Typography variant="body2">{note}</Typography>}
        {isStandIn && (
          <Typography variant="body2">
            {registration.sentAs === null
              ? t('senders.operators.notSent')
              : t('senders.operators.sentAs', { name: registration.sentAs })}
          </Typography>
        )}
      </Box>
      {onEdit && status === 'PENDING' && (
        <Button
          size="small"
          variant="outlined"
          aria-label={`${t('senders.operators.answer')}: ${operator}`}
          onClick={onEdit}
          sx={{ flex: 'none', order: { xs: 1, sm: 0 } }}
        >
          {t('senders.operators.answer')}
        </Button>
      )}
      {onEdit && onRemove && (
        <RowMenu
          name={operator}
          actions={[
            { key: 'edit', label: t('senders.operators.edit'), icon: <EditIcon />, act: onEdit },
            {
              key: 'remove',
              label: t('senders.operators.remove'),
              icon: <RemoveIcon />,
              danger: true,
              act: onRemove,
            },
          ]}
        />
      )}
    </Box>
  );
}
