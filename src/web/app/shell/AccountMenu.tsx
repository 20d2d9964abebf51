import CanceledIcon from '@mui/icons-material/BlockOutlined';
import DoneIcon from '@mui/icons-material/CheckCircleOutlined';
import FailedIcon from '@mui/icons-material/ErrorOutlineOutlined';
import LogoutIcon from '@mui/icons-material/LogoutOutlined';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SignedIn } from '../../../contract/api/auth.ts';
import { tasks, type Task } from '../../../contract/api/tasks.ts';
import { LIVE, queries, useGet } from '../../parts/queries.ts';
import { signOut } from '../../api/call.ts';
import { menuOf } from '../menu.ts';
import { leaveByChoice } from '../../api/session.ts';
import { useFormat, useNow } from '../../ui/figures/figures.tsx';
import { taskPage, useTaskName, useTaskResult } from '../../parts/useTaskName.ts';
import { ClientAvatar } from '../../parts/clients/ClientAvatar.tsx';
import { useStatusWord } from '../../ui/figures/StatusChip.tsx';

const LATEST = 10;
const TASKS_ADDRESS = '/dashboard/long-runnings';

/** The avatar with the latest background tasks behind it, and the way out. */
export function AccountMenu({ me }: { me: SignedIn }) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [seen, setSeen] = useState(false);
  const latest = useGet(
    tasks.list,
    { pageSize: LATEST, pageToken: '' },
    {
      when: !me.strongSignInDue,
      every: (list) => (list?.operations.some(isPending) ? LIVE : 30_000),
    },
  );
  const operations = latest.data?.operations ?? [];
  const pending = operations.some(isPending);
  const close = () => setAnchor(null);
  const listed = menuOf(me.clientAccessLevel, true).some(
    (entry) => entry.kind === 'link' && entry.to === TASKS_ADDRESS,
  );

  async function logout() {
    await signOut();
    queries.clear();
    leaveByChoice();
  }

  return (
    <>
      <IconButton
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-busy={pending}
        aria-label={
          operations.length === 0
            ? t('shell.account')
            : t('shell.accountTasks', { count: operations.length })
        }
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setSeen(true);
        }}
        sx={{ p: '5px', borderRadius: '50%' }}
      >
        <Badge
          badgeContent={seen ? 0 : operations.length}
          max={9}
          color="primary"
          overlap="circular"
          slotProps={{ badge: { 'aria-hidden': true } }}
        >
          <ClientAvatar name={me.clientName} profileUrl={me.profileUrl} />
        </Badge>
        {pending && (
          <CircularProgress
            size={58}
            thickness={2}
            aria-hidden="true"
            sx={{ position: 'absolute', inset: 0, m: 'auto' }}
          />
        )}
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { width: 360, maxWidth: 'calc(100vw - 32px)' } } }}
      >
        <Box component="li" role="none" sx={{ px: 2.5, pt: 2, pb: 1.5 }}>
          <Typography variant="subtitle2" component="span">
            {t('shell.notifications')}
          </Typography>
        </Box>
        {operations.length === 0 && (
          <Box component="li" role="none" sx={{ px: 2.5, pb: 4, pt: 1 }}>
            <Typography variant="body2" color="textSecondary">
              {t('shell.noNotifications')}
            </Typography>
          </Box>
        )}
        {operations.map((task) => (
          <TaskItem key={task.operationId} task={task} onChoose={close} />
        ))}
        {listed && operations.length > 0 && (
          <MenuItem
            component={Link}
            to={TASKS_ADDRESS}
            onClick={close}
            sx={{ color: 'primary.main', fontWeight: 550 }}
          >
            {t('shell.allTasks')}
          </MenuItem>
        )}
        <Divider component="li" />
        <MenuItem onClick={() => void logout()}>
          <LogoutIcon />
          {t('shell.logout')}
        </MenuItem>
      </Menu>
    </>
  );
}

const isPending = (task: Task) => task.status === 'PENDING';

function TaskItem({ task, onChoose }: { task: Task; onChoose(): void }) {
  const { relative, percent } = useFormat();
  const statusWord = useStatusWord();
  const name = useTaskName()(task);
  const result = useTaskResult()(task);
  const now = useNow();
  const to = taskPage(task);
  const body = (
    <>
      <TaskIcon status={task.status} />
      <ListItemText
        primary={name}
        secondary={
          <>
            {isPending(task) && (
              <LinearProgress
                aria-label={name}
                variant="determinate"
                value={task.progress * 100}
                sx={{ display: 'block', my: 1.5, height: 4 }}
              />
            )}
            {`${task.status === 'COMPLETED' || task.status === 'FAILED' ? result : statusWord(task.status)}${isPending(task) ? ` · ${percent(task.progress)}` : ''} · ${relative(task.createTimestamp, now)}`}
          </>
        }
        slotProps={{
          primary: { noWrap: true, title: name, sx: { fontSize: 13, lineHeight: '18px' } },
          secondary: { component: 'div', variant: 'caption' },
        }}
      />
    </>
  );
  const sx = { alignItems: 'flex-start' };
  return to !== undefined ? (
    <MenuItem component={Link} to={to} onClick={onChoose} sx={sx}>
      {body}
    </MenuItem>
  ) : (
    <MenuItem onClick={onChoose} sx={sx}>
      {body}
    </MenuItem>
  );
}

function TaskIcon({ status }: { status: Task['status'] }) {
  if (status === 'PENDING')
    return (
      <CircularProgress
        size={16}
        thickness={5}
        aria-hidden="true"
        sx={{ m: '2px', flex: 'none' }}
      />
    );
  if (status === 'COMPLETED') return <DoneIcon sx={{ color: 'success.main' }} />;
  return status === 'FAILED' ? (
    <FailedIcon sx={{ color: 'error.main' }} />
  ) : (
    <CanceledIcon sx={{ color: 'text.secondary' }} />
  );
}
