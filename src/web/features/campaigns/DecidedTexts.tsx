import RevokeIcon from '@mui/icons-material/UndoOutlined';
import TextIcon from '@mui/icons-material/FactCheckOutlined';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textDecisions, type TextDecision } from '../../../contract/api/text-decisions.ts';
import { decidesOnOthers } from '../../../contract/shared/roles.ts';
import { ClientFilter } from '../../parts/clients/ClientFilter.tsx';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { Time } from '../../ui/figures/figures.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { RowMenu } from '../../ui/lists/RowMenu.tsx';
import { SearchField } from '../../ui/lists/SearchField.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { StatusChip } from '../../ui/figures/StatusChip.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';

/** Texts of software that an approver approved or declined, as long as that stands. */
export function DecidedTexts() {
  const { t } = useTranslation();
  const toast = useToast();
  const list = useListAddress();
  const decides = decidesOnOthers(useMe());
  const clientId = list.value('client');
  const [revoking, setRevoking] = useState<TextDecision | null>(null);
  const query = useGet(
    textDecisions.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.clientIds': clientId === '' ? [] : [clientId],
      'filter.query': list.value('q'),
    },
    { keep: true },
  );
  const revoke = useSend(textDecisions.revoke, {
    changes: [textDecisions.list],
    done: () => {
      setRevoking(null);
      toast.success(t('approval.revoked'));
    },
  });
  return (
    <Page
      title={t('approval.decided')}
      purpose={t('approval.decidedPurpose')}
      back={{ to: '/dashboard/campaigns', label: t('campaigns.title') }}
    >
      <DataTable
        label={t('approval.decided')}
        query={query}
        rowsOf={(page) => page.textDecisions}
        keyOf={({ decisionId }) => decisionId}
        list={list}
        filters={['q', 'client']}
        nameLabel={t('approval.text')}
        nameWidth={34}
        name={({ text, campaignId }) => ({
          text,
          to: `/dashboard/campaigns/${campaignId}`,
          isText: true,
        })}
        columns={useColumns()}
        rowMenu={
          decides
            ? (row) => (
                <RowMenu
                  name={row.text}
                  actions={[
                    {
                      key: 'revoke',
                      label: t('approval.revoke'),
                      icon: <RevokeIcon />,
                      danger: true,
                      act: () => setRevoking(row),
                    },
                  ]}
                />
              )
            : undefined
        }
        toolbar={
          <>
            <SearchField
              label={t('approval.search')}
              hint={t('approval.searchHint')}
              value={list.value('q')}
              onChange={(text) => list.filter({ q: text === '' ? [] : [text] })}
            />
            <ClientFilter
              name={t('campaigns.owner')}
              clientId={clientId}
              onChange={(client) => list.filter({ client: client === '' ? [] : [client] })}
            />
          </>
        }
        empty={
          <EmptyState
            icon={<TextIcon />}
            title={t('approval.noneDecided')}
            text={t('approval.noneDecidedText')}
          />
        }
      />
      <ConfirmDialog
        open={revoking !== null}
        title={t('approval.revokeTitle')}
        action={t('approval.revoke')}
        danger
        busy={revoke.isPending}
        onClose={() => setRevoking(null)}
        onConfirm={() => {
          if (revoking) revoke.mutate({ decisionId: revoking.decisionId });
        }}
      >
        {revoking &&
          t(revoking.isApproved ? 'approval.revokeApproved' : 'approval.revokeDeclined', {
            client: revoking.clientName,
          })}
      </ConfirmDialog>
    </Page>
  );
}

function useColumns(): Column<TextDecision>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'decision',
      label: t('approval.decision'),
      onPhone: 'chip',
      cell: ({ isApproved }) => <StatusChip status={isApproved ? 'APPROVED' : 'DECLINED'} />,
    },
    {
      key: 'by',
      label: t('approval.decidedBy'),
      from: 820,
      width: 30,
      onPhone: 'line',
      cell: ({ decidedBy, reason }) => [decidedBy, reason].filter(Boolean).join(': '),
    },
    {
      key: 'client',
      label: t('campaigns.owner'),
      from: 700,
      width: 16,
      onPhone: 'line',
      cell: ({ clientName }) => clientName,
    },
    {
      key: 'sender',
      label: t('approval.sender'),
      from: 1060,
      onPhone: 'line',
      cell: ({ senderId }) => senderId,
    },
    {
      key: 'when',
      label: t('approval.decidedAt'),
      figure: true,
      onPhone: 'line',
      cell: ({ decideTimestamp }) => <Time at={decideTimestamp} />,
    },
    {
      key: 'until',
      label: t('approval.standsUntil'),
      figure: true,
      from: 900,
      onPhone: true,
      cell: ({ endTimestamp }) =>
        endTimestamp === null ? t('approval.untilRevoked') : <Time at={endTimestamp} />,
    },
  ];
}
