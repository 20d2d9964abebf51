import DelegateIcon from '@mui/icons-material/ShareOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { senders, type Sender, type SenderDetail } from '../../../contract/api/senders.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { NextSteps } from '../../parts/NextSteps.tsx';
import { useLongList } from '../../parts/useLongList.ts';
import { ClientPicker, type Picked } from '../../parts/clients/ClientPicker.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';
import { Page, Section } from '../../ui/page/Page.tsx';
import { SearchSelect } from '../../ui/fields/SearchSelect.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useListed } from '../../ui/lists/useListed.ts';
import { useFields } from '../../ui/fields/useFields.ts';
import { NotReadyText } from './NotReadyText.tsx';
import { SENDER_CHANGES } from './useSenderActions.tsx';
import { Beside, PlainList, Rows } from '../../ui/page/layout.tsx';

type DelegateForm = { senderIdId: string; client: Picked | null };

/** Delegates a sender ID to clients below its owner, lists them, and revokes it. */
export function Delegate() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const senderIdId = parameters.get('senderId') ?? '';
  const detail = useGet(senders.get, { senderIdId }, { when: senderIdId !== '' });
  return (
    <Page
      title={t('senders.delegation.title')}
      purpose={t('senders.delegation.purpose')}
      back={{ to: '/dashboard/sender-ids', label: t('senders.back') }}
    >
      <Beside aside={<Has senderIdId={senderIdId} />}>
        <Section>
          <Giving
            senderIdId={senderIdId}
            detail={detail.data}
            onChoose={(chosen) =>
              setParameters(chosen === '' ? {} : { senderId: chosen }, { replace: true })
            }
          />
        </Section>
      </Beside>
    </Page>
  );
}

/** The holders of the chosen sender ID; the meaning of a delegation before one is chosen. */
function Has({ senderIdId }: { senderIdId: string }) {
  const { t } = useTranslation();
  const detail = useGet(senders.get, { senderIdId }, { when: senderIdId !== '' });
  const next = (
    <NextSteps steps={[t('senders.delegation.steps.send'), t('senders.delegation.steps.back')]} />
  );
  if (senderIdId === '') return next;
  if (detail.data)
    return (
      <>
        <Given sender={detail.data} />
        {next}
      </>
    );
  return (
    <Section>
      {detail.error ? (
        <Alert severity="error">{messageOf(detail.error)}</Alert>
      ) : (
        <Skeleton height={60} />
      )}
    </Section>
  );
}

