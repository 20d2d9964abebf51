import PayIcon from '@mui/icons-material/PaymentsOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { reachOf } from '../../../contract/shared/roles.ts';
import {
  senderDocuments,
  senders,
  type SenderDetail,
  type SenderDocument,
} from '../../../contract/api/senders.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { CallError, messageOf, upload } from '../../api/call.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Time, useFormat } from '../../ui/figures.tsx';
import { Facts, Page, Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { useOwnerName } from './columns.tsx';
import { ACCEPT } from './DocumentSlots.tsx';
import { DocumentView } from './DocumentView.tsx';
import { ReasonField, SENDER_CHANGES, useSenderActions } from './useSenderActions.tsx';

const EVERY = 15_000;

/** One sender ID: how it stands, its documents with the decision on each, whom it was given to, and what was done. */
export function SenderPage() {
  const { t } = useTranslation();
  const { senderIdId = '' } = useParams();
  const me = useMe();
  const query = useGet(senders.get, { senderIdId }, { every: () => EVERY });
  const { actionsOf, dialog } = useSenderActions();
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
  return (
    <Page
      title={sender.senderId}
      back={back}
      aside={<StatusChip status={sender.status} />}
      purpose={<Next sender={sender} owns={owns} />}
      actions={
        <>
          {actionsOf(sender).map((action, index) => {
            const looks = {
              key: action.key,
              startIcon: action.icon,
              variant:
                index === 0 && !action.danger ? ('contained' as const) : ('outlined' as const),
              color: action.danger
                ? ('error' as const)
                : index === 0
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
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.7fr) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <Documents sender={sender} owns={owns} />
        <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <About sender={sender} />
          {sender.events.length > 0 && <History sender={sender} />}
        </Box>
      </Box>
      {dialog}
    </Page>
  );
}

function Next({ sender, owns }: { sender: SenderDetail; owns: boolean }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const decides = reachOf(useMe().clientAccessLevel, 'senders.approve') !== undefined;
  const fee =
    sender.fee !== null && sender.currency !== null && sender.paymentStatus === 'UNPAID'
      ? money(sender.fee, sender.currency)
      : undefined;
  if (
    sender.status === 'PENDING_DOCUMENTS_APPROVAL' &&
    owns &&
    sender.documents.some(
      ({ status, replacedBy }) => status === 'DOCUMENT_REJECTED' && replacedBy === null,
    )
  )
    return t('senders.page.replaceNext');
  if (sender.status === 'DOCUMENTS_APPROVED' && fee !== undefined)
    return owns ? t('senders.page.payNext', { fee }) : t('senders.page.unpaid', { fee });
  if (
    decides &&
    (sender.status === 'PENDING_DOCUMENTS_APPROVAL' ||
      sender.status === 'DOCUMENTS_APPROVED' ||
      sender.status === 'WAITING_SETUP')
  )
    return t(`senders.page.decide.${sender.status}`);
  return t(`senders.page.next.${sender.status}`);
}

function About({ sender }: { sender: SenderDetail }) {
  const { t } = useTranslation();
  const { country, money } = useFormat();
  const ownerName = useOwnerName();
  return (
    <Section title={t('senders.page.about')}>
      <Box sx={{ display: 'grid', gap: 4 }}>
        {sender.reason !== null && (
          <Alert severity={sender.status === 'INACTIVE' ? 'warning' : 'error'}>
            {sender.reason}
          </Alert>
        )}
        {sender.looksLike !== null && sender.documents.length > 0 && (
          <Alert severity="warning">{`${t('senders.page.looksLike')} ${sender.looksLike}`}</Alert>
        )}
        <Facts
          rows={[
            [t('senders.owner'), ownerName(sender)],
            sender.brandOwner === null ? null : [t('senders.page.brandOwner'), sender.brandOwner],
            [t('senders.kind'), t(`senders.kinds.${sender.kind}`)],
            [t('senders.country'), country(sender.country)],
            sender.fee === null || sender.currency === null
              ? null
              : [
                  t('senders.fee'),
                  `${money(sender.fee, sender.currency)} · ${t(`senders.feeStates.${sender.paymentStatus}`)}`,
                ],
            sender.stopClause === null
              ? null
              : [t('senders.page.clause'), sender.stopClause.trim()],
            sender.sample === null ? null : [t('senders.page.sample'), sender.sample],
            sender.status === 'READY_FOR_SENDING' ||
            sender.status === 'INACTIVE' ||
            sender.status === 'REJECTED'
              ? null
              : [
                  t('senders.page.setup'),
                  t('senders.page.days', { least: sender.daysLeast, most: sender.daysMost }),
                ],
            sender.isGeneric || sender.events.length === 0
              ? null
              : [
                  t('senders.page.delegated'),
                  sender.delegatedTo.length === 0
                    ? t('senders.page.nobody')
                    : sender.delegatedTo.map(({ clientName }) => clientName).join(', '),
                ],
            [t('senders.since'), <Time key="since" at={sender.statusTimestamp} />],
            [t('senders.requested'), <Time key="requested" at={sender.createTimestamp} />],
          ]}
        />
      </Box>
    </Section>
  );
}

function Documents({ sender, owns }: { sender: SenderDetail; owns: boolean }) {
  const { t } = useTranslation();
  const { clientAccessLevel } = useMe();
  const decides =
    reachOf(clientAccessLevel, 'senders.approve') !== undefined &&
    sender.status === 'PENDING_DOCUMENTS_APPROVAL';
  const present = sender.documents.filter(({ replacedBy }) => replacedBy === null);
  const first = decides ? present.find(({ status }) => status === 'PENDING_APPROVAL') : undefined;
  const [chosen, setChosen] = useState<string>();
  const shown = sender.documents.find(({ documentId }) => documentId === chosen) ?? first;
  return (
    <Section title={t('senders.page.documents')}>
      {present.length === 0 && (
        <Typography color="textSecondary">{t('senders.page.noDocuments')}</Typography>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 3 }}>
        {sender.documents.map((document) => (
          <DocumentRow
            key={document.documentId}
            document={document}
            open={shown?.documentId === document.documentId}
            decides={decides}
            replaces={owns && sender.status === 'PENDING_DOCUMENTS_APPROVAL'}
            onToggle={() =>
              setChosen(shown?.documentId === document.documentId ? 'none' : document.documentId)
            }
          />
        ))}
      </Box>
    </Section>
  );
}

function DocumentRow({
  document,
  open,
  decides,
  replaces,
  onToggle,
}: {
  document: SenderDocument;
  open: boolean;
  decides: boolean;
  replaces: boolean;
  onToggle(): void;
}) {
  const { t } = useTranslation();
  const { bytes } = useFormat();
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [uploading, setUploading] = useState(false);
  const { documentId, kind, status, replacedBy } = document;
  const title = t(`senders.documentKinds.${kind}`);
  const approve = useSend(senderDocuments.approve, {
    changes: SENDER_CHANGES,
    done: () => toast.success(t('senders.documentApproved')),
  });
  const reject = useSend(senderDocuments.reject, {
    changes: SENDER_CHANGES,
    done: () => {
      setAsking(false);
      toast.success(t('senders.documentRejected'));
    },
  });
  const replace = useSend(senderDocuments.replace, {
    changes: SENDER_CHANGES,
    done: () => toast.success(t('senders.page.replacedDone')),
  });
  async function put(file: File) {
    setUploading(true);
    try {
      const { uploadId } = await upload(senderDocuments.upload, {}, file, {
        signal: new AbortController().signal,
        progress: () => undefined,
      });
      await replace.mutateAsync({ documentId, uploadId }).catch(() => undefined);
    } catch (failure) {
      toast.error(messageOf(failure));
    }
    setUploading(false);
  }
  return (
    <Box
      component="li"
      aria-label={title}
      sx={(theme) => ({
        border: `1px solid ${theme.vars?.palette.divider}`,
        borderRadius: '8px',
        p: { xs: 3, sm: 4 },
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 3,
        opacity: replacedBy === null ? 1 : 0.7,
      })}
    >
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
        <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
          <Typography variant="subtitle2" component="div">
            {title}
          </Typography>
          <Typography
            variant="body2"
            color="textSecondary"
            noWrap
          >{`${document.fileName} · ${bytes(document.bytes)}`}</Typography>
        </Box>
        {replacedBy === null ? (
          <StatusChip status={status} />
        ) : (
          <Typography variant="body2" color="textSecondary">
            {t('senders.page.replaced')}
          </Typography>
        )}
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-expanded={open}
          aria-label={`${t('senders.page.show')}: ${title}`}
          onClick={onToggle}
        >
          {t('senders.page.show')}
        </Button>
      </Box>
      {document.reason !== null && <Alert severity="error">{document.reason}</Alert>}
      {open && <DocumentView document={document} />}
      {decides && status === 'PENDING_APPROVAL' && (
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          <Button
            variant="contained"
            loading={approve.isPending}
            onClick={() => approve.mutate({ documentId })}
          >
            {t('senders.page.approveDocument')}
          </Button>
          <Button
            variant="outlined"
            color="error"
            onClick={() => {
              setReason('');
              setMissing(false);
              setAsking(true);
            }}
          >
            {t('senders.page.rejectDocument')}
          </Button>
        </Box>
      )}
      {replaces && status === 'DOCUMENT_REJECTED' && replacedBy === null && (
        <Box>
          <Button variant="contained" loading={uploading} onClick={() => input.current?.click()}>
            {t('senders.page.replace')}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            accept={ACCEPT}
            aria-label={`${t('senders.page.replace')}: ${title}`}
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) void put(file);
              event.target.value = '';
            }}
          />
        </Box>
      )}
      <ConfirmDialog
        open={asking}
        title={t('senders.rejectDocumentTitle')}
        action={t('senders.page.rejectDocument')}
        danger
        busy={reject.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          reason.trim() === ''
            ? setMissing(true)
            : reject.mutate({ documentId, reason: reason.trim() })
        }
      >
        <Box sx={{ display: 'grid', gap: 4 }}>
          <div>{t('senders.rejectDocumentText')}</div>
          <ReasonField
            value={reason}
            missing={missing}
            onChange={(text) => {
              setReason(text);
              setMissing(false);
            }}
          />
        </Box>
      </ConfirmDialog>
    </Box>
  );
}

function History({ sender }: { sender: SenderDetail }) {
  const { t } = useTranslation();
  return (
    <Section title={t('senders.page.history')}>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 3 }}>
        {sender.events.map(({ kind, timestamp, actorName, documentKind, aboutName, reason }) => (
          <Box component="li" key={`${timestamp} ${kind} ${documentKind ?? ''}`}>
            <Typography variant="body2" component="div" sx={{ fontWeight: 550 }}>
              {t(`senders.events.${kind}`, {
                document: documentKind === null ? '' : t(`senders.documentKinds.${documentKind}`),
                about: aboutName ?? t('senders.somebody'),
              })}
            </Typography>
            <Typography variant="body2" color="textSecondary" component="div">
              <Time at={timestamp} />
              {actorName === null ? '' : ` · ${t('senders.eventBy', { name: actorName })}`}
            </Typography>
            {reason !== null && (
              <Typography variant="body2" component="div" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
                {reason}
              </Typography>
            )}
          </Box>
        ))}
      </Box>
    </Section>
  );
}
