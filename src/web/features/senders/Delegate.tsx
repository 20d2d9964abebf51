import DelegateIcon from '@mui/icons-material/ShareOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { senders } from '../../../contract/api/senders.ts';
import { useGet, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { ClientPicker, type Picked } from '../../parts/ClientPicker.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FormField } from '../../ui/FormField.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { NotReadyText } from './NotReadyText.tsx';
import { SENDER_CHANGES } from './useSenderActions.tsx';
import { PlainList, Rows } from '../../ui/layout.tsx';

/** Delegates a sender ID to clients below its owner, lists them, and revokes it. */
export function Delegate() {
  const { t } = useTranslation();
  const toast = useToast();
  const [parameters, setParameters] = useSearchParams();
  const senderIdId = parameters.get('senderId') ?? '';
  const [client, setClient] = useState<Picked | null>(null);
  const [tried, setTried] = useState(false);
  const [taking, setTaking] = useState<{ clientId: string; clientName: string }>();
  const [asking, setAsking] = useState(false);
  const list = useGet(senders.list, {
    pageSize: 200,
    'filter.status': ['READY_FOR_SENDING'],
    hide_generic: true,
  });
  // The caller cannot delegate a sender ID whose owner is out of its reach.
  const offered =
    list.data?.senderIds.filter(
      ({ clientName, senderIdId: each }) => clientName !== null || each === senderIdId,
    ) ?? [];
  const detail = useGet(senders.get, { senderIdId }, { when: senderIdId !== '' });
  const name = detail.data?.senderId ?? '';
  const give = useSend(senders.delegate, {
    changes: SENDER_CHANGES,
    failed: () => undefined,
    done: () => {
      toast.success(t('senders.delegation.given', { client: client?.clientName ?? '', name }));
      setClient(null);
      setTried(false);
    },
  });
  const take = useSend(senders.delegate, {
    changes: SENDER_CHANGES,
    done: () => {
      setAsking(false);
      toast.success(t('senders.takenBack', { client: taking?.clientName ?? '', name }));
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (senderIdId === '' || !client) return;
    give.mutate({ senderIdId, clientId: client.clientId });
  }
  return (
    <Page
      title={t('senders.delegation.title')}
      purpose={t('senders.delegation.purpose')}
      back={{ to: '/dashboard/sender-ids', label: t('senders.back') }}
    >
      <Rows isFluid maxWidth={640}>
        <Section>
          {list.data && offered.length === 0 ? (
            <EmptyState
              icon={<DelegateIcon />}
              title={t('senders.delegation.none')}
              text={<NotReadyText />}
            />
          ) : (
            <Rows component="form" noValidate onSubmit={submit}>
              {give.error && <Alert severity="error">{messageOf(give.error)}</Alert>}
              <FormField
                id="sender"
                label={t('senders.delegation.sender')}
                error={
                  tried && senderIdId === '' ? t('senders.delegation.senderMissing') : undefined
                }
              >
                {(parts) => (
                  <Select
                    native
                    value={senderIdId}
                    onChange={(event) =>
                      setParameters(
                        event.target.value === '' ? {} : { senderId: event.target.value },
                        { replace: true },
                      )
                    }
                    input={<OutlinedInput />}
                    inputProps={{ id: parts.id, 'aria-describedby': parts['aria-describedby'] }}
                  >
                    <option value="">{t('senders.delegation.chooseSender')}</option>
                    {offered.map((sender) => (
                      <option
                        key={sender.senderIdId}
                        value={sender.senderIdId}
                      >{`${sender.senderId} · ${sender.country} · ${sender.clientName ?? ''}`}</option>
                    ))}
                  </Select>
                )}
              </FormField>
              <ClientPicker
                id="client"
                label={t('senders.delegation.client')}
                help={t('senders.delegation.clientHelp')}
                error={tried && !client ? t('senders.delegation.clientMissing') : undefined}
                value={client}
                onChange={setClient}
                fits={({ clientId }) => clientId !== detail.data?.clientId}
              />
              <Box>
                <Button type="submit" variant="contained" loading={give.isPending}>
                  {t('senders.delegation.give')}
                </Button>
              </Box>
            </Rows>
          )}
        </Section>
        {senderIdId !== '' && (
          <Section title={detail.data ? t('senders.delegation.who', { name }) : undefined}>
            {!detail.data &&
              (detail.error ? (
                <Alert severity="error">{messageOf(detail.error)}</Alert>
              ) : (
                <Skeleton height={60} />
              ))}
            {detail.data?.delegatedTo.length === 0 && (
              <EmptyState
                icon={<DelegateIcon />}
                title={t('senders.delegation.nobody')}
                text={t('senders.delegation.nobodyText')}
              />
            )}
            <PlainList aria-label={t('senders.page.delegated')}>
              {detail.data?.delegatedTo.map((each) => (
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
          </Section>
        )}
      </Rows>
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
    </Page>
  );
}