/** The form that gives a sender ID to a client. */
function Giving({
  senderIdId,
  detail,
  onChoose,
}: {
  senderIdId: string;
  detail: SenderDetail | undefined;
  onChoose(senderIdId: string): void;
}) {
  const { t } = useTranslation();
  const { country } = useFormat();
  const listed = useListed();
  const toast = useToast();
  const me = useMe();
  const { page, isLong, isLoading, search } = useLongList(senders.list, {
    'filter.status': ['READY_FOR_SENDING'],
    hide_generic: true,
  });
  // The caller cannot delegate a sender ID whose owner is out of its reach.
  const offered =
    page?.senderIds.filter(
      ({ clientName, senderIdId: each }) => clientName !== null || each === senderIdId,
    ) ?? [];
  // The owner is told where it is another account.
  const labelOf = (each: Sender) =>
    [
      `${each.senderId}, ${country(each.country)}`,
      each.clientId === me.clientId ? null : each.clientName,
    ]
      .filter(Boolean)
      .join(' · ');
  const stateOf = ({ registrations, notApprovedBy }: SenderDetail) => {
    const approved = registrations.filter(({ status }) => status === 'APPROVED');
    return [
      approved.length > 0
        ? t('senders.delegation.readyOn', {
            networks: listed(approved.map(({ operator }) => operator)),
          })
        : notApprovedBy.length === 0 && t('senders.delegation.ready'),
      notApprovedBy.length > 0 &&
        t('senders.delegation.notYet', { networks: listed(notApprovedBy) }),
    ]
      .filter(Boolean)
      .join(' ');
  };
  const fields = useFields<DelegateForm>({
    rules: z.object({
      senderIdId: z.string().check(z.minLength(1, t('senders.delegation.senderMissing'))),
      client: z
        .custom<Picked | null>()
        .check(
          z.refine((client) => client !== null, { error: t('senders.delegation.clientMissing') }),
        ),
    }),
    values: { senderIdId, client: null },
    aliases: { clientId: 'client' },
  });
  const sender = useController({ control: fields.control, name: 'senderIdId' });
  const client = useController({ control: fields.control, name: 'client' });
  const give = useSend(senders.delegate, {
    changes: SENDER_CHANGES,
    failed: fields.failed,
    done: () => {
      toast.success(
        t('senders.delegation.given', {
          client: client.field.value?.clientName ?? '',
          name: detail?.senderId ?? '',
        }),
      );
      fields.reset({ senderIdId, client: null });
    },
  });
  // The only one that can be delegated is chosen already, so that its clients show at once.
  const only = !isLong && offered.length === 1 ? offered[0]!.senderIdId : '';
  const wasOffered = useRef(senderIdId !== '');
  useEffect(() => {
    if (wasOffered.current || only === '') return;
    wasOffered.current = true;
    sender.field.onChange(only);
    onChoose(only);
  }, [only, onChoose, sender.field]);
  if (page && !isLong && offered.length === 0)
    return (
      <EmptyState
        icon={<DelegateIcon />}
        title={t('senders.delegation.none')}
        text={<NotReadyText />}
      />
    );
  return (
    <Rows
      component="form"
      noValidate
      onSubmit={fields.submit((form) =>
        give.mutate({ senderIdId: form.senderIdId, clientId: form.client!.clientId }),
      )}
    >
      {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
      <SearchSelect
        name="senderIdId"
        label={t('senders.delegation.sender')}
        help={detail && stateOf(detail)}
        error={sender.fieldState.error?.message}
        none={t('senders.delegation.chooseSender')}
        isLong={isLong}
        isLoading={isLoading}
        search={search}
        value={sender.field.value}
        chosenLabel={detail && labelOf(detail)}
        onChange={(chosen) => {
          sender.field.onChange(chosen);
          onChoose(chosen);
        }}
        choices={offered.map((each) => ({ value: each.senderIdId, label: labelOf(each) }))}
      />
      <ClientPicker
        id="client"
        label={t('senders.delegation.client')}
        help={t(
          detail?.clientId === me.clientId
            ? 'senders.delegation.clientHelpOwn'
            : 'senders.delegation.clientHelp',
        )}
        error={client.fieldState.error?.message}
        value={client.field.value}
        onChange={client.field.onChange}
        fits={({ clientId }) => clientId !== detail?.clientId}
      />
      <Box>
        <Button type="submit" variant="contained" loading={give.isPending}>
          {detail && client.field.value
            ? t('senders.delegation.giveTo', {
                name: detail.senderId,
                client: client.field.value.clientName,
              })
            : t('senders.delegation.give')}
        </Button>
      </Box>
    </Rows>
  );
}

/** The clients that have a sender ID, each of which can lose it again. */
function Given({ sender }: { sender: SenderDetail }) {
  const { t } = useTranslation();
  const toast = useToast();
  const [taking, setTaking] = useState<{ clientId: string; clientName: string }>();
  const [asking, setAsking] = useState(false);
  const { senderIdId, senderId: name, delegatedTo } = sender;
  const take = useSend(senders.delegate, {
    changes: SENDER_CHANGES,
    done: () => {
      setAsking(false);
      toast.success(t('senders.takenBack', { client: taking?.clientName ?? '', name }));
    },
  });
  return (
    <Section title={t('senders.delegation.who', { name })}>
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', mb: 3 }}>
        <Typography sx={{ flex: 1, minWidth: 0 }} noWrap>
          {sender.clientName ?? t('senders.delegation.ownerHidden')}
        </Typography>
        {sender.clientName !== null && (
          <Typography variant="body2" color="textSecondary" sx={{ flex: 'none' }}>
            {t('senders.delegation.owner')}
          </Typography>
        )}
      </Box>
      {delegatedTo.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('senders.delegation.nobody')}
        </Typography>
      )}
      <PlainList aria-label={t('senders.page.delegated')}>
        {delegatedTo.map((each) => (
          <Box
            component="li"
            key={each.clientId}
            sx={{ display: 'flex', gap: 3, alignItems: 'center' }}
          >
            <Typography sx={{ flex: 1, minWidth: 0 }} noWrap>
              {each.clientName}
            </Typography>
            <Button
              size="small"
              variant="outlined"
              color="error"
              aria-label={`${t('senders.takeBack')}: ${each.clientName}`}
              onClick={() => {
                setTaking(each);
                setAsking(true);
              }}
            >
              {t('senders.takeBack')}
            </Button>
          </Box>
        ))}
      </PlainList>
      {taking && (
        <ConfirmDialog
          open={asking}
          title={t('senders.takeBackTitle', { name, client: taking.clientName })}
          action={t('senders.takeBack')}
          danger
          busy={take.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => take.mutate({ senderIdId, clientId: taking.clientId, delegated: false })}
        >
          {t('senders.takeBackText')}
        </ConfirmDialog>
      )}
    </Section>
  );
}
