import NextIcon from '@mui/icons-material/ChevronRight';
import PreviousIcon from '@mui/icons-material/ChevronLeft';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { threads } from '../../../../contract/api/threads.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { messageOf } from '../../../api/call.ts';
import { ClientFilter } from '../../../parts/clients/ClientFilter.tsx';
import { useMe } from '../../../parts/queries.ts';
import { Views } from '../../../ui/data-table/Views.tsx';
import { PlainList } from '../../../ui/page/layout.tsx';
import { SearchField } from '../../../ui/lists/SearchField.tsx';
import { EmptyState, ErrorState } from '../../../ui/page/states.tsx';
import type { ListAddress } from '../../../ui/lists/useListAddress.ts';
import SearchOffIcon from '@mui/icons-material/SearchOff';
import { ThreadRow } from './ThreadRow.tsx';
import { useUnread } from './useUnread.ts';

/** The filters that tabs set. */
const TABBED = ['unread', 'keyword'];

export function ThreadList({
  query,
  list,
  messageId,
}: {
  query: UseQueryResult<Output<typeof threads.list>, Error>;
  list: ListAddress;
  /** The id of the open conversation. */
  messageId: string;
}) {
  const { t } = useTranslation();
  const me = useMe();
  const seesOthers = reachOf(me.clientAccessLevel, 'messaging.read') !== 'own';
  const { data } = query;
  const unread = useUnread(data, list);

  function contents() {
    if (query.isError && data === undefined)
      return (
        <ErrorState
          title={t('list.failed')}
          text={messageOf(query.error)}
          retry={() => void query.refetch()}
        />
      );
    if (data === undefined)
      return (
        <Box sx={{ p: 4, display: 'grid', gap: 4 }}>
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} variant="rounded" height={48} />
          ))}
        </Box>
      );
    if (data.threads.length === 0)
      return (
        <EmptyState
          icon={<SearchOffIcon />}
          title={t('list.noneMatch')}
          text={t('list.noneMatchText')}
          action={
            <Button
              variant="outlined"
              color="inherit"
              onClick={() => list.filter({ search: [], unread: [], keyword: [], client: [] })}
            >
              {t('common.clearAll')}
            </Button>
          }
        />
      );
    return (
      <PlainList gap={0} onKeyDown={walk} aria-label={t('messages.inbox.threads')}>
        {data.threads.map((thread) => (
          <ThreadRow
            key={`${thread.clientId} ${thread.phone}`}
            thread={thread}
            to={list.peeked(thread.messageId, 'thread')}
            isOpen={thread.messageId === messageId}
            isOthers={thread.clientId !== me.clientId}
          />
        ))}
      </PlainList>
    );
  }

  const isPaged = list.page > 0 || (data?.nextPageToken ?? '') !== '';
  return (
    <Box
      component="section"
      aria-label={t('messages.inbox.threads')}
      sx={(theme) => ({
        display: 'flex',
        flexDirection: 'column',
        minHeight: 0,
        borderRight: { md: `1px solid ${theme.vars?.palette.divider}` },
      })}
    >
      <Box sx={{ px: 4, pt: 4, display: 'grid', gap: 2, '& > *': { minWidth: 0 } }}>
        <Box sx={{ display: 'grid', gap: 2, '& .MuiInputBase-root': { width: '100%' } }}>
          <SearchField
            label={t('messages.inbox.search')}
            hint={t('messages.inbox.searchHint')}
            value={list.value('search')}
            onChange={(search) => list.filter({ search: search === '' ? [] : [search] })}
          />
          {seesOthers && (
            <Box>
              <ClientFilter
                name={t('messages.owner')}
                clientId={list.value('client')}
                onChange={(client) => list.filter({ client: client === '' ? [] : [client] })}
              />
            </Box>
          )}
        </Box>
        <Box sx={{ mx: -4, px: 2, '& nav': { mb: 0 } }}>
          <Views
            list={list}
            names={TABBED}
            offered={[
              {
                key: 'unread',
                label: `${t('messages.inbox.unread')} ${unread}`.trim(),
                filters: { unread: ['true'] },
              },
              ...(data?.keywords ?? []).map((keyword) => ({
                key: `keyword ${keyword}`,
                label: keyword,
                filters: { keyword: [keyword] },
              })),
            ]}
            saved={[]}
            remove={() => {}}
          />
        </Box>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto' }}>{contents()}</Box>
      {isPaged && (
        <Box
          component="nav"
          aria-label={t('messages.inbox.pages')}
          sx={(theme) => ({
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'flex-end',
            gap: 1,
            px: 3,
            py: 1,
            borderTop: `1px solid ${theme.vars?.palette.divider}`,
          })}
        >
          <Typography variant="body2" color="textSecondary" sx={{ flex: 1, pl: 1 }}>
            {t('list.page', { page: list.page + 1 })}
          </Typography>
          <IconButton
            aria-label={t('messages.inbox.newer')}
            disabled={list.page === 0}
            onClick={() => list.backward()}
          >
            <PreviousIcon />
          </IconButton>
          <IconButton
            aria-label={t('messages.inbox.older')}
            disabled={(data?.nextPageToken ?? '') === ''}
            onClick={() => list.forward(data?.nextPageToken ?? '')}
          >
            <NextIcon />
          </IconButton>
        </Box>
      )}
    </Box>
  );
}

/** The arrow keys go from conversation to conversation. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const at = links.indexOf(event.target as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, j: at + 1, k: at - 1 }[event.key];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  links[next]?.focus();
}
