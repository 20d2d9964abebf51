import BlockIcon from '@mui/icons-material/BlockOutlined';
import UnblockIcon from '@mui/icons-material/RestartAltOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { blockedNumbers, type BlockedNumber } from '../../../../contract/api/blocked-numbers.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { useGet, useMe, useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import { Time, useFormat } from '../../../ui/figures/figures.tsx';
import { RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { SearchField } from '../../../ui/lists/SearchField.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { ContactsFrame } from '../ContactsFrame.tsx';
import { NumbersDialog } from '../NumbersDialog.tsx';

/** Numbers that no account of the platform may send to. */
export function Blocked() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const toast = useToast();
  const list = useListAddress();
  const may = reachOf(me.clientAccessLevel, 'platform.edit') !== undefined;
  const readsAudit = reachOf(me.clientAccessLevel, 'audit') !== undefined;
  const query = useGet(
    blockedNumbers.list,
    { pageSize: list.pageSize, pageToken: list.token, 'filter.query': list.value('q') },
    { keep: true },
  );
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState<{ rows: readonly BlockedNumber[]; clear?: () => void } | null>(
    null,
  );
  const changes = [blockedNumbers.list];
  const add = useSend(blockedNumbers.add, {
    changes,
    failed: () => undefined,
    done: ({ added }) => {
      setAdding(false);
      toast.success(t('contacts.blockedDone', { count: added, value: number(added) }));
    },
  });
  const remove = useSend(blockedNumbers.remove, {
    changes,
    done: ({ removed }) => {
      asked?.clear?.();
      setAsked(null);
      toast.success(t('contacts.unblocked', { count: removed, value: number(removed) }));
    },
  });
  const open = may && (
    <Button
      variant="contained"
      startIcon={<BlockIcon />}
      onClick={() => {
        setAdding(true);
      }}
    >
      {t('contacts.block')}
    </Button>
  );
  const count = asked?.rows.length ?? 0;
  return (
    <ContactsFrame tab="blocked" purpose={t('contacts.blockedPurpose')} actions={open}>
      <DataTable
        label={t('contacts.tabs.blocked')}
        query={query}
        rowsOf={(page) => page.blockedNumbers}
        keyOf={({ phone }) => phone}
        list={list}
        filters={['q']}
        nameLabel={t('contacts.phone')}
        nameWidth={15}
        nameFigure
        name={({ phone }) => ({ text: phone })}
        columns={[
          {
            key: 'reason',
            label: t('contacts.reason'),
            onPhone: 'line',
            grows: true,
            cell: ({ reason }) => reason,
          },
          ...(readsAudit
            ? [
                {
                  key: 'blockedBy',
                  label: t('contacts.blockedBy'),
                  cell: ({ actorName }: BlockedNumber) => actorName ?? '–',
                },
              ]
            : []),
          {
            key: 'when',
            label: t('contacts.when'),
            figure: true,
            onPhone: 'line',
            cell: ({ timestamp }) => <Time at={timestamp} />,
          },
        ]}
        rowMenu={
          may
            ? (row) => (
                <RowMenu
                  name={row.phone}
                  actions={[
                    {
                      key: 'unblock',
                      label: t('contacts.unblock'),
                      icon: <UnblockIcon />,
                      act: () => setAsked({ rows: [row] }),
                    },
                  ]}
                />
              )
            : undefined
        }
        {...(may && {
          selection: {
            actions: (rows: readonly BlockedNumber[], clear: () => void) => (
              <Button
                size="small"
                startIcon={<UnblockIcon />}
                onClick={() => setAsked({ rows, clear })}
              >
                {t('contacts.unblock')}
              </Button>
            ),
          },
        })}
        toolbar={
          <SearchField
            label={t('contacts.optOutSearch')}
            hint={t('contacts.optOutSearchHint')}
            value={list.value('q')}
            onChange={(text) => list.filter({ q: text === '' ? [] : [text] })}
          />
        }
        empty={
          <EmptyState
            icon={<BlockIcon />}
            title={t('contacts.blockedEmpty')}
            text={t('contacts.blockedEmptyText')}
            action={open}
          />
        }
      />
      {adding && (
        <NumbersDialog
          title={t('contacts.blockTitle')}
          text={t('contacts.blockText')}
          action={t('contacts.block')}
          about={{
            name: 'reason',
            label: t('contacts.reason'),
            missing: t('contacts.reasonMissing'),
          }}
          onSubmit={(phones, reason) => add.mutateAsync({ phones, reason })}
          onClose={() => setAdding(false)}
        />
      )}
      <ConfirmDialog
        open={asked !== null}
        title={t('contacts.unblockTitle')}
        action={t('contacts.unblock')}
        danger
        busy={remove.isPending}
        onClose={() => setAsked(null)}
        onConfirm={() => remove.mutate({ phones: asked?.rows.map(({ phone }) => phone) ?? [] })}
      >
        {t('contacts.unblockText', { count, value: number(count) })}
      </ConfirmDialog>
    </ContactsFrame>
  );
}
