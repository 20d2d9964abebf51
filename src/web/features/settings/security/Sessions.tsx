import DevicesIcon from '@mui/icons-material/DevicesOutlined';
import EndIcon from '@mui/icons-material/LogoutOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { auth, type OpenSession } from '../../../../contract/api/auth.ts';
import { STAFF_ROLES } from '../../../../contract/shared/role-names.ts';
import {
  CLIENT_DAYS,
  IDLE_MINUTES,
  STAFF_HOURS,
} from '../../../../contract/shared/session-lengths.ts';
import { useGet, useMe, useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import { type Column } from '../../../ui/data-table/column.ts';
import { Time } from '../../../ui/figures/figures.tsx';
import { RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { STICKY_TOP } from '../../../ui/page/stickyTop.ts';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { useDeviceName } from './useDeviceName.ts';

/**
 * The sessions of the account.
 * @param isPlaced true once the parts above have their height
 */
export function SessionList({ isPlaced }: { isPlaced: boolean }) {
  const { t } = useTranslation();
  const me = useMe();
  const toast = useToast();
  const list = useListAddress();
  const query = useGet(
    auth.sessions,
    { pageSize: list.pageSize, pageToken: list.token },
    { keep: true },
  );
  const [ending, setEnding] = useState<OpenSession | 'others' | null>(null);
  const close = () => setEnding(null);
  const endOne = useSend(auth.endSession, {
    changes: [auth.sessions],
    done: () => {
      close();
      toast.success(t('settings.sessions.ended'));
    },
  });
  const endOthers = useSend(auth.endOtherSessions, {
    changes: [auth.sessions],
    done: () => {
      close();
      toast.success(t('settings.sessions.othersEnded'));
    },
  });

  const title = useShown(isPlaced && query.data !== undefined);
  const deviceName = useDeviceName();
  const nameOf = ({ userAgent }: OpenSession) => deviceName(userAgent);
  const columns = useColumns();
  const one = ending !== null && ending !== 'others' ? ending : undefined;

  return (
    <Box component="section" aria-labelledby="sessions-title">
      <Box
        sx={{
          display: 'flex',
          gap: 3,
          flexWrap: 'wrap',
          alignItems: 'flex-end',
          justifyContent: 'space-between',
          mb: 3,
        }}
      >
        <Box sx={{ flex: '1 1 320px' }}>
          <Typography
            ref={title}
            id="sessions-title"
            variant="h2"
            sx={{ scrollMarginTop: `calc(${STICKY_TOP} + 16px)` }}
          >
            {t('security.sessions')}
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
            {STAFF_ROLES.some((role) => role === me.clientAccessLevel)
              ? t('settings.sessions.purposeOfStaff', { idle: IDLE_MINUTES, hours: STAFF_HOURS })
              : t('settings.sessions.purpose', { idle: IDLE_MINUTES, days: CLIENT_DAYS })}
          </Typography>
        </Box>
        {!me.impersonated && (
          <Button
            variant="outlined"
            color="inherit"
            disabled={(query.data?.collectionCount ?? 0) < 2}
            onClick={() => setEnding('others')}
          >
            {t('settings.sessions.endOthers')}
          </Button>
        )}
      </Box>
      <DataTable
        label={t('security.sessions')}
        query={query}
        rowsOf={(page) => page.sessions}
        keyOf={({ sessionId }) => sessionId}
        list={list}
        filters={[]}
        bareUpTo={10}
        nameLabel={t('settings.sessions.name')}
        name={(session) => {
          const note = noteOf(session);
          return {
            text: nameOf(session),
            ...(note !== null && { chip: <Chip size="small" label={t(note)} /> }),
          };
        }}
        columns={columns}
        rowMenu={(session) => (
          <RowMenu
            name={nameOf(session)}
            actions={
              session.current || me.impersonated
                ? []
                : [
                    {
                      key: 'end',
                      label: t('settings.sessions.end'),
                      icon: <EndIcon />,
                      danger: true,
                      act: () => setEnding(session),
                    },
                  ]
            }
          />
        )}
        empty={
          <EmptyState
            icon={<DevicesIcon />}
            title={t('settings.sessions.empty')}
            text={t('settings.sessions.emptyText')}
          />
        }
      />
      <ConfirmDialog
        open={one !== undefined}
        title={t('settings.sessions.endTitle')}
        action={t('settings.sessions.end')}
        danger
        busy={endOne.isPending}
        onConfirm={() => {
          if (one) endOne.mutate({ sessionId: one.sessionId });
        }}
        onClose={close}
      >
        {one && t('settings.sessions.endText', { device: nameOf(one), address: one.address })}
      </ConfirmDialog>
      <ConfirmDialog
        open={ending === 'others'}
        title={t('settings.sessions.endOthersTitle')}
        action={t('settings.sessions.endOthers')}
        danger
        busy={endOthers.isPending}
        onConfirm={() => endOthers.mutate({})}
        onClose={close}
      >
        {t('settings.sessions.endOthersText')}
      </ConfirmDialog>
    </Box>
  );
}

function useColumns(): Column<OpenSession>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'address',
      label: t('settings.sessions.address'),
      cell: ({ address }) => address,
      onPhone: 'line',
    },
    {
      key: 'since',
      label: t('settings.sessions.since'),
      figure: true,
      from: 720,
      cell: ({ createTimestamp }) => <Time at={createTimestamp} />,
    },
    {
      key: 'lastUse',
      label: t('settings.sessions.lastUse'),
      figure: true,
      cell: ({ lastUseTimestamp }) => <Time at={lastUseTimestamp} />,
      onPhone: 'line',
    },
  ];
}

const noteOf = ({ current, impersonated }: OpenSession) =>
  current ? 'settings.sessions.current' : impersonated ? 'settings.sessions.impersonated' : null;

/** The title of the list, scrolled to once where the list's own address led here. */
function useShown(isReady: boolean) {
  const state: unknown = useLocation().state;
  const isAsked =
    typeof state === 'object' && state !== null && 'part' in state && state.part === 'sessions';
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isAsked && isReady) title.current?.scrollIntoView();
  }, [isAsked, isReady]);
  return title;
}
