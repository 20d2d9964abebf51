import AnswerIcon from '@mui/icons-material/FactCheckOutlined';
import PayIcon from '@mui/icons-material/PaymentsOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { SenderRegistration } from '../../../contract/api/sender-registrations.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { senders } from '../../../contract/api/senders.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { CallError } from '../../api/request.ts';
import { messageOf } from '../../api/call.ts';
import { Page, Section } from '../../ui/page/Page.tsx';
import { RowMenu } from '../../ui/lists/RowMenu.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { StatusChip } from '../../ui/figures/StatusChip.tsx';
import { useSenderActions } from './useSenderActions.tsx';
import { SenderSteps } from './sender-page/SenderSteps.tsx';
import { NextStep } from './sender-page/NextStep.tsx';
import { AboutSender } from './sender-page/AboutSender.tsx';
import { Documents } from './sender-page/Documents.tsx';
import { Registrations } from './sender-page/Registrations.tsx';
import { SenderHistory } from './sender-page/SenderHistory.tsx';
import { RegistrationDialog } from './sender-page/RegistrationDialog.tsx';
import { StandInButton } from './sender-page/StandInChoice.tsx';
import { lateOperators, needsStandIn } from './sender-page/late.ts';
import { Rows } from '../../ui/page/layout.tsx';

const EVERY = 15_000;

/** One sender ID: status, documents with their decisions, delegations and history. */
export function SenderPage() {
  const { t } = useTranslation();
  const { senderIdId = '' } = useParams();
  const me = useMe();
  const query = useGet(senders.get, { senderIdId }, { every: () => EVERY });
  const { actionsOf, dialog } = useSenderActions();
  const [answering, setAnswering] = useState<SenderRegistration | null>(null);
  const back = reachOf(me.clientAccessLevel, 'senders.approve')
    ? { to: '/dashboard/sender-ids/review', label: t('senders.queue') }
    : { to: '/dashboard/sender-ids', label: t('senders.back') };
  const sender = query.data;
  if (!sender) {
    const gone = query.error instanceof CallError && query.error.status === 404;
    return (
      <Page title={t('senders.name')} back={back}>
        {query.error ? (
          <Section>
            <ErrorState
              title={gone ? t('senders.notFound') : t('dashboard.failed')}
              text={gone ? t('messages.notFoundText') : messageOf(query.error)}
              retry={gone ? undefined : () => void query.refetch()}
            />
          </Section>
        ) : (
          <Skeleton variant="rounded" height={420} />
        )}
      </Page>
    );
  }
  const owns =
    sender.clientId === me.clientId &&
    reachOf(me.clientAccessLevel, 'senders.request') !== undefined;
  const lacksStandIn = owns && needsStandIn(sender);
  const late = sender.status === 'WAITING_SETUP' ? lateOperators(sender) : [];
  const isLate = late.length > 0;
  // The answer of a late operator is the next thing to enter; to go on without it is the exception.
  const awaited =
    reachOf(me.clientAccessLevel, 'senders.approve') === undefined ? undefined : late[0];
  const isApprovedByAll = sender.registrations.every(({ status }) => status === 'APPROVED');
  return (
    <Page
      title={sender.senderId}
      back={back}
      aside={
        isLate ? (
          <StatusChip status="EXPIRED" word={t('senders.page.lateChip')} />
        ) : (
          <StatusChip status={sender.status} />
        )
      }
      purpose={<NextStep sender={sender} owns={owns} />}
      actions={
        <>
          {awaited !== undefined && (
            <>
              <Button
                variant="contained"
                startIcon={<AnswerIcon />}
                onClick={() => setAnswering(awaited)}
              >
                {t('senders.operators.answerOf', { operator: awaited.operator })}
              </Button>
              <RowMenu name={sender.senderId} actions={actionsOf(sender)} />
            </>
          )}
          {(awaited === undefined ? actionsOf(sender) : []).map((action, index) => {
            // While an operator has not approved it, readiness is for later.
            const leads =
              index === 0 && !lacksStandIn && (action.key !== 'ready' || isApprovedByAll);
            const looks = {
              key: action.key,
              startIcon: action.icon,
              variant: leads && !action.danger ? ('contained' as const) : ('outlined' as const),
              color: action.danger
                ? ('error' as const)
                : leads
                  ? ('primary' as const)
                  : ('inherit' as const),
            };
            const { key, ...rest } = looks;
            return 'to' in action ? (
              <Button key={key} {...rest} component={Link} to={action.to}>
                {action.label}
              </Button>
            ) : (
              <Button key={key} {...rest} onClick={action.act}>
                {action.label}
              </Button>
            );
          })}
          {lacksStandIn && <StandInButton sender={sender} variant="contained" />}
          {owns && sender.status === 'DOCUMENTS_APPROVED' && sender.paymentStatus === 'UNPAID' && (
            <Button
              variant="contained"
              startIcon={<PayIcon />}
              component={Link}
              to={`/dashboard/sender-ids/pay?senderId=${sender.senderIdId}`}
            >
              {t('senders.page.pay')}
            </Button>
          )}
        </>
      }
    >
      {!sender.isGeneric && (
        <Box sx={{ mb: 5 }}>
          <SenderSteps sender={sender} />
        </Box>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.7fr) minmax(0, 1fr)' },
          gridTemplateRows: { lg: 'auto 1fr' },
          alignItems: 'start',
        }}
      >
        <Rows isFluid>
          {sender.documents.length > 0 && <Documents sender={sender} owns={owns} />}
          <Registrations sender={sender} owns={owns} />
        </Rows>
        {/* Beside both; on a phone between them. */}
        <Box sx={{ gridRow: { lg: 'span 2' }, gridColumn: { lg: 2 }, minWidth: 0 }}>
          <AboutSender sender={sender} />
        </Box>
        {sender.events.length > 0 && <SenderHistory sender={sender} />}
      </Box>
      {answering !== null && (
        <RegistrationDialog
          sender={sender}
          registration={answering}
          onClose={() => setAnswering(null)}
        />
      )}
      {dialog}
    </Page>
  );
}
