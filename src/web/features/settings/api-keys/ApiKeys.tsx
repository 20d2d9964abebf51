import KeyIcon from '@mui/icons-material/KeyOutlined';
import RevokeIcon from '@mui/icons-material/BlockOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apikeys, type ApiKey } from '../../../../contract/api/api-keys.ts';
import { readsApiDocumentation, reachOf } from '../../../../contract/shared/roles.ts';
import { useGet, useMe, useSend } from '../../../parts/queries.ts';
import { useTrafficWords } from '../../../parts/outcomes/useTrafficWords.ts';
import { useHost } from '../../../api/host.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { AfterList } from '../../../ui/data-table/AfterList.tsx';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import { type Column } from '../../../ui/data-table/column.ts';
import { Time, useFormat } from '../../../ui/figures/figures.tsx';
import { RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { StatusChip } from '../../../ui/figures/StatusChip.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { GatewayCredentials } from './GatewayCredentials.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';
import { SettingsFrame } from '../../../parts/SettingsFrame.tsx';

/** Reasons of refusals in a row; the tooltip and the file have all. */
const MOST_REASONS = 2;

/** Keys for the account's software, and the addresses of the gateway. */
export function ApiKeys() {
  const { t } = useTranslation();
  const me = useMe();
  const toast = useToast();
  const list = useListAddress();
  const query = useGet(
    apikeys.list,
    { pageSize: list.pageSize, pageToken: list.token },
    { keep: true },
  );
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const revoke = useSend(apikeys.revoke, {
    changes: [apikeys.list],
    done: () => {
      setRevoking(null);
      toast.success(t('settings.keys.revokedDone'));
    },
  });

  const documented = readsApiDocumentation(
    me.clientAccessLevel,
    useHost()?.apiDocumentationShown ?? true,
  );

  const columns = useColumns();
  const create = !me.impersonated && (
    <Button variant="contained" startIcon={<KeyIcon />} onClick={() => setCreating(true)}>
      {t('settings.keys.create')}
    </Button>
  );

  return (
    <SettingsFrame
      tab="apiKeys"
      purpose={
        <>
          {t('settings.keys.purpose')}
          {documented && (
            <>
              {' '}
              <Link href="/api-docs">{t('settings.keys.documentation')}</Link>
            </>
          )}
        </>
      }
      actions={create}
    >
      <DataTable
        label={t('settings.tabs.apiKeys')}
        query={query}
        rowsOf={(page) => page.apiKeys}
        keyOf={({ apiKeyId }) => apiKeyId}
        list={list}
        filters={[]}
        bareUpTo={1}
        nameLabel={t('settings.keys.name')}
        nameWidth={18}
        name={({ name }) => ({ text: name })}
        columns={columns}
        rowMenu={(key) => (
          <RowMenu
            name={key.name}
            actions={
              key.revokeTimestamp !== null || me.impersonated
                ? []
                : [
                    {
                      key: 'revoke',
                      label: t('settings.keys.revoke'),
                      icon: <RevokeIcon />,
                      danger: true,
                      act: () => setRevoking(key),
                    },
                  ]
            }
          />
        )}
        empty={
          <EmptyState
            icon={<KeyIcon />}
            title={t('settings.keys.empty')}
            text={t('settings.keys.emptyText')}
            action={create}
          />
        }
      />
      {reachOf(me.clientAccessLevel, 'credentials') !== undefined && (
        <AfterList query={query}>
          <GatewayCredentials me={me} />
        </AfterList>
      )}
      {creating && <NewKeyDialog documented={documented} onClose={() => setCreating(false)} />}
      <ConfirmDialog
        open={revoking !== null}
        title={t('settings.keys.revokeTitle')}
        action={t('settings.keys.revoke')}
        danger
        busy={revoke.isPending}
        onConfirm={() => {
          if (revoking) revoke.mutate({ apiKeyId: revoking.apiKeyId });
        }}
        onClose={() => setRevoking(null)}
      >
        {revoking && t('settings.keys.revokeText', { name: revoking.name })}
      </ConfirmDialog>
    </SettingsFrame>
  );
}

function useColumns(): Column<ApiKey>[] {
  const { t } = useTranslation();
  const { line, reasons, refusedCount } = useTrafficWords();
  const { number } = useFormat();
  return [
    {
      key: 'prefix',
      label: t('settings.keys.key'),
      from: 620,
      // The key itself begins with its kind.
      onPhone: 'line',
      cell: ({ prefix }) => (
        <Box
          component="span"
          sx={{ fontFamily: 'ui-monospace, monospace', fontSize: 12 }}
        >{`${prefix}…`}</Box>
      ),
    },
    {
      key: 'kind',
      label: t('settings.keys.kind'),
      from: 1180,
      cell: ({ test }) => t(`settings.keys.kindOf.${test ? 'test' : 'live'}`),
    },
    {
      key: 'scopes',
      label: t('settings.keys.scopes'),
      from: 820,
      grows: true,
      onPhone: true,
      // The first permission begins the text; the others go on in it.
      cell: ({ scopes }) =>
        scopes
          .map((scope, at) =>
            t(at === 0 ? `settings.keys.scope.${scope}` : `settings.keys.may.${scope}`),
          )
          .join(', '),
    },
    {
      key: 'ipList',
      label: t('settings.keys.from'),
      // Most keys are allowed from any address; permissions need the room.
      from: 1240,
      value: ({ ipList }) => ipList.join(' '),
      cell: ({ ipList }) =>
        ipList.length === 0 ? (
          t('settings.keys.everywhere')
        ) : (
          <Tooltip describeChild title={ipList.join(', ')}>
            <span>
              {ipList.length === 1
                ? ipList[0]
                : t('settings.keys.addresses', { count: ipList.length })}
            </span>
          </Tooltip>
        ),
    },
    {
      key: 'state',
      label: t('settings.keys.state'),
      onPhone: 'chip',
      cell: ({ revokeTimestamp }) =>
        revokeTimestamp === null ? (
          <StatusChip status="ACTIVE" word={t('settings.keys.active')} />
        ) : (
          <StatusChip status="INACTIVE" word={t('settings.keys.revoked')} />
        ),
    },
    {
      key: 'lastUse',
      label: t('list.lastUsed'),
      figure: true,
      onPhone: true,
      cell: ({ lastUseTimestamp }) =>
        lastUseTimestamp === null ? t('list.never') : <Time at={lastUseTimestamp} />,
    },
    {
      key: 'traffic',
      label: t('softwareUse.day'),
      from: 760,
      onPhone: true,
      cell: ({ use }) => {
        if (!use) return t('softwareUse.none');
        const count = refusedCount(use);
        if (count === 0) return line({ ...use, callsLastMinute: 0 });
        // The codes of what was refused are in the tooltip and in the file.
        const why = reasons(use);
        return (
          <Tooltip describeChild title={line(use)}>
            <Box component="span" sx={{ display: 'block', py: 1 }}>
              {`${t('softwareUse.acceptedOf', { value: number(use.acceptedCount) })}, `}
              <Box
                component="span"
                sx={(theme) => ({ color: theme.vars?.palette.tone.warning.text })}
              >
                {t('softwareUse.refusedOf', { value: number(count) })}
              </Box>
              {[
                ...why.slice(0, MOST_REASONS),
                ...(why.length > MOST_REASONS
                  ? [t('settings.keys.moreReasons', { count: why.length - MOST_REASONS })]
                  : []),
              ].map((reason) => (
                <Typography
                  key={reason}
                  variant="caption"
                  component="span"
                  color="textSecondary"
                  sx={{ display: 'block' }}
                >
                  {reason}
                </Typography>
              ))}
            </Box>
          </Tooltip>
        );
      },
      value: ({ use }) => (use ? line(use) : ''),
    },
    {
      key: 'created',
      label: t('settings.keys.created'),
      figure: true,
      from: 1240,
      cell: ({ createTimestamp }) => <Time at={createTimestamp} />,
    },
  ];
}
