import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { Client } from '../../../contract/api/client-fields.ts';
import { ClientAvatar } from '../../parts/clients/ClientAvatar.tsx';
import { CopyButton } from '../../ui/figures/CopyButton.tsx';
import { DASH, Time, useFormat } from '../../ui/figures/figures.tsx';
import { Facts, Section } from '../../ui/page/Page.tsx';
import { PendingContact } from '../../parts/PendingContact.tsx';
import { clientAddress } from './columns.tsx';

export function ClientDetails({ client }: { client: Client }) {
  const { t } = useTranslation();
  const { country, exact } = useFormat();
  const person = [client.firstName, client.lastName, client.otherNames].filter(Boolean).join(' ');
  const copied = (value: string | null, name: string) =>
    value === null ? (
      DASH
    ) : (
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
        {value}
        <CopyButton value={value} name={name} />
      </Box>
    );
  return (
    <Section title={t('clients.details')}>
      {(client.pendingEmail !== null || client.pendingPhone !== null) && (
        <Box sx={{ mb: 5 }}>
          <PendingContact client={client} />
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 5, flexDirection: { xs: 'column', sm: 'row' } }}>
        <ClientAvatar name={client.clientName} profileUrl={client.profileUrl} size={64} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Facts
            rows={[
              client.accountType === 'COMPANY'
                ? [t('fields.companyName'), client.companyName ?? DASH]
                : null,
              // The title of the page says the name of a person's account.
              client.accountType === 'COMPANY'
                ? [t('clients.person'), person === '' ? DASH : person]
                : person === '' || person === client.clientName
                  ? null
                  : [t('clients.name'), person],
              [t('fields.email'), copied(client.email, t('fields.email'))],
              [t('fields.phone'), copied(client.phone, t('fields.phone'))],
              [t('fields.country'), country(client.country)],
              [t('fields.timezone'), client.timezone],
              [t('clients.language'), languageOf(client.language, t)],
              client.website === null
                ? null
                : [
                    t('fields.website'),
                    <Link
                      key="website"
                      href={client.website}
                      target="_blank"
                      rel="noopener noreferrer"
                    >
                      {client.website}
                    </Link>,
                  ],
              [
                t('clients.parent'),
                client.parentId === null ? (
                  DASH
                ) : (
                  <Link key="parent" component={RouterLink} to={clientAddress(client.parentId)}>
                    {client.parentName}
                  </Link>
                ),
              ],
              [
                t('clients.twoFactor'),
                client.use2fa
                  ? t('clients.on', { channel: t(`fields.channels.${client.otpChannel}`) })
                  : t('clients.off'),
              ],
              [
                t('clients.lastSignIn'),
                client.lastSignInTimestamp === null ? (
                  t('list.never')
                ) : (
                  <Time key="signed" at={client.lastSignInTimestamp} />
                ),
              ],
              [t('clients.created'), exact(client.createTimestamp)],
            ]}
          />
        </Box>
      </Box>
    </Section>
  );
}

function languageOf(code: string, t: TFunction): string {
  return code === 'en' || code === 'pt' || code === 'sw' ? t(`clients.languages.${code}`) : code;
}
