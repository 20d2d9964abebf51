import ClearIcon from '@mui/icons-material/GroupRemoveOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import StopIcon from '@mui/icons-material/StopCircleOutlined';
import GroupsIcon from '@mui/icons-material/PeopleAltOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import ImportIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  contactGroups,
  type ContactGroup,
  type Emptying as How,
} from '../../../../contract/api/contact-groups.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { LIVE, useGet, useMe } from '../../../parts/queries.ts';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import { type Column } from '../../../ui/data-table/column.ts';
import { Time, useFormat } from '../../../ui/figures/figures.tsx';
import { RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { SearchField } from '../../../ui/lists/SearchField.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { groupAddress, IMPORT, sendAddress } from '../addresses.ts';
import { ContactsFrame } from '../ContactsFrame.tsx';
import { GroupDialog } from './GroupDialog.tsx';
import { useGroupQuestions } from './useGroupQuestions.tsx';

const FEWEST_COMPARED = 3;

/** The own groups. */
export function GroupList() {
  const { t } = useTranslation();
  const me = useMe();
  const list = useListAddress();
  const [editing, setEditing] = useState<ContactGroup | 'new' | null>(null);
  const questions = useGroupQuestions();
  const query = useGet(
    contactGroups.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.query': list.value('q'),
      'filter.clientIds': [me.clientId],
    },
    {
      keep: true,
      every: (page) => (page?.groups.some(({ emptying }) => emptying !== null) ? LIVE : false),
    },
  );
  const counts = (query.data?.groups ?? []).map(({ contactCount }) => contactCount);
  // Bars compare: two groups, or several of one size beside empty ones, need none.
  const isCompared =
    counts.length >= FEWEST_COMPARED && new Set(counts.filter((count) => count > 0)).size > 1;
  const columns = useColumns(isCompared ? Math.max(...counts) : undefined);
  const sends = reachOf(me.clientAccessLevel, 'messaging.send') !== undefined;
  const create = (
    <Button variant="contained" startIcon={<GroupsIcon />} onClick={() => setEditing('new')}>
      {t('contacts.newGroup')}
    </Button>
  );
  return (
    <ContactsFrame
      tab="groups"
      purpose={t('contacts.groupsPurpose')}
      actions={
        <>
          <Button
            variant="outlined"
            color="inherit"
            component={Link}
            to={IMPORT}
            startIcon={<ImportIcon />}
          >
            {t('contacts.import')}
          </Button>
          {create}
        </>
      }
    >
      <DataTable
        label={t('contacts.tabs.groups')}
        query={query}
        rowsOf={(page) => page.groups}
        keyOf={({ groupId }) => groupId}
        list={list}
        filters={['q']}
        nameLabel={t('contacts.groupName')}
        nameWidth={26}
        name={({ groupName, groupId }) => ({ text: groupName, to: groupAddress(groupId) })}
        columns={columns}
        rowMenu={(group) => (
          <RowMenu
            name={group.groupName}
            actions={[
              ...(sends && group.emptying === null && group.contactCount > 0
                ? [
                    {
                      key: 'send',
                      label: t('dashboard.send'),
                      icon: <SendIcon />,
                      to: sendAddress(group.groupId),
                    },
                  ]
                : []),
              {
                key: 'edit',
                label: t('contacts.editGroup'),
                icon: <EditIcon />,
                act: () => setEditing(group),
              },
              ...(group.emptying !== null
                ? [
                    {
                      key: 'stop',
                      label: t('contacts.emptyingStop'),
                      icon: <StopIcon />,
                      danger: true,
                      act: () => questions.stop(group),
                    },
                  ]
                : [
                    ...(group.contactCount > 0
                      ? [
                          {
                            key: 'clear',
                            label: t('contacts.clear'),
                            icon: <ClearIcon />,
                            danger: true,
                            act: () => questions.clear(group),
                          },
                        ]
                      : []),
                    {
                      key: 'delete',
                      label: t('contacts.deleteGroup'),
                      icon: <DeleteIcon />,
                      danger: true,
                      act: () => questions.remove(group),
                    },
                  ]),
            ]}
          />
        )}
        toolbar={
          <SearchField
            label={t('contacts.groupSearch')}
            hint={t('contacts.groupSearchHint')}
            value={list.value('q')}
            onChange={(text) => list.filter({ q: text === '' ? [] : [text] })}
          />
        }
        empty={
          <EmptyState
            icon={<GroupsIcon />}
            title={t('contacts.groupsEmpty')}
            text={t('contacts.groupsEmptyText')}
            action={create}
          />
        }
      />
      {editing !== null && (
        <GroupDialog group={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      {questions.dialog}
    </ContactsFrame>
  );
}

/** @param most the contacts of the largest group on the page, where bars compare them */
function useColumns(most: number | undefined): Column<ContactGroup>[] {
  const { t } = useTranslation();
  const { number } = useFormat();
  return [
    {
      key: 'description',
      label: t('contacts.description'),
      from: 640,
      grows: true,
      onPhone: true,
      cell: ({ description }) => description || null,
    },
    {
      key: 'count',
      label: t('contacts.count'),
      figure: true,
      onPhone: true,
      cell: ({ contactCount, emptying }) =>
        emptying !== null ? (
          <Emptying how={emptying} left={number(contactCount)} />
        ) : most === undefined ? (
          number(contactCount)
        ) : (
          <Count count={contactCount} most={most} />
        ),
      value: ({ contactCount }) => contactCount,
    },
    {
      key: 'created',
      label: t('contacts.created'),
      figure: true,
      from: 480,
      onPhone: true,
      cell: ({ createTimestamp }) => <Time at={createTimestamp} />,
    },
  ];
}

/** A count with its share of the largest as a bar. */
function Count({ count, most }: { count: number; most: number }) {
  const { number } = useFormat();
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 3, verticalAlign: 'middle' }}
    >
      <Box
        component="span"
        aria-hidden="true"
        sx={(theme) => ({
          display: { xs: 'none', sm: 'block' },
          width: 72,
          height: 6,
          borderRadius: '3px',
          overflow: 'hidden',
          backgroundColor: theme.vars?.palette.surface.sunken,
        })}
      >
        <Box
          component="span"
          sx={(theme) => ({
            display: 'block',
            height: '100%',
            // A share of the whole bar; the smallest group is seen too.
            width: count === 0 ? 0 : Math.max(0.02, count / most),
            backgroundColor: theme.vars?.palette.data.main,
          })}
        />
      </Box>
      <Box component="span" sx={{ minWidth: '5ch' }}>
        {number(count)}
      </Box>
    </Box>
  );
}

/** How many are left in a group that is being emptied, and what is done to it. */
function Emptying({ how, left }: { how: How; left: string }) {
  const { t } = useTranslation();
  return (
    <Box component="span" sx={{ display: 'inline-block' }}>
      {left}
      <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: 12 }}>
        {t(`contacts.emptying.${how}`)}
      </Box>
    </Box>
  );
}
