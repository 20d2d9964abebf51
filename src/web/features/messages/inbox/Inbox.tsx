import ListIcon from '@mui/icons-material/TableRowsOutlined';
import ThreadIcon from '@mui/icons-material/ForumOutlined';
import IncomingIcon from '@mui/icons-material/MoveToInboxOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { threads } from '../../../../contract/api/threads.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { useGet, useMe } from '../../../parts/queries.ts';
import { Page, Section } from '../../../ui/page/Page.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { STICKY_TOP } from '../../../ui/page/stickyTop.ts';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { Conversation } from './Conversation.tsx';
import { ThreadList } from './ThreadList.tsx';
import { useNewest } from './useNewest.ts';

/** The filters of the list of conversations in the address. */
export const FILTERS = ['search', 'unread', 'keyword', 'client'];
/** Frequent, so that a person who waits for answers sees them arrive. */
const EVERY = 10_000;

/** Conversations with phones: the list, and beside it the chosen one, else the newest; on a phone one of the two. */
export function Inbox({ toList }: { toList: string }) {
  const { t } = useTranslation();
  const me = useMe();
  const list = useListAddress();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const isPhone = useMediaQuery('(max-width: 899.95px)');
  const chosen = parameters.get('thread') ?? '';
  const query = useGet(
    threads.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.search': list.value('search'),
      'filter.unread': list.value('unread') === 'true' ? true : undefined,
      'filter.keywords': list.values('keyword'),
      'filter.clientIds': list.values('client'),
    },
    { keep: true, every: () => (list.page === 0 ? EVERY : false) },
  );
  const view = JSON.stringify([list.token, ...FILTERS.map((name) => list.values(name))]);
  const newest = useNewest(query, view);
  // A phone shows the list until one is chosen.
  const messageId = chosen === '' && !isPhone ? newest : chosen;
  const isEmpty = query.data?.threads.length === 0 && list.page === 0 && !list.isFiltered(FILTERS);
  const open = messageId !== '' && (
    <Conversation
      key={messageId}
      messageId={messageId}
      isChosen={chosen !== ''}
      back={isPhone ? backOf(parameters) : null}
    />
  );
  // The height above it: the title, and in a wide window its purpose.
  const above = isPhone ? 92 : 148;
  // A list of few conversations is as high as they are on a phone; beside an open one it scrolls by itself.
  const isListAlone = isPhone && open === false;
  const height = `calc(100dvh - ${STICKY_TOP} - var(--bottom-bar, 0px) - ${above}px)`;
  return (
    <Page
      title={t('messages.incomingTitle')}
      purpose={isPhone ? undefined : t('messages.incomingPurpose')}
      actions={
        (!isPhone || open === false) && (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<ListIcon />}
            component={Link}
            to={toList}
          >
            {t('messages.inbox.asList')}
          </Button>
        )
      }
    >
      {isEmpty && messageId === '' ? (
        <Section>
          <EmptyState
            icon={<IncomingIcon />}
            title={t('messages.incomingEmpty')}
            text={t('messages.incomingEmptyText')}
            action={
              reachOf(me.clientAccessLevel, 'senders.request') !== undefined && (
                <Button
                  variant="outlined"
                  color="inherit"
                  component={Link}
                  to="/dashboard/sender-ids"
                >
                  {t('messages.seeSenders')}
                </Button>
              )
            }
          />
        </Section>
      ) : (
        <Box
          sx={(theme) => ({
            display: 'grid',
            gridTemplateColumns: isPhone ? 'minmax(0, 1fr)' : '360px minmax(0, 1fr)',
            ...(!isListAlone && {
              height,
              minHeight: { xs: 340, md: 440 },
              mb: { xs: -10, md: -6 },
            }),
            border: `1px solid ${theme.vars?.palette.divider}`,
            borderRadius: 'var(--corner-card)',
            overflow: 'hidden',
            backgroundColor: theme.vars?.palette.background.paper,
          })}
        >
          {(!isPhone || open === false) && (
            <ThreadList query={query} list={list} messageId={messageId} />
          )}
          {open === false
            ? !isPhone &&
              !query.isPending && (
                <Box sx={{ alignSelf: 'center' }}>
                  <EmptyState
                    icon={<ThreadIcon />}
                    title={t('messages.inbox.choose')}
                    text={t('messages.inbox.chooseText')}
                  />
                </Box>
              )
            : !isPhone && (
                <Box
                  // Reading or answering in it is choosing it.
                  onFocus={() => {
                    if (chosen === '')
                      void navigate(list.peeked(messageId, 'thread'), { replace: true });
                  }}
                  sx={{
                    minHeight: 0,
                    minWidth: 0,
                    display: 'grid',
                    gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr)',
                  }}
                >
                  {open}
                </Box>
              )}
          {isPhone && open}
        </Box>
      )}
    </Page>
  );
}

function backOf(parameters: URLSearchParams): string {
  const next = new URLSearchParams(parameters);
  next.delete('thread');
  return `?${next.toString()}`;
}
