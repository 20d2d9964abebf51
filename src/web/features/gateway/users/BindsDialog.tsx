import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  gatewayUsers,
  type SmppBind,
  type SmppUser,
} from '../../../../contract/api/gateway-users.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { useMe, useSend } from '../../../parts/queries.ts';
import { TrafficLines } from '../../../parts/outcomes/TrafficLines.tsx';
import { messageOf } from '../../../api/call.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { CopyButton } from '../../../ui/figures/CopyButton.tsx';
import { Time, useFormat } from '../../../ui/figures/figures.tsx';
import { SideScroll } from '../../../ui/page/layout.tsx';
import { Facts } from '../../../ui/page/Page.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { visuallyHidden } from '../../../ui/page/visuallyHidden.ts';
import Dialog from '../../../ui/dialogs/Dialog.tsx';
import { BoundDot } from './BoundNow.tsx';
import { GatewayState } from './GatewayState.tsx';

const FIGURES = ['submitted', 'refused', 'delivered', 'inWindow'] as const;
/** Connections at a time of a user without a limit of its own. */
const USUAL_BINDS = 50;

type Address = Output<typeof gatewayUsers.list>['smpp'];

/** The connections of a user's software: whether it is bound, how it binds, and its traffic; each can be unbound alone. */
export function BindsDialog({
  user,
  address,
  onClose,
}: {
  user: SmppUser;
  address: Address;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<SmppBind | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby="binds-title"
      maxWidth={user.binds.length === 0 ? 'sm' : 'md'}
      fullWidth
    >
      <DialogTitle id="binds-title">
        {t('gateway.users.bindsTitle', { name: user.uid })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 5, alignContent: 'start' }}>
        <Binds user={user} address={address} onUnbind={setAsked} />
      </DialogContent>
      <DialogActions>
        <Button
          component={Link}
          to={`/dashboard/jasmin/software-traffic?client=${encodeURIComponent(user.clientId)}`}
          color="inherit"
          sx={{ mr: 'auto', ml: -2.5 }}
        >
          {t('softwareUse.title')}
        </Button>
        <Button color="inherit" variant="outlined" autoFocus onClick={onClose}>
          {t('common.close')}
        </Button>
      </DialogActions>
      {asked && <UnbindDialog user={user} bind={asked} onClose={() => setAsked(null)} />}
    </Dialog>
  );
}

/** The dialog's contents, from the state of the binds to the traffic of the last day. */
export function Binds({
  user,
  address,
  onUnbind,
}: {
  user: SmppUser;
  address: Address;
  onUnbind(bind: SmppBind): void;
}) {
  const { t } = useTranslation();
  const { binds, lastRefusal, use } = user;
  const mayBind = user.smpps_cred.authorization.bind;
  const smppUse = use.find(({ source }) => source === 'SMPP');
  const copied = (name: string, value: string): readonly [string, ReactNode] => [
    name,
    <Box key={name} component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center' }}>
      <span>{value}</span>
      <CopyButton value={value} name={name} />
    </Box>,
  ];
  return (
    <>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <BindState user={user} />
        {binds.length > 0 && <BindTable binds={binds} onUnbind={onUnbind} />}
      </Box>
      <Facts
        rows={[
          [t('gateway.users.client'), user.clientName],
          [
            t('gateway.users.account'),
            user.usable ? (
              t('status.ACTIVE')
            ) : (
              <GatewayState key="state" isUsable={false} reason={user.no} />
            ),
          ],
          copied(t('gateway.users.username'), user.username),
          ...(mayBind
            ? [
                copied(t('gateway.users.hostAndPort'), `${address.host}:${address.port}`),
                address.tlsPort === null
                  ? null
                  : copied(t('gateway.users.hostAndPortTls'), `${address.host}:${address.tlsPort}`),
              ]
            : []),
          mayBind && smppUse !== undefined
            ? [t('gateway.users.lastSmpp'), <Time key="smpp" at={smppUse.lastCallTimestamp} />]
            : null,
          mayBind && lastRefusal !== null
            ? [
                t('settings.creds.refused'),
                <span key="refused">
                  {`${t(`settings.creds.refusedFor.${lastRefusal.reason}`)} · ${lastRefusal.address} · `}
                  <Time at={lastRefusal.timestamp} />
                </span>,
              ]
            : null,
        ]}
      />
      {use.length > 0 ? (
        <div>
          <Typography variant="subtitle2" component="h3" sx={{ mb: 1 }}>
            {t('softwareUse.day')}
          </Typography>
          <Typography variant="body2" component="div">
            <TrafficLines use={use} />
          </Typography>
        </div>
      ) : (
        <Typography variant="body2" color="textSecondary">
          {t(
            mayBind && binds.length === 0 && lastRefusal === null
              ? 'gateway.users.nothingOfDay'
              : 'gateway.users.noCallsOfDay',
          )}
        </Typography>
      )}
    </>
  );
}

