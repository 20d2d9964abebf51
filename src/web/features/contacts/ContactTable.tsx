import AddIcon from '@mui/icons-material/GroupAddOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import RemoveIcon from '@mui/icons-material/GroupRemoveOutlined';
import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { contactGroups, type ContactGroup } from '../../../contract/api/contact-groups.ts';
import { contacts, type Contact } from '../../../contract/api/contacts.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { download } from '../../api/call.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { ClientFilter } from '../../parts/clients/ClientFilter.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';
import { RowMenu } from '../../ui/lists/RowMenu.tsx';
import { SearchField } from '../../ui/lists/SearchField.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { AddToGroupDialog } from './groups/AddToGroupDialog.tsx';
import { ContactDialog } from './ContactDialog.tsx';
import { nameOf } from './contactText.ts';
import { useContactColumns } from './useContactColumns.tsx';

/** Taking contacts out of the group, or deleting them. */
type Removal = 'remove' | 'delete';

/** Contacts as a list: all of them, or those of one group. */
export function ContactTable({ group, empty }: { group?: ContactGroup; empty: ReactNode }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const toast = useToast();
  const list = useListAddress();
  const clientId = group?.clientId ?? (list.value('client') || me.clientId);
  const own = clientId === me.clientId;
  const looks =
    group === undefined &&
    reachOf(me.clientAccessLevel, 'messaging.read') !== 'own' &&
    reachOf(me.clientAccessLevel, 'clients.read') !== undefined;
  const query = useGet(
    contacts.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.query': list.value('q'),
      'filter.clientIds': [clientId],
      ...(group && { 'filter.groupIds': [group.groupId] }),
    },
    { keep: true },
  );
  // The open dialog is in the address: the row is a link, and back closes it.
  const [parameters, setParameters] = useSearchParams();
  const edited = own ? (parameters.get('edit') ?? '') : '';
  const editing = useGet(
    contacts.get,
    { contactId: edited },
    { when: edited !== '', forForm: true },
  );
  const withEdit = (contactId: string | null) => {
    const next = new URLSearchParams(parameters);
    if (contactId === null) next.delete('edit');
    else next.set('edit', contactId);
    return next;
  };
  const [adding, setAdding] = useState<{ rows: readonly Contact[]; clear(): void } | null>(null);
  const [asked, setAsked] = useState<{
    what: Removal;
    rows: readonly Contact[];
    clear?: () => void;
  } | null>(null);
  const changes = [contacts.list, contactGroups.list, contactGroups.get];
  const end = () => {
    asked?.clear?.();
    setAsked(null);
  };
  const remove = useSend(contactGroups.removeContacts, {
    changes,
    done: () => {
      end();
      toast.success(t('contacts.removed'));
    },
  });
  const erase = useSend(contacts.removeMany, {
    changes,
    done: ({ deleted }) => {
      end();
      toast.success(t('contacts.deleted', { count: deleted, value: number(deleted) }));
    },
  });

  const columns = useContactColumns(query.data?.contacts ?? [], group?.groupId);
  const wholeExports = (['XLSX', 'CSV'] as const).map((format) => ({
    label: t(`contacts.exportAs.${format}`),
    run: () =>
      download(
        contacts.download,
        { ...(group && { groupId: group.groupId }), format },
        `contacts.${format.toLowerCase()}`,
      ),
  }));
  const ask = (what: Removal, rows: readonly Contact[], clear?: () => void) =>
    setAsked({ what, rows, ...(clear && { clear }) });
  const count = asked?.rows.length ?? 0;
  const removes = asked?.what === 'remove';

  return (
    <>
      <DataTable
        label={t('contacts.tabs.contacts')}
        query={query}
        rowsOf={(page) => page.contacts}
        keyOf={({ contactId }) => contactId}
        list={list}
        filters={['q', 'client']}
        nameLabel={t('contacts.name')}
        nameWidth={20}
        name={(contact) => ({
          text: nameOf(contact) || contact.phone,
          ...(own && { to: `?${withEdit(contact.contactId).toString()}` }),
        })}
        columns={columns}
        wholeExports={own ? wholeExports : []}
        empty={empty}
        rowMenu={
          own
            ? (contact) => (
                <ContactMenu
                  name={nameOf(contact) || contact.phone}
                  editTo={`?${withEdit(contact.contactId).toString()}`}
                  isGroup={group !== undefined}
                  onAdd={() => setAdding({ rows: [contact], clear: () => {} })}
                  onAsk={(what) => ask(what, [contact])}
                />
              )
            : undefined
        }
        {...(own && {
          selection: {
            actions: (rows: readonly Contact[], clear: () => void) => (
              <SelectionActions
                isGroup={group !== undefined}
                onAdd={() => setAdding({ rows, clear })}
                onAsk={(what) => ask(what, rows, clear)}
              />
            ),
          },
        })}
        toolbar={
          <>
            <SearchField
              label={t('contacts.search')}
              hint={t('contacts.searchHint')}
              value={list.value('q')}
              onChange={(text) => list.filter({ q: text === '' ? [] : [text] })}
            />
            {looks && (
              <ClientFilter
                name={t('contacts.ofClient')}
                clientId={list.value('client')}
                onChange={(client) => list.filter({ client: client === '' ? [] : [client] })}
              />
            )}
          </>
        }
      />
      {edited !== '' && editing.data && (
        <ContactDialog
          key={edited}
          contact={editing.data}
          onClose={() => setParameters(withEdit(null))}
        />
      )}
      {adding && (
        <AddToGroupDialog
          contacts={adding.rows}
          onClose={() => setAdding(null)}
          onDone={adding.clear}
        />
      )}
      <ConfirmDialog
        open={asked !== null}
        title={removes ? t('contacts.removeTitle') : t('contacts.deleteTitle')}
        action={removes ? t('contacts.remove') : t('contacts.delete')}
        danger
        busy={remove.isPending || erase.isPending}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          const contactIds = asked?.rows.map((row) => row.contactId) ?? [];
          if (removes && group) remove.mutate({ groupId: group.groupId, contactIds });
          else erase.mutate({ contactIds });
        }}
      >
        {removes
          ? t('contacts.removeText', { count, value: number(count), name: group?.groupName ?? '' })
          : t('contacts.deleteText', { count, value: number(count) })}
      </ConfirmDialog>
    </>
  );
}

