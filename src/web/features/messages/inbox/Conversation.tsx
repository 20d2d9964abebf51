import BackIcon from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { threads, type ThreadHead } from '../../../../contract/api/threads.ts';
import { messageOf } from '../../../api/call.ts';
import { CallError } from '../../../api/request.ts';
import { useGet } from '../../../parts/queries.ts';
import { CopyButton } from '../../../ui/figures/CopyButton.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { ConversationDetails } from './ConversationDetails.tsx';
import { ConversationMessages } from './ConversationMessages.tsx';
import { ReplyBox } from './ReplyBox.tsx';
import { StopTag } from './StopTag.tsx';

/** The open conversation: its messages, the reply, and beside them the contact where there is room. */
export function Conversation({
  messageId,
  isChosen,
  back,
}: {
  messageId: string;
  /** False while it is only shown, because nobody chose one: it stays unread. */
  isChosen: boolean;
  back: string | null;
}) {
  const { t } = useTranslation();
  const query = useGet(threads.get, { messageId }, { every: () => 30_000 });
  const head = query.data;
  if (head === undefined) {
    const isGone = query.error instanceof CallError && query.error.status === 404;
    return (
      <Box sx={{ p: 5 }}>
        {query.isError ? (
          <ErrorState
            title={isGone ? t('messages.notFound') : t('list.failed')}
            text={isGone ? t('messages.notFoundText') : messageOf(query.error)}
            retry={isGone ? undefined : () => void query.refetch()}
          />
        ) : (
          <Skeleton variant="rounded" height={280} />
        )}
      </Box>
    );
  }
  return (
    <Box
      sx={{
        containerType: 'inline-size',
        minHeight: 0,
        minWidth: 0,
        display: 'grid',
        gridTemplateRows: 'minmax(0, 1fr)',
      }}
    >
      <Box
        sx={{
          minHeight: 0,
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gridTemplateRows: 'minmax(0, 1fr)',
          '@container (min-width: 700px)': {
            gridTemplateColumns: 'minmax(0, 1fr) 240px',
          },
        }}
      >
        <Box
          component="section"
          aria-label={t('messages.inbox.with', { name: head.contact?.name || head.phone })}
          sx={{ minHeight: 0, minWidth: 0, display: 'flex', flexDirection: 'column' }}
        >
          <Heading head={head} back={back} />
          <ConversationMessages messageId={messageId} phone={head.phone} isChosen={isChosen} />
          <ReplyBox head={head} messageId={messageId} />
        </Box>
        <Box
          sx={(theme) => ({
            display: 'none',
            overflowY: 'auto',
            borderLeft: `1px solid ${theme.vars?.palette.divider}`,
            '@container (min-width: 700px)': { display: 'block' },
          })}
        >
          <ConversationDetails head={head} />
        </Box>
      </Box>
    </Box>
  );
}

function Heading({ head, back }: { head: ThreadHead; back: string | null }) {
  const { t } = useTranslation();
  const name = head.contact?.name ?? '';
  const copy = <CopyButton value={head.phone} name={t('messages.inbox.number')} />;
  return (
    <Box
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        // The link stands below where the number and it have no room beside each other.
        flexWrap: { xs: 'nowrap', sm: 'wrap' },
        columnGap: 2,
        px: { xs: 3, sm: 5 },
        py: 2.5,
        minHeight: 57,
        borderBottom: `1px solid ${theme.vars?.palette.divider}`,
      })}
    >
      {back !== null && (
        <IconButton component={Link} to={back} aria-label={t('messages.inbox.back')}>
          <BackIcon />
        </IconButton>
      )}
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Typography variant="h2" noWrap>
            {name === '' ? head.phone : name}
          </Typography>
          {name === '' && copy}
          {head.optedOut && <StopTag />}
        </Box>
        {name !== '' && (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Typography variant="body2" color="textSecondary" noWrap>
              {head.phone}
            </Typography>
            {copy}
          </Box>
        )}
      </Box>
      {head.phone.startsWith('+') && (
        <MuiLink
          component={Link}
          to={`/dashboard/campaigns/sent-messages?number=${encodeURIComponent(head.phone)}`}
          variant="body2"
          sx={{ flex: 'none', display: { xs: 'none', sm: 'inline' } }}
        >
          {t('messages.sentToNumber')}
        </MuiLink>
      )}
    </Box>
  );
}
