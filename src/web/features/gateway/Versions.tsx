import BackIcon from '@mui/icons-material/SettingsBackupRestoreOutlined';
import DiffIcon from '@mui/icons-material/DifferenceOutlined';
import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Output } from '../../../contract/endpoint.ts';
import { gatewayConfig } from '../../../contract/api/gateway-config.ts';
import { useGet, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { type Column } from '../../ui/data-table/column.ts';
import { DASH, Time, useFormat } from '../../ui/figures.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { RowMenu } from '../../ui/RowMenu.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { useListAddress } from '../../ui/useListAddress.ts';
import { ChangeList } from './ChangeList.tsx';
import { DraftBar, ReloadButton } from './DraftBar.tsx';
import { CONFIGURED } from './stale.ts';

type Version = Output<typeof gatewayConfig.versions>['versions'][number];

/** Every configuration that was in force; any can be looked at against what runs, and put back. */
export function Versions() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const toast = useToast();
  const list = useListAddress();
  const [shown, setShown] = useState<number | null>(null);
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
  const columns = useColumns();
  return (
    <Page
      title={t('gateway.versions.title')}
      purpose={t('gateway.versions.purpose')}
      back={{ to: '/dashboard/jasmin/mt-routes', label: t('menu.mtRoutes') }}
      actions={
        <>
          <Button variant="outlined" color="inherit" component={Link} to="/dashboard/jasmin/import">
            {t('gateway.import.title')}
          </Button>
          <ReloadButton />
        </>
      }
    >
      <DraftBar />
      <DataTable
        label={t('gateway.versions.title')}
        query={query}
        rowsOf={(page) => page.versions}
        keyOf={({ version }) => String(version)}
        list={list}
        filters={[]}
        nameLabel={t('gateway.versions.version')}
        name={({ version, inForce }) => ({
          text: `${number(version)}${inForce ? ` (${t('gateway.versions.inForce')})` : ''}`,
        })}
        columns={columns}
        rowMenu={(row) =>
          row.inForce ? null : (
            <RowMenu
              name={number(row.version)}
              actions={[
                {
                  key: 'diff',
                  label: t('gateway.versions.compare'),
                  icon: <DiffIcon />,
                  act: () => setShown(row.version),
                },
                {
                  key: 'back',
                  label: t('gateway.versions.putBack'),
                  icon: <BackIcon />,
                  danger: true,
                  act: () => setAsked(row),
                },
              ]}
            />
          )
        }
        empty={
          <EmptyState
            icon={<HistoryIcon />}
            title={t('gateway.versions.empty')}
            text={t('gateway.versions.emptyText')}
          />
        }
      />
      {shown !== null && <Compared version={shown} onClose={() => setShown(null)} />}
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

function useColumns(): Column<Version>[] {
  const { t } = useTranslation();
  const { number } = useFormat();
  return [
    {
      key: 'when',
      label: t('gateway.versions.when'),
      onPhone: true,
      cell: ({ timestamp }) => <Time at={timestamp} />,
    },
    {
      key: 'who',
      label: t('gateway.versions.who'),
      onPhone: true,
      cell: ({ actorName }) => actorName ?? t('settings.audit.platform'),
    },
    {
      key: 'connectors',
      label: t('gateway.entitiesMany.CONNECTOR'),
      figure: true,
      from: 640,
      cell: ({ connectorCount }) => number(connectorCount),
    },
    {
      key: 'filters',
      label: t('gateway.entitiesMany.FILTER'),
      figure: true,
      from: 640,
      cell: ({ filterCount }) => number(filterCount),
    },
    {
      key: 'mt',
      label: t('gateway.entitiesMany.MT_ROUTE'),
      figure: true,
      from: 480,
      onPhone: true,
      cell: ({ mtRouteCount }) => number(mtRouteCount),
    },
    {
      key: 'mo',
      label: t('gateway.entitiesMany.MO_ROUTE'),
      figure: true,
      from: 480,
      cell: ({ moRouteCount }) => number(moRouteCount),
    },
  ];
}

function Compared({ version, onClose }: { version: number; onClose(): void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const diff = useGet(gatewayConfig.diff, { to: version });
  return (
    <Dialog open onClose={onClose} aria-labelledby="compared-title" maxWidth="md" fullWidth>
      <DialogTitle id="compared-title">
        {t('gateway.versions.comparedTitle', { version: number(version) })}
      </DialogTitle>
      <DialogContent sx={{ minHeight: 160 }}>
        {diff.error && <Alert severity="error">{messageOf(diff.error)}</Alert>}
        {!diff.data && !diff.error && <Loading />}
        {diff.data?.changes.length === 0 && (
          <Typography color="textSecondary">{t('gateway.versions.same')}</Typography>
        )}
        {diff.data && <ChangeList changes={diff.data.changes} />}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('common.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
