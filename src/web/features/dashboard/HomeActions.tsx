import InviteIcon from '@mui/icons-material/MailOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import TransferIcon from '@mui/icons-material/SwapHorizOutlined';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMe } from '../../parts/queries.ts';
import { homeActionsOf, type HomeAction } from './homeActions.ts';

const ICONS = {
  send: <SendIcon />,
  fromFile: <UploadIcon />,
  invite: <InviteIcon />,
  transfer: <TransferIcon />,
} as const satisfies Record<HomeAction, unknown>;

const ADDRESSES = {
  send: '/dashboard/campaigns/send-sms',
  fromFile: '/dashboard/campaigns/from-file',
  invite: '/dashboard/clients/invite',
  transfer: '/dashboard/purchases?open=transfer',
} as const satisfies Record<HomeAction, string>;

/** The buttons of the home page by role; the last one is filled. */
export function HomeActions({ hasClients }: { hasClients: boolean }) {
  const { t } = useTranslation();
  const me = useMe();
  const words = {
    send: t('dashboard.send'),
    fromFile: t('dashboard.fromFile'),
    invite: t('dashboard.invite'),
    transfer: t('dashboard.transfer'),
  };
  return homeActionsOf(me, hasClients).map((action, at, all) => (
    <Button
      key={action}
      {...(at === all.length - 1
        ? { variant: 'contained' as const }
        : { variant: 'outlined' as const, color: 'inherit' as const })}
      component={Link}
      to={ADDRESSES[action]}
      startIcon={ICONS[action]}
    >
      {words[action]}
    </Button>
  ));
}