type Actions = { isGroup: boolean; onAdd(): void; onAsk(what: Removal): void };

function ContactMenu({
  name,
  editTo,
  isGroup,
  onAdd,
  onAsk,
}: Actions & { name: string; editTo: string }) {
  const { t } = useTranslation();
  const removal = {
    key: 'remove',
    label: t('contacts.remove'),
    icon: <RemoveIcon />,
    act: () => onAsk('remove'),
  };
  return (
    <RowMenu
      name={name}
      actions={[
        { key: 'edit', label: t('contacts.edit'), icon: <EditIcon />, to: editTo },
        { key: 'add', label: t('contacts.addToGroup'), icon: <AddIcon />, act: onAdd },
        ...(isGroup ? [removal] : []),
        {
          key: 'delete',
          label: t('contacts.delete'),
          icon: <DeleteIcon />,
          danger: true,
          act: () => onAsk('delete'),
        },
      ]}
    />
  );
}

/** The same for the selected rows. */
function SelectionActions({ isGroup, onAdd, onAsk }: Actions) {
  const { t } = useTranslation();
  return (
    <>
      <Button size="small" startIcon={<AddIcon />} onClick={onAdd}>
        {t('contacts.addToGroup')}
      </Button>
      {isGroup && (
        <Button size="small" startIcon={<RemoveIcon />} onClick={() => onAsk('remove')}>
          {t('contacts.remove')}
        </Button>
      )}
      <Button size="small" color="error" startIcon={<DeleteIcon />} onClick={() => onAsk('delete')}>
        {t('contacts.delete')}
      </Button>
    </>
  );
}
