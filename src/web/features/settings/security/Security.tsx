import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clients } from '../../../../contract/api/clients.ts';
import { security, type SecurityState } from '../../../../contract/api/security.ts';
import { useGet, useMe } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { Section } from '../../../ui/page/Page.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { AuthenticatorSection } from './AuthenticatorSection.tsx';
import { CodesSection } from './CodesSection.tsx';
import { PasskeySection } from './PasskeySection.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { RecoverySection } from './RecoverySection.tsx';
import { SecurityStatus } from './SecurityStatus.tsx';
import { RecentSignIns } from './RecentSignIns.tsx';
import { SessionList } from './Sessions.tsx';
import { SettingsFrame } from '../../../parts/SettingsFrame.tsx';
import { Rows } from '../../../ui/page/layout.tsx';

/** How one signs in, and where one is signed in. */
export function Security() {
  const { t } = useTranslation();
  const me = useMe();
  const state = useGet(security.state, {}, { anew: true, when: !me.impersonated });
  return (
    <SettingsFrame tab="security" purpose={t('security.purpose')}>
      <Rows isFluid>
        {!me.impersonated && <Ways state={state} />}
        {!me.strongSignInDue && <SessionList isPlaced={me.impersonated || !state.isPending} />}
        {!me.strongSignInDue && !me.impersonated && <RecentSignIns />}
      </Rows>
    </SettingsFrame>
  );
}

/** The account's ways to sign in, hidden from accounts that act for it. */
function Ways({ state }: { state: UseQueryResult<SecurityState> }) {
  const { t } = useTranslation();
  if (state.data !== undefined) return <WaysOf state={state.data} />;
  if (state.isError)
    return (
      <Section>
        <ErrorState
          title={t('security.loadFailed')}
          text={messageOf(state.error)}
          retry={() => void state.refetch()}
        />
      </Section>
    );
  return (
    <Rows role="status" aria-label={t('loading')}>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} variant="rounded" height={150} />
      ))}
    </Rows>
  );
}

function WaysOf({ state }: { state: SecurityState }) {
  const me = useMe();
  // Kept from the first drawing: once strong sign-in is set up it is no longer due, and the way out follows the codes.
  const [wasDue] = useState(me.strongSignInDue);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  function kept() {
    setCodes(null);
    if (wasDue) location.assign('/dashboard');
  }
  const shown = (made: readonly string[] | null) => {
    if (made !== null) setCodes(made);
  };
  // The last card of a column fills it, so that both columns end at one height.
  const column = {
    display: 'flex',
    flexDirection: 'column',
    gap: 5,
    minWidth: 0,
    '& > :last-child': { flexGrow: 1 },
  } as const;
  return (
    <>
      <SecurityStatus state={state} isDue={wasDue} />
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.4fr) minmax(0, 1fr)' },
        }}
      >
        <Box sx={column}>
          <AuthenticatorSection state={state} onCodes={shown} />
          <PasskeySection state={state} onCodes={shown} />
          {!wasDue && <CodesSection state={state} />}
        </Box>
        <Box sx={column}>
          {!wasDue && <OwnPassword />}
          {(state.totp !== null || state.passkeys.length > 0) && (
            <RecoverySection state={state} onCodes={shown} />
          )}
        </Box>
      </Box>
      {codes !== null && <RecoveryCodesDialog codes={codes} onClose={kept} />}
    </>
  );
}

function OwnPassword() {
  const { clientId } = useMe();
  const { data } = useGet(clients.get, { clientId });
  return <PasswordSection username={data?.email ?? data?.phone ?? ''} />;
}
