import DoneIcon from '@mui/icons-material/TaskAltOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { campaigns } from '../../../../contract/api/campaigns.ts';
import {
  restorations,
  type Restoration as HeldRestoration,
} from '../../../../contract/api/quarantine.ts';
import { useGet, useSend } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Facts, Page, Section } from '../../../ui/page/Page.tsx';
import { EmptyState, ErrorState } from '../../../ui/page/states.tsx';
import { StatusChip } from '../../../ui/figures/StatusChip.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { Rows, SideScroll } from '../../../ui/page/layout.tsx';

/** After a restore: the work that is held, and the confirmation that releases it. */
export function Restoration() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const toast = useToast();
  const query = useGet(restorations.get, {});
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useSend(restorations.release, {
    changes: [restorations.get, campaigns.list],
    done: () => {
      setAsking(false);
      toast.success(t('restoration.released'));
    },
  });
  const held = query.data?.restoration;
  return (
    <Page
      title={t('restoration.title')}
      purpose={t('restoration.purpose')}
      actions={
        held && (
          <Button variant="contained" onClick={() => setAsking(true)}>
            {t('restoration.release')}
          </Button>
        )
      }
    >
      {query.error && (
        <ErrorState
          title={t('list.failed')}
          text={messageOf(query.error)}
          retry={() => void query.refetch()}
        />
      )}
      {query.isPending && <Skeleton variant="rounded" height={320} />}
      {query.data && !held && (
        <Section>
          <EmptyState
            icon={<DoneIcon />}
            title={t('restoration.none')}
            text={t('restoration.noneText')}
          />
        </Section>
      )}
      {held && <Held held={held} />}
      {held && (
        <ConfirmDialog
          open={asking}
          title={t('restoration.sure')}
          action={t('restoration.release')}
          busy={isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => mutate({ restorationId: held.restorationId })}
        >
          {t('restoration.sureText', {
            messages: t('restoration.messages', {
              count: held.campaignMessages + held.singles,
              value: number(held.campaignMessages + held.singles),
            }),
          })}
        </ConfirmDialog>
      )}
    </Page>
  );
}

function Held({ held }: { held: HeldRestoration }) {
  const { t } = useTranslation();
  const { exact, minute, number } = useFormat();
  return (
    <Rows>
      <Alert severity="warning">{t('restoration.warning')}</Alert>
      <Section title={t('restoration.facts')}>
        <Facts
          rows={[
            [t('restoration.backupAt'), exact(held.backupTimestamp)],
            [t('restoration.restoredAt'), exact(held.restoredTimestamp)],
            [t('restoration.file'), held.file],
            held.campaignCount === 0
              ? null
              : [
                  t('restoration.campaignMessages'),
                  t('restoration.inCampaigns', {
                    messages: t('restoration.messages', {
                      count: held.campaignMessages,
                      value: number(held.campaignMessages),
                    }),
                    campaigns: t('restoration.campaigns', {
                      count: held.campaignCount,
                      value: number(held.campaignCount),
                    }),
                  }),
                ],
            held.singles === 0
              ? null
              : [
                  t('restoration.singles'),
                  t('restoration.ofAccounts', {
                    messages: t('restoration.messages', {
                      count: held.singles,
                      value: number(held.singles),
                    }),
                    accounts: t('restoration.accounts', {
                      count: held.clients,
                      value: number(held.clients),
                    }),
                  }),
                ],
            held.webhooks + held.mails + held.others === 0
              ? null
              : [
                  t('restoration.outgoing'),
                  t('restoration.outgoingText', {
                    webhooks: number(held.webhooks),
                    mails: number(held.mails),
                    others: number(held.others),
                  }),
                ],
            held.ambiguous === 0
              ? null
              : [
                  t('restoration.ambiguous'),
                  t('restoration.ambiguousText', {
                    messages: t('restoration.messages', {
                      count: held.ambiguous,
                      value: number(held.ambiguous),
                    }),
                  }),
                ],
          ]}
        />
      </Section>
      {held.campaigns.length > 0 && (
        <Section title={t('restoration.waiting')} flush>
          <SideScroll tabIndex={0} role="region" aria-label={t('restoration.waiting')}>
            <Table size="small">
              <TableHead>
                <TableRow>
                  <TableCell>{t('restoration.campaign')}</TableCell>
                  <TableCell align="right">{t('restoration.left')}</TableCell>
                  {[
                    t('restoration.account'),
                    t('restoration.status'),
                    t('restoration.schedule'),
                  ].map((head) => (
                    <TableCell key={head}>{head}</TableCell>
                  ))}
                </TableRow>
              </TableHead>
              <TableBody>
                {held.campaigns.map(
                  ({
                    campaignId,
                    campaignName,
                    clientName,
                    status,
                    messages,
                    scheduleTimestamp,
                  }) => (
                    <TableRow key={campaignId}>
                      <TableCell sx={{ minWidth: 160 }}>
                        <Link component={RouterLink} to={`/dashboard/campaigns/${campaignId}`}>
                          {campaignName}
                        </Link>
                      </TableCell>
                      <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                        {number(messages)}
                      </TableCell>
                      <TableCell sx={{ minWidth: 140 }}>{clientName}</TableCell>
                      <TableCell>
                        <StatusChip status={status} />
                      </TableCell>
                      <TableCell sx={{ whiteSpace: 'nowrap' }}>
                        {scheduleTimestamp === null ? '–' : minute(scheduleTimestamp)}
                      </TableCell>
                    </TableRow>
                  ),
                )}
              </TableBody>
            </Table>
          </SideScroll>
          {held.campaignCount > held.campaigns.length && (
            <Typography variant="body2" color="textSecondary" sx={{ px: 5, py: 3 }}>
              {t('restoration.more', {
                count: held.campaignCount - held.campaigns.length,
                value: number(held.campaignCount - held.campaigns.length),
              })}
            </Typography>
          )}
        </Section>
      )}
    </Rows>
  );
}
