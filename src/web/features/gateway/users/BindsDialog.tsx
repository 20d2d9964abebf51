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
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  gatewayUsers,
  type SmppBind,
  type SmppUser,
} from '../../../../contract/api/gateway-users.ts';
import { useMe, useSend } from '../../../parts/queries.ts';
import { TrafficLines } from '../../../parts/TrafficLines.tsx';
import { messageOf } from '../../../api/call.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Time, useFormat } from '../../../ui/figures.tsx';
import { SideScroll } from '../../../ui/layout.tsx';
import { Facts } from '../../../ui/Page.tsx';
import { useToast } from '../../../ui/Toasts.tsx';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';
import Dialog from '../../../ui/Dialog.tsx';
import { GatewayState } from './GatewayState.tsx';

const FIGURES = ['submitted', 'refused', 'delivered', 'inWindow'] as const;
/** Connections at a time of a user without a limit of its own. */
const USUAL_BINDS = 50;

/** The key of the sentence why no software is connected. */
function whyNot({ usable, smpps_cred: { authorization } }: SmppUser) {
  if (!usable) return 'gateway.users.noBindsOff';
  return authorization.bind ? 'gateway.users.noBinds' : 'gateway.users.noBindsHttp';
}

/** The open connections of a user's software, with their traffic; each can be unbound alone. */
export function BindsDialog({ user, onClose }: { user: SmppUser; onClose(): void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const mayUnbind = !useMe().impersonated;
  const smppUse = user.use.find(({ source }) => source === 'SMPP');
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
      <DialogContent sx={{ pt: 2 }}>
        <Facts
          rows={[
            [t('gateway.users.client'), user.clientName],
            // It is the title where nobody chose another.
            user.username === user.uid ? null : [t('gateway.users.username'), user.username],
            [
              t('gateway.state'),
              <GatewayState key="state" isUsable={user.usable} reason={user.no} />,
            ],
            user.smpps_cred.authorization.bind
              ? [
                  t('gateway.users.lastSmpp'),
                  smppUse === undefined ? (
                    t('gateway.users.noneYet')
                  ) : (
                    <Time key="smpp" at={smppUse.lastCallTimestamp} />
                  ),
                ]
              : null,
            user.smpps_cred.authorization.bind
              ? [
                  t('settings.creds.refused'),
                  user.lastRefusal === null ? (
                    t('gateway.users.noRefusal')
                  ) : (
                    <span key="refused">
                      {`${t(`settings.creds.refusedFor.${user.lastRefusal.reason}`)} · ${user.lastRefusal.address} · `}
                      <Time at={user.lastRefusal.timestamp} />
                    </span>
                  ),
                ]
              : null,
          ]}
        />
        <Typography variant="subtitle2" component="h3" sx={{ mt: 5, mb: 1 }}>
          {t('gateway.users.connectionsOf', {
            value: number(user.binds.length),
            most: number(user.smpps_cred.quota.max_bindings ?? USUAL_BINDS),
          })}
        </Typography>
        {user.binds.length === 0 ? (
          <Typography variant="body2" color="textSecondary">
            {t(whyNot(user), { systemId: user.username })}
          </Typography>
        ) : (
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
                {user.binds.map((bind) => (
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
                          onClick={() => setAsked(bind)}
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
        )}
        <Typography variant="subtitle2" component="h3" sx={{ mt: 5, mb: 1 }}>
          {t('softwareUse.day')}
        </Typography>
        {user.use.length === 0 ? (
          <Typography variant="body2" color="textSecondary">
            {t('softwareUse.noneOfDay')}
          </Typography>
        ) : (
          <Typography variant="body2" component="div">
            <TrafficLines use={user.use} />
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" variant="outlined" autoFocus onClick={onClose}>
          {t('common.close')}
        </Button>
      </DialogActions>
      {asked && <UnbindDialog user={user} bind={asked} onClose={() => setAsked(null)} />}
    </Dialog>
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
