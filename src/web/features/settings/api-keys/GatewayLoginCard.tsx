import KeyIcon from '@mui/icons-material/KeyOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { clientCredentials } from '../../../../contract/api/client-credentials.ts';
import type { GatewayLogin } from '../../../../contract/api/gateway-users.ts';
import { accountSidOf } from '../../../../contract/shared/http-dialects.ts';
import { useSend } from '../../../parts/queries.ts';
import { TrafficLines } from '../../../parts/outcomes/TrafficLines.tsx';
import { messageOf } from '../../../api/call.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { CopyButton } from '../../../ui/figures/CopyButton.tsx';
import { Time } from '../../../ui/figures/figures.tsx';
import { StatusChip } from '../../../ui/figures/StatusChip.tsx';
import { Facts } from '../../../ui/page/Page.tsx';
import { LoginLimits } from './LoginLimits.tsx';

type Props = {
  clientId: string;
  login: GatewayLogin;
  /** False where its system ID stands among the addresses. */
  isNamed: boolean;
  mayReset: boolean;
  /** The gateway speaks Twilio's dialect, which names the user by a SID. */
  hasAccountSid: boolean;
  onPassword(secret: { systemId: string; password: string }): void;
};

/** A system id of the account: its limits, its connections now, and the last one that was refused. */
export function GatewayLoginCard(props: Props) {
  const { clientId, login, isNamed, mayReset, hasAccountSid, onPassword } = props;
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const reset = useSend(clientCredentials.reset, {
    changes: [clientCredentials.get],
    done: ({ systemId, password }) => {
      setAsking(false);
      onPassword({ systemId, password });
    },
  });
  const set = () => reset.mutate({ clientId, systemId: login.systemId });
  const { systemId, binds, lastRefusal } = login;
  const isIdle = binds.length === 0 && login.use.length === 0;
  const state = !login.hasPassword ? (
    t('settings.creds.noPassword')
  ) : login.usable ? (
    <StatusChip key="state" status="ACTIVE" word={t('settings.keys.active')} />
  ) : (
    t('settings.creds.unusable')
  );
  const copied = (name: string, value: string): readonly [string, ReactNode] => [
    name,
    <Box key={name} component="span" sx={{ display: 'inline-flex', gap: 1 }}>
      <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
        {value}
      </Box>
      <CopyButton value={value} name={name} />
    </Box>,
  ];
  return (
    <Box
      component="section"
      aria-label={t('settings.creds.login', { systemId })}
      sx={(theme) => {
        const below = { borderTop: `1px solid ${theme.vars?.palette.divider}`, pt: 4 };
        return {
          // Beside the addresses the first needs no line above it.
          '&:not(:first-child)': below,
          [theme.breakpoints.down('lg')]: below,
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 3,
          justifyItems: 'start',
        };
      }}
    >
      <Facts
        rows={[
          isNamed ? copied(t('settings.creds.systemId'), systemId) : null,
          hasAccountSid ? copied(t('settings.creds.accountSid'), accountSidOf(systemId)) : null,
          [t('settings.creds.state'), state],
          [t('settings.creds.limits'), <LoginLimits key="limits" login={login} />],
          isIdle
            ? [
                t('settings.creds.use'),
                t(login.mayBind ? 'settings.creds.idle' : 'softwareUse.none'),
              ]
            : [t('softwareUse.day'), <TrafficLines key="traffic" use={login.use} />],
          isIdle || !login.mayBind
            ? null
            : [
                t('settings.creds.binds'),
                binds.length === 0
                  ? t('settings.creds.noBinds')
                  : binds.map(({ bindId, kind, address, tls, sinceTimestamp }) => (
                      <Box key={bindId}>
                        {`${t(`gateway.users.bindKind.${kind}`)} · ${address}${tls ? ' · TLS' : ''} · `}
                        <Time at={sinceTimestamp} />
                      </Box>
                    )),
              ],
          !login.mayBind || lastRefusal === null
            ? null
            : [
                t('settings.creds.refused'),
                <span key="refused">
                  {`${t(`settings.creds.refusedFor.${lastRefusal.reason}`)} · ${lastRefusal.address} · `}
                  <Time at={lastRefusal.timestamp} />
                </span>,
              ],
        ]}
      />
      {reset.isError && <Alert severity="error">{messageOf(reset.error)}</Alert>}
      {mayReset && (
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<KeyIcon />}
          loading={reset.isPending}
          onClick={() => (login.hasPassword ? setAsking(true) : set())}
        >
          {t('settings.creds.setPassword')}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={t('settings.creds.setTitle', { systemId })}
        action={t('settings.creds.setPassword')}
        busy={reset.isPending}
        onConfirm={set}
        onClose={() => setAsking(false)}
      >
        {t('settings.creds.setText')}
      </ConfirmDialog>
    </Box>
  );
}
