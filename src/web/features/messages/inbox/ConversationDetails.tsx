import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ThreadHead } from '../../../../contract/api/threads.ts';
import { useMe } from '../../../parts/queries.ts';

/** The contact of a conversation with its groups. */
export function ConversationDetails({ head }: { head: ThreadHead }) {
  const { t } = useTranslation();
  const me = useMe();
  const { contact } = head;
  const isOwn = head.clientId === me.clientId;
  return (
    <Box sx={{ p: 5, display: 'grid', gap: 4 }}>
      {!isOwn && <Fact name={t('messages.owner')}>{head.clientName}</Fact>}
      {isOwn && (
        <Fact name={t('messages.inbox.contact')}>
          {contact === null ? (
            <>
              {t('messages.inbox.noContact')}
              <MuiLink
                component={Link}
                to={`/dashboard/contacts?new=${encodeURIComponent(head.phone)}`}
                sx={{ display: 'block', width: 'fit-content' }}
              >
                {t('messages.inbox.addContact')}
              </MuiLink>
            </>
          ) : (
            <MuiLink component={Link} to={`/dashboard/contacts?edit=${contact.contactId}`}>
              {contact.name === '' ? t('messages.inbox.noName') : contact.name}
            </MuiLink>
          )}
        </Fact>
      )}
      {contact !== null && contact.groups.length > 0 && (
        <Fact name={t('messages.inbox.groups')}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, pt: 1 }}>
            {contact.groups.map(({ groupId, groupName }) => (
              <Chip
                key={groupId}
                size="small"
                label={groupName}
                component={Link}
                to={`/dashboard/manage-contact-group/${groupId}`}
                clickable
              />
            ))}
          </Box>
        </Fact>
      )}
    </Box>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', fontSize: 13, lineHeight: '20px' }}>
      <Typography variant="caption" component="h3" color="textSecondary">
        {name}
      </Typography>
      {children}
    </Box>
  );
}
