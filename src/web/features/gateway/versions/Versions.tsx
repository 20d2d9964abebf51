import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { gatewayConfig } from '../../../../contract/api/gateway-config.ts';
import { useGet, useSend } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Freshness } from '../../../ui/data-table/Freshness.tsx';
import { Pages } from '../../../ui/data-table/Pages.tsx';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import { PlainList } from '../../../ui/page/layout.tsx';
import { Page, Section } from '../../../ui/page/Page.tsx';
import { EmptyState, ErrorState } from '../../../ui/page/states.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { DraftBar, ReloadButton } from './DraftBar.tsx';
import { CONFIGURED } from './stale.ts';
import { VersionLine, type Version } from './VersionLine.tsx';

/** Every configuration that was in force, with what each changed; any can be compared and restored. */
export function Versions() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const toast = useToast();
  const list = useListAddress();
  const [asked, setAsked] = useState<Version | null>(null);
  const query = useGet(
    gatewayConfig.versions,
    { pageSize: list.pageSize, pageToken: list.token },
    { keep: true },
  );
  const rollback = useSend(gatewayConfig.rollback, {
    changes: CONFIGURED,
    done: ({ version }) => {
      setAsked(null);
      toast.success(t('gateway.versions.rolledBack', { version: number(version) }));
    },
  });
  const rows = query.data?.versions;
  return (
    <Page
      title={t('gateway.versions.title')}
      purpose={t('gateway.versions.purpose')}
      back={{ to: '/dashboard/jasmin/mt-routes', label: t('menu.mtRoutes') }}
      actions={
        <>
          <Button variant="outlined" color="inherit" component={Link} to="/dashboard/jasmin/import">
            {t('gateway.import.action')}
          </Button>
          <ReloadButton />
        </>
      }
    >
      <DraftBar />
      <Box sx={{ display: 'flex', mb: 3, minHeight: 36 }}>
        <Freshness query={query}>{null}</Freshness>
      </Box>
      <Section flush>
        {query.isError && rows === undefined && (
          <ErrorState
            title={t('list.failed')}
            text={messageOf(query.error)}
            retry={() => void query.refetch()}
          />
        )}
        {query.isPending && (
          <Box sx={{ p: 5 }}>
            <Skeleton variant="rounded" height={160} />
          </Box>
        )}
        {rows?.length === 0 && (
          <EmptyState
            icon={<HistoryIcon />}
            title={t('gateway.versions.empty')}
            text={t('gateway.versions.emptyText')}
          />
        )}
        {rows && rows.length > 0 && (
          <PlainList component="ol" gap={0} aria-label={t('gateway.versions.title')}>
            {rows.map((row, at) => (
              <VersionLine
                key={row.version}
                row={row}
                before={rows[at + 1]}
                restore={() => setAsked(row)}
              />
            ))}
          </PlainList>
        )}
        {query.data && query.data.collectionCount > list.pageSize && (
          <Pages label={t('gateway.versions.title')} list={list} page={query.data} />
        )}
      </Section>
      <ConfirmDialog
        open={asked !== null}
        danger
        title={t('gateway.versions.putBackTitle', {
          version: asked ? number(asked.version) : DASH,
        })}
        action={t('gateway.versions.putBack')}
        busy={rollback.isPending}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked) rollback.mutate({ version: asked.version });
        }}
      >
        {t('gateway.versions.putBackText')}
      </ConfirmDialog>
    </Page>
  );
}
