import ClearIcon from '@mui/icons-material/GroupRemoveOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import GroupsIcon from '@mui/icons-material/PeopleAltOutlined';
import ImportIcon from '@mui/icons-material/UploadFileOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import NewIcon from '@mui/icons-material/PersonAddOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { contactGroups } from '../../../../contract/api/contact-groups.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { LIVE, useGet, useMe } from '../../../parts/queries.ts';
import { CallError } from '../../../api/request.ts';
import { messageOf } from '../../../api/call.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { EmptyState, ErrorState } from '../../../ui/page/states.tsx';
import { GROUPS, IMPORT, sendAddress } from '../addresses.ts';
import { ContactDialog } from '../ContactDialog.tsx';
import { ContactTable } from '../ContactTable.tsx';
import { GroupDialog } from './GroupDialog.tsx';
import { useGroupQuestions } from './useGroupQuestions.tsx';
import { useLeadOn } from '../../../ui/page/useLeadOn.ts';

/** One group: who is in it, and what is done with it. */
export function GroupPage() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const leadOn = useLeadOn();
  const { contactGroupId: groupId = '' } = useParams();
  const query = useGet(
    contactGroups.get,
    { groupId },
    { every: (page) => (page?.emptying ? LIVE : false) },
  );
  const [open, setOpen] = useState<'contact' | 'group' | null>(null);
  const questions = useGroupQuestions({ deleted: () => leadOn(GROUPS) });
  const back = { to: GROUPS, label: t('contacts.backToGroups') };
  const group = query.data;
  if (group === undefined) {
    const gone = query.error instanceof CallError && query.error.status === 404;
    return (
      <Page title={t('contacts.groupName')} back={back}>
        {gone ? (
          <ErrorState
            title={t('contacts.groupMissing')}
            text={t('contacts.groupMissingText')}
            action={
              <Button component={Link} to={GROUPS} variant="outlined" color="inherit">
                {t('contacts.backToGroups')}
              </Button>
            }
          />
        ) : query.isError ? (
          <ErrorState
            title={t('list.failed')}
            text={messageOf(query.error)}
            retry={() => void query.refetch()}
          />
        ) : (
          <Skeleton variant="rounded" height={240} />
        )}
      </Page>
    );
  }
  const own = group.clientId === me.clientId;
  const busy = group.emptying !== null;
  const sends =
    !busy &&
    group.contactCount > 0 &&
    reachOf(me.clientAccessLevel, 'messaging.send') !== undefined;
  const bringTo = `${IMPORT}?group=${groupId}`;
  const bring = (
    <Button
      variant="outlined"
      color="inherit"
      component={Link}
      to={bringTo}
      startIcon={<ImportIcon />}
    >
      {t('contacts.import')}
    </Button>
  );
  return (
    <Page
      title={group.groupName}
      back={back}
      purpose={[
        t('contacts.inGroup', { count: group.contactCount, value: number(group.contactCount) }),
        // A message to the group does not reach these.
        group.optedOutCount
          ? t('contacts.optedOutOf', {
              count: group.optedOutCount,
              value: number(group.optedOutCount),
            })
          : '',
        group.description,
      ]
        .filter((text) => text !== '')
        .join(' · ')}
      actions={
        own && (
          <>
            {!busy && (
              <Button
                variant={sends ? 'outlined' : 'contained'}
                color={sends ? 'inherit' : 'primary'}
                startIcon={<NewIcon />}
                onClick={() => setOpen('contact')}
              >
                {t('contacts.newContact')}
              </Button>
            )}
            {sends && (
              <Button
                variant="contained"
                component={Link}
                to={sendAddress(groupId)}
                startIcon={<SendIcon />}
              >
                {t('dashboard.send')}
              </Button>
            )}
            <RowMenu
              name={group.groupName}
              actions={[
                {
                  key: 'edit',
                  label: t('contacts.editGroup'),
                  icon: <EditIcon />,
                  act: () => setOpen('group'),
                },
                ...(busy
                  ? []
                  : [
                      {
                        key: 'import',
                        label: t('contacts.import'),
                        icon: <ImportIcon />,
                        to: bringTo,
                      },
                    ]),
                ...(busy
                  ? []
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
          </>
        )
      }
    >
      {group.emptying !== null && (
        <Alert
          severity="info"
          sx={{ mb: 4 }}
          action={
            own && (
              <Button
                size="small"
                variant="outlined"
                color="inherit"
                onClick={() => questions.stop(group)}
              >
                {t('contacts.emptyingStop')}
              </Button>
            )
          }
        >
          <AlertTitle>{t(`contacts.emptying.${group.emptying}`)}</AlertTitle>
          {t('contacts.emptyingLeft', {
            count: group.contactCount,
            value: number(group.contactCount),
          })}
        </Alert>
      )}
      <ContactTable
        group={group}
        empty={
          <EmptyState
            icon={<GroupsIcon />}
            title={t('contacts.groupEmpty')}
            text={t('contacts.groupEmptyText')}
            action={own && bring}
          />
        }
      />
      {open === 'contact' && (
        <ContactDialog contact={null} groups={[group]} onClose={() => setOpen(null)} />
      )}
      {open === 'group' && <GroupDialog group={group} onClose={() => setOpen(null)} />}
      {questions.dialog}
    </Page>
  );
}