/** The state of the binds: how many connections of those allowed, or the reason why there can be none. */
function BindState({ user }: { user: SmppUser }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { binds, smpps_cred: cred } = user;
  const most = number(cred.quota.max_bindings ?? USUAL_BINDS);
  const text =
    binds.length > 0
      ? t('gateway.users.boundOf', { value: number(binds.length), most })
      : !user.usable
        ? t('gateway.users.notBoundOff')
        : cred.authorization.bind
          ? t('gateway.users.notBound', { most })
          : t('gateway.users.notBoundHttp');
  return (
    <Typography component="p" sx={{ display: 'flex', alignItems: 'baseline', gap: 2 }}>
      <BoundDot isBound={binds.length > 0} />
      <Box component="strong" sx={{ fontWeight: 600 }}>
        {text}
      </Box>
    </Typography>
  );
}

/** The open connections with their figures, each with its unbind. */
function BindTable({
  binds,
  onUnbind,
}: {
  binds: readonly SmppBind[];
  onUnbind(bind: SmppBind): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const mayUnbind = !useMe().impersonated;
  return (
    <SideScroll>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{t('gateway.users.bind.address')}</TableCell>
            <TableCell>{t('gateway.users.bind.kind')}</TableCell>
            <TableCell>{t('gateway.users.bind.since')}</TableCell>
            {FIGURES.map((name) => (
              <TableCell key={name} align="right">
                {t(`gateway.users.bind.${name}`)}
              </TableCell>
            ))}
            {mayUnbind && (
              <TableCell>
                <span style={visuallyHidden}>{t('gateway.users.unbind')}</span>
              </TableCell>
            )}
          </TableRow>
        </TableHead>
        <TableBody>
          {binds.map((bind) => (
            <TableRow key={bind.bindId}>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>
                {bind.address}
                {bind.tls && ' · TLS'}
              </TableCell>
              <TableCell>{t(`gateway.users.bindKind.${bind.kind}`)}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>
                <Time at={bind.sinceTimestamp} />
              </TableCell>
              {FIGURES.map((name) => (
                <TableCell key={name} align="right">
                  {number(bind[name])}
                </TableCell>
              ))}
              {mayUnbind && (
                <TableCell align="right">
                  <Button
                    size="small"
                    color="error"
                    aria-label={t('gateway.users.unbindOf', { address: bind.address })}
                    onClick={() => onUnbind(bind)}
                  >
                    {t('gateway.users.unbind')}
                  </Button>
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </SideScroll>
  );
}

/** Asks before one connection is unbound. */
function UnbindDialog({
  user,
  bind,
  onClose,
}: {
  user: SmppUser;
  bind: SmppBind;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const { address } = bind;
  const unbind = useSend(gatewayUsers.unbind, {
    changes: [gatewayUsers.list],
    done: () => {
      onClose();
      toast.success(t('gateway.users.unbound', { address }));
    },
    failed: (failure) => {
      onClose();
      toast.error(messageOf(failure));
    },
  });
  return (
    <ConfirmDialog
      open
      danger
      title={t('gateway.users.unbindTitle', { address })}
      action={t('gateway.users.unbind')}
      busy={unbind.isPending}
      onConfirm={() => unbind.mutate({ uid: user.uid, bindId: bind.bindId })}
      onClose={onClose}
    >
      {t('gateway.users.unbindText', { name: user.uid })}
    </ConfirmDialog>
  );
}
