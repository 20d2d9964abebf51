import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignedIn } from '../../../../contract/api/auth.ts';
import { clientCredentials } from '../../../../contract/api/client-credentials.ts';
import { bindExample } from '../../../../contract/shared/bind-example.ts';
import { HTTP_DIALECT_NAMES } from '../../../../contract/shared/http-dialects.ts';
import { LIVE, useGet } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { CodeBlock } from '../../../ui/figures/CodeBlock.tsx';
import { CopyButton } from '../../../ui/figures/CopyButton.tsx';
import { Folded } from '../../../ui/page/Folded.tsx';
import { Facts, Section } from '../../../ui/page/Page.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { GatewayLoginCard } from './GatewayLoginCard.tsx';
import { LoginPasswordDialog } from './LoginPasswordDialog.tsx';
import { Rows } from '../../../ui/page/layout.tsx';

/** How the account's software reaches the gateway: its addresses, and the account's system ids. */
export function GatewayCredentials({ me }: { me: SignedIn }) {
  const { t } = useTranslation();
  const query = useGet(clientCredentials.get, { clientId: me.clientId }, { every: () => LIVE });
  const [secret, setSecret] = useState<{ systemId: string; password: string } | null>(null);
  const creds = query.data?.creds;
  const binding = creds?.logins.filter(({ mayBind, hasPassword }) => mayBind && hasPassword) ?? [];
  const only = creds?.logins.length === 1 ? creds.logins[0] : undefined;
  const fact = (name: string, value: string | number): readonly [string, ReactNode] => [
    name,
    <Box key={name} component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center' }}>
      <Breakable text={String(value)} />
      <CopyButton value={String(value)} name={name} />
    </Box>,
  ];
  return (
    <Box sx={{ mt: 5 }}>
      <Section title={t('settings.creds.title')}>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
          {t('settings.creds.text')}
        </Typography>
        {creds !== undefined ? (
          <Box
            sx={{
              display: 'grid',
              columnGap: 8,
              rowGap: 5,
              alignItems: 'start',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
              // The commands stand under the addresses, beside the system ids.
              gridTemplateRows: { lg: 'auto 1fr' },
              // On a phone an address has its line.
              '& dl': { columnGap: { xs: 3, sm: 5 } },
              '& dt': { minWidth: { xs: 96, sm: 110 } },
            }}
          >
            <Facts
              rows={[
                fact(t('settings.creds.host'), creds.host),
                fact(t('settings.creds.smppPort'), creds.smppPort),
                creds.smppTlsPort === null
                  ? null
                  : fact(t('settings.creds.smppTlsPort'), creds.smppTlsPort),
                // The dialects' addresses begin with it.
                creds.httpDialects.length > 0
                  ? null
                  : fact(t('settings.creds.httpBase'), creds.httpBaseAddress),
                ...creds.httpDialects.map(({ dialect, address }) =>
                  fact(t('settings.creds.dialect', { name: HTTP_DIALECT_NAMES[dialect] }), address),
                ),
                // The only one is all that a program needs beside its addresses.
                only === undefined ? null : fact(t('settings.creds.systemId'), only.systemId),
              ]}
            />
            <Box sx={{ gridRow: { lg: 'span 2' } }}>
              <Rows isFluid>
                {creds.logins.length === 0 && (
                  <Typography>{t('settings.creds.noLogin')}</Typography>
                )}
                {creds.logins.map((login) => (
                  <GatewayLoginCard
                    key={login.systemId}
                    clientId={me.clientId}
                    login={login}
                    isNamed={only === undefined}
                    hasAccountSid={creds.httpDialects.some(({ dialect }) => dialect === 'twilio')}
                    mayReset={!me.impersonated}
                    onPassword={setSecret}
                  />
                ))}
              </Rows>
            </Box>
            {binding.length > 0 && (
              <Rows isFluid gap={3}>
                {binding.map(({ systemId }) => (
                  <Folded
                    key={systemId}
                    title={
                      binding.length === 1
                        ? t('settings.creds.exampleTitle')
                        : `${t('settings.creds.exampleTitle')}: ${systemId}`
                    }
                    text={t('settings.creds.exampleText')}
                  >
                    <CodeBlock
                      name={t('settings.creds.example')}
                      code={bindExample(creds, systemId)}
                    />
                  </Folded>
                ))}
              </Rows>
            )}
          </Box>
        ) : query.isError ? (
          <ErrorState
            title={t('settings.creds.failed')}
            text={messageOf(query.error)}
            retry={() => void query.refetch()}
          />
        ) : (
          <Skeleton variant="rounded" height={130} />
        )}
      </Section>
      {secret !== null && creds !== undefined && (
        <LoginPasswordDialog
          to={creds}
          {...secret}
          mayBind={creds.logins.some(
            ({ systemId, mayBind }) => systemId === secret.systemId && mayBind,
          )}
          onClose={() => setSecret(null)}
        />
      )}
    </Box>
  );
}

/** An address that is broken before its path, where it has to be broken. */
function Breakable({ text }: { text: string }) {
  const [host = '', path = ''] = text.split(/(?<=[^/:])(?=\/)(.*)/s);
  return (
    <span>
      {host}
      {path !== '' && (
        <>
          <wbr />
          {path}
        </>
      )}
    </span>
  );
}
